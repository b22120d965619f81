// SPDX-License-Identifier: MIT
// Statistics over ranks, as a table and as JSON.
#include "brick/metrics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

namespace brick {

namespace {

template <class... Values> std::string print(const char* format, Values... values) {
  std::array<char, 256> line{};
  std::snprintf(line.data(), line.size(), format, values...);
  return line.data();
}

std::string row(const char* name, const statistic& s, double scale, const char* unit) {
  return print("%-9s [%.4g, %.4g, %.4g] (%.2g) %s\n", name, s.min * scale, s.avg * scale, s.max * scale,
               s.sigma * scale, unit);
}

std::string member(const char* name, const statistic& s) {
  return print(R"("%s": {"min": %.9g, "avg": %.9g, "max": %.9g, "sigma": %.9g})", name, s.min, s.avg, s.max, s.sigma);
}

/// A JSON string.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x20)
      result += print("\\u%04x", static_cast<unsigned>(c));
    else
      result += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
  }
  return result + "\"";
}

template <class Value, class Count> double ratio(Value value, Count count) {
  return count > 0 ? static_cast<double>(value) / static_cast<double>(count) : 0;
}

} // namespace

statistic statistic::of(std::span<const double> values) {
  if (values.empty()) return {};
  statistic result{values.front(), 0, values.front(), 0};
  const double count = static_cast<double>(values.size());
  for (double value : values) {
    result.min = std::min(result.min, value);
    result.max = std::max(result.max, value);
    result.avg += value / count;
  }
  for (double value : values)
    result.sigma += (value - result.avg) * (value - result.avg) / count;
  result.sigma = std::sqrt(result.sigma);
  return result;
}

metrics_report report_of(std::span<const metrics_record> records, int threads, std::vector<std::string> notes) {
  // Each rank counts the same steps, and exchanges.
  const double steps = std::max<double>(1, static_cast<double>(records.front().steps));
  const auto over_ranks = [&](auto value) {
    std::vector<double> values;
    for (const metrics_record& record : records)
      values.push_back(value(record));
    return statistic::of(values);
  };
  metrics_report report;
  report.ranks = static_cast<int>(records.size());
  report.threads = threads;
  report.steps = records.front().steps;
  report.notes = std::move(notes);
  report.calc = over_ranks([&](const metrics_record& of) { return of.calc / steps; });
  report.pack = over_ranks([&](const metrics_record& of) { return of.pack / steps; });
  report.call = over_ranks([&](const metrics_record& of) { return of.call / steps; });
  report.wait = over_ranks([&](const metrics_record& of) { return of.wait / steps; });
  report.step = over_ranks([&](const metrics_record& of) { return of.run / steps; });
  report.perf = over_ranks([](const metrics_record& of) { return ratio(of.cell_steps, of.run) * 1e-9; });
  report.messages = over_ranks([](const metrics_record& of) { return ratio(of.messages, of.exchanges); });
  report.bytes = over_ranks([](const metrics_record& of) { return ratio(of.bytes, of.exchanges); });
  report.mpi_speed = over_ranks([](const metrics_record& of) { return ratio(of.bytes, of.call + of.wait) * 1e-9; });
  return report;
}

metrics_report summarize(const communicator& ranks, int threads, const metrics_record& own,
                         std::vector<std::string> notes) {
  static_assert(std::is_trivially_copyable_v<metrics_record>);
  std::vector<metrics_record> records;
  for (const std::string& bytes : ranks.all_gather(std::string(reinterpret_cast<const char*>(&own), sizeof own)))
    std::memcpy(&records.emplace_back(), bytes.data(), sizeof own);
  return report_of(records, threads, std::move(notes));
}

std::string metrics_report::text() const {
  std::string table = print("%d rank%s x %d thread%s, %lld steps; [min, avg, max] (\u03c3) over ranks\n", ranks,
                            ranks == 1 ? "" : "s", threads, threads == 1 ? "" : "s", static_cast<long long>(steps));
  table += row("calc", calc, 1e6, "\u00b5s per step");
  table += row("pack", pack, 1e6, "\u00b5s per step");
  table += row("call", call, 1e6, "\u00b5s per step");
  table += row("wait", wait, 1e6, "\u00b5s per step");
  table += row("step", step, 1e6, "\u00b5s");
  table += row("perf", perf, 1, "GCells/s");
  table += row("messages", messages, 1, "per exchange");
  table += row("bytes", bytes, 1, "per exchange");
  if (bytes.max > 0) table += row("speed", mpi_speed, 1, "GB/s while calling and waiting");
  for (const std::string& note : notes)
    table += "note: " + note + "\n";
  return table;
}

std::string metrics_report::json() const {
  std::string object =
      print(R"({"ranks": %d, "threads": %d, "steps": %lld)", ranks, threads, static_cast<long long>(steps));
  for (const auto& [name, value] : {std::pair{"calc", &calc},
                                    {"pack", &pack},
                                    {"call", &call},
                                    {"wait", &wait},
                                    {"step", &step},
                                    {"perf", &perf},
                                    {"messages", &messages},
                                    {"bytes", &bytes},
                                    {"mpi_speed", &mpi_speed}})
    object += ", " + member(name, *value);
  std::string list;
  for (const std::string& note : notes)
    list += (list.empty() ? "" : ", ") + quoted(note);
  return object + R"(, "notes": [)" + list + "]}";
}

namespace detail {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

} // namespace detail

} // namespace brick
