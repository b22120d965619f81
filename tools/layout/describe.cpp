// SPDX-License-Identifier: MIT
// The layout of the middle one of 3^D ranks of a periodic domain, as text, or as JSON for tools/brick-layout.
//
//   brick-layout-describe text|json STRATEGY CELLS_OF_A_BRICK ELEMENT_BYTES BRICKS_OF_A_RANK...
//
// A brick has as many cells on all axes; there are one to three numbers of bricks, one an axis.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "brick/direction.hpp"
#include "brick/error.hpp"
#include "brick/layout_description.hpp"

namespace {

template <class List, class Text> std::string json_list(const List& list, Text&& text_of) {
  std::string text = "[";
  for (const auto& each : list)
    text += (text.size() > 1 ? ", " : "") + text_of(each);
  return text + "]";
}

const auto number = [](auto value) { return std::to_string(value); };

template <int D> std::string json(const brick::layout_description<D>& layout) {
  const auto direction = [](int code) { return json_list(brick::direction_of<D>(code), number); };
  const auto brick_of = [](const brick::placed_brick<D>& b) {
    return "{\"id\": " + std::to_string(b.id) + ", \"lattice\": " + json_list(b.lattice, number) + "}";
  };
  const auto region = [&](const brick::described_region<D>& r) {
    return std::string("{\"ghost\": ") + (r.ghost ? "true" : "false") +
           ", \"neighbours\": " + json_list(r.neighbours, direction) +
           ", \"bricks\": " + json_list(r.bricks, brick_of) + "}";
  };
  const auto segment = [](const brick::segment& s) {
    return json_list(std::vector{s.source, s.destination, s.length}, number);
  };
  const auto neighbour = [&](const brick::described_neighbour<D>& n) {
    return "{\"direction\": " + direction(n.direction) + ", \"rank\": " + std::to_string(n.rank) +
           ", \"messages\": " + std::to_string(n.messages) + ", \"segments\": " + json_list(n.segments, segment) + "}";
  };
  return "{\"strategy\": \"" + std::string(to_string(layout.how)) + "\", \"rank\": " + std::to_string(layout.rank) +
         ", \"brick_bytes\": " + std::to_string(layout.brick_bytes) +
         ",\n \"regions\": " + json_list(layout.regions, region) +
         ",\n \"neighbours\": " + json_list(layout.neighbours, neighbour) + "}\n";
}

std::int64_t positive(const std::string& text, const char* what) {
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  if (*end != '\0' || value < 1 || value > 1'000'000)
    throw brick::error(std::string(what) + " '" + text + "' is not a number from 1 to 1000000");
  return value;
}

/// As equal parts of a cube of ranks the domain need not be cut into one, where bricks are many on one axis: then the
/// layout is that of the cut which programs would get.
template <int D> void print(const std::vector<std::string>& arguments) {
  const brick::index<D> brick = brick::filled<D>(positive(arguments[2], "cells of a brick"));
  brick::decomposition_options<D> domain{.cells = {}, .unit = brick, .halo = brick, .periodic = {}, .ranks = 1};
  brick::index<D> middle{};
  for (int a = 0; a < D; ++a) {
    domain.cells[a] = 3 * brick[a] * positive(arguments[4 + static_cast<std::size_t>(a)], "bricks");
    domain.periodic[a] = true;
    domain.ranks *= 3;
  }
  const brick::decomposition<D> cut(domain);
  for (int a = 0; a < D; ++a)
    middle[a] = cut.process_grid()[a] / 2;
  std::vector<int> node(static_cast<std::size_t>(domain.ranks));
  std::iota(node.begin(), node.end(), 0);
  const auto layout = brick::describe<D>(
      cut, cut.rank_at(middle), brick::strategy_named(arguments[1]),
      {.element_bytes = static_cast<std::size_t>(positive(arguments[3], "element bytes")), .node = node});
  std::fputs((arguments[0] == "json" ? json(layout) : to_string(layout)).c_str(), stdout);
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 5) return print<1>(arguments), 0;
    if (arguments.size() == 6) return print<2>(arguments), 0;
    if (arguments.size() == 7) return print<3>(arguments), 0;
    throw brick::error(
        "give text or json, a strategy, cells of a brick, element bytes, and bricks on one to three axes");
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "brick-layout: %s\n", failure.what());
    return 1;
  }
}
