// The bits of a field in a few characters. SPDX-License-Identifier: MIT
#pragma once

#include <brick/brick.hpp>
#include <cstdint>
#include <cstdio>
#include <cstring>

/// Prints a hash (FNV-1a) of the whole domain on rank 0. Collective.
template <class T, int D>
void report(const char* name, const brick::runtime& runtime, const brick::field<T, D>& field) {
  const std::vector<T> values = field.gather(0);
  std::uint64_t hash = 14695981039346656037u;
  for (const T& value : values) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes)
      hash = (hash ^ byte) * 1099511628211u;
  }
  if (runtime.rank() == 0) std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash));
}
