// SPDX-License-Identifier: MIT
// Statistics over ranks, as a table and as JSON.
#include "brick/metrics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
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

double ratio(double value, double count) { return count > 0 ? value / count : 0; }

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

metrics_report summarize(const communicator& ranks, int threads, const metrics_record& own,
                         std::vector<std::string> notes) {
  const auto over_ranks = [&](double value) { return statistic::of(ranks.all_gather(value)); };
  const double steps = std::max<double>(1, static_cast<double>(own.steps));
  const double exchanges = static_cast<double>(own.exchanges);
  metrics_report report;
  report.ranks = ranks.size();
  report.threads = threads;
  report.steps = own.steps;
  report.notes = std::move(notes);
  report.calc = over_ranks(own.calc / steps);
  report.pack = over_ranks(own.pack / steps);
  report.call = over_ranks(own.call / steps);
  report.wait = over_ranks(own.wait / steps);
  report.step = over_ranks(own.run / steps);
  report.perf = over_ranks(ratio(own.cell_steps, own.run) * 1e-9);
  report.messages = over_ranks(ratio(static_cast<double>(own.messages), exchanges));
  const auto bytes = static_cast<double>(own.bytes);
  report.bytes = over_ranks(ratio(bytes, exchanges));
  report.mpi_speed = over_ranks(ratio(bytes, own.call + own.wait) * 1e-9);
  return report;
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
