// SPDX-License-Identifier: MIT
#include "copy_methods.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "brick/error.hpp"
#include "machine_description.hpp"

namespace brick::detail {

namespace {

constexpr std::array loops{std::pair{std::string_view("fixed"), block_loop::fixed},
                           std::pair{std::string_view("pair"), block_loop::pair},
                           std::pair{std::string_view("vectors"), block_loop::vectors},
                           std::pair{std::string_view("memcpy"), block_loop::call}};
constexpr std::array sets{std::pair{std::string_view("avx2"), instruction_set::avx2},
                          std::pair{std::string_view("avx512"), instruction_set::avx512}};

constexpr std::array prefetches{std::pair{std::string_view("prefetch"), block_prefetch::near},
                                std::pair{std::string_view("prefetch-far"), block_prefetch::far}};

constexpr std::string_view unrolled = "x";

template <class Value, std::size_t N>
std::optional<Value> named(const std::array<std::pair<std::string_view, Value>, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<std::string_view, Value>::first);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

template <class Value, std::size_t N>
std::string name_of(const std::array<std::pair<std::string_view, Value>, N>& names, Value value) {
  return std::string(std::ranges::find(names, value, &std::pair<std::string_view, Value>::second)->first);
}

/// All of the text, a number from 0 on.
std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = -1;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = failure == std::errc{} && end == text.data() + text.size() && value >= 0;
  return whole ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// "fixed", and some of "avx2", "x4", "prefetch-far" in this order.
std::optional<block_method> method_of(std::span<const std::string_view> words) {
  if (words.empty()) return {};
  const auto loop = named(loops, words.front());
  if (!loop) return {};
  block_method method{.loop = *loop};
  words = words.subspan(1);
  if (const auto set = words.empty() ? std::nullopt : named(sets, words.front())) {
    method.set = *set;
    words = words.subspan(1);
  }
  if (!words.empty() && words.front().starts_with(unrolled)) {
    const auto unroll = number(words.front().substr(unrolled.size()));
    if (!unroll || std::ranges::find(unrolls, *unroll) == std::end(unrolls)) return {};
    method.unroll = static_cast<int>(*unroll);
    words = words.subspan(1);
  }
  if (const auto prefetch = words.empty() ? std::nullopt : named(prefetches, words.front())) {
    method.prefetch = *prefetch;
    words = words.subspan(1);
  }
  return words.empty() ? std::optional(method) : std::nullopt;
}

/// "[ 1 pair x4, 8 fixed x4, 512 memcpy ]"; none where it is not such a list.
std::optional<method_table> table_of(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  method_table table;
  for (const std::string_view entry : split(text.substr(1, text.size() - 2), ',')) {
    const std::vector<std::string_view> words = split(entry, ' ');
    const auto length = words.empty() ? std::nullopt : number(words.front());
    const auto method = length ? method_of(std::span(words).subspan(1)) : std::nullopt;
    if (!method || *length != (table.empty() ? 1 : std::max(*length, table.back().length + 1))) return {};
    table.push_back({*length, *method});
  }
  return table.empty() ? std::nullopt : std::optional(table);
}

template <class Value> struct keyed {
  std::string_view key;
  Value copy_methods::* value;
};

constexpr std::array tables{
    keyed{"pack-hot", &copy_methods::pack_hot},       keyed{"pack-warm", &copy_methods::pack_warm},
    keyed{"pack-cold", &copy_methods::pack_cold},     keyed{"unpack-hot", &copy_methods::unpack_hot},
    keyed{"unpack-warm", &copy_methods::unpack_warm}, keyed{"unpack-cold", &copy_methods::unpack_cold}};
constexpr std::array limits{keyed{"streaming-bytes", &copy_methods::streaming_bytes},
                            keyed{"threaded-bytes", &copy_methods::threaded_bytes}};

void adopt(copy_methods& methods, const machine_entry& entry) {
  for (const auto& [key, table] : tables)
    if (entry.key == key) {
      const auto found = table_of(entry.value);
      if (!found)
        throw error(entry.where + " is " + entry.value +
                    ", not a list of lengths, which grow from 1 on, with ways to copy, such as [ 1 pair, 8 fixed x4 ]");
      methods.*table = *found;
    }
  for (const auto& [key, bytes] : limits)
    if (entry.key == key) {
      const auto found = number(entry.value);
      if (!found) throw error(entry.where + " is " + entry.value + ", not a number of bytes");
      methods.*bytes = *found;
    }
}

/// Measured by tools/brick-probe on servers with a second-level cache of 1 MiB a core (AMD Zen 4 and 5), with GCC 12
/// and glibc 2.36; what comes from memory on Zen 4 only. There, instruction sets hardly differ; memcpy is faster from
/// 512 bytes on, but does not prefetch what lies apart.
copy_methods methods_of_servers(instruction_set set) {
  const auto by_fours = [&](block_prefetch prefetch) { return block_method{block_loop::fixed, set, 4, prefetch}; };
  const auto plain = by_fours(block_prefetch::none), near = by_fours(block_prefetch::near),
             far = by_fours(block_prefetch::far);
  const method_table hot{{1, plain}, {513, {}}}, warm{{1, plain}, {32, near}, {1025, {}}},
      cold{{1, far}, {32, near}, {1025, {}}};
  return {hot, warm, cold, hot, warm, cold, std::int64_t{32} << 20, std::int64_t{128} << 10};
}

} // namespace

const copy_methods& default_copy_methods() {
  static const copy_methods methods = methods_of_servers(widest_instruction_set());
  return methods;
}

copy_methods read_copy_methods() {
  copy_methods methods = default_copy_methods();
  for (const machine_entry& entry : read_machine_description())
    adopt(methods, entry);
  return methods;
}

const copy_methods& measured_copy_methods() {
  static const copy_methods methods = read_copy_methods();
  return methods;
}

std::string text(const block_method& method) {
  std::string words = name_of(loops, method.loop);
  const auto add = [&](std::string_view word) { words.append(" ").append(word); };
  if (method.set != instruction_set::baseline) add(name_of(sets, method.set));
  if (method.unroll != 1) add(std::string(unrolled).append(std::to_string(method.unroll)));
  if (method.prefetch != block_prefetch::none) add(name_of(prefetches, method.prefetch));
  return words;
}

block_kernel kernel_for(const method_table& methods, std::int64_t length, instruction_set widest) {
  const auto next = std::ranges::upper_bound(methods, length, {}, &measured_method::length);
  block_method method = next == methods.begin() ? block_method{} : std::prev(next)->method;
  method.set = std::min(method.set, widest);
  for (auto loop = std::ranges::find(loops, method.loop, &std::pair<std::string_view, block_loop>::second);
       loop != loops.end(); ++loop) {
    method.loop = loop->second;
    for (const int unroll : {method.unroll, 1})
      if (const block_kernel found = find_kernel({method.loop, method.set, unroll, method.prefetch}, length))
        return found;
  }
  return find_kernel({}, length);
}

} // namespace brick::detail
