// SPDX-License-Identifier: MIT
#include "halo_types.hpp"

#include <algorithm>
#include <climits>

#include "brick/error.hpp"
#include "mpi_errors.hpp"

namespace brick::detail {

namespace {

constexpr std::size_t kept_types = 8;

mpi_type committed(MPI_Datatype type) {
  mpi_type result(type);
  check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
  return result;
}

/// Where a piece is, from the address that MPI gets.
MPI_Aint displacement(const halo_piece& p, const std::vector<std::int64_t>& distances) {
  return static_cast<MPI_Aint>(distances[p.array] + p.start);
}

/// Every row a block.
mpi_type type_of_blocks(const halo_layout& layout, const std::vector<std::int64_t>& distances) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  for (const halo_piece& p : layout.pieces()) {
    lengths.push_back(static_cast<int>(p.columns));
    places.push_back(displacement(p, distances));
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), MPI_BYTE, &type),
            "MPI_Type_create_hindexed");
  return committed(type);
}

mpi_type type_of_rows(const halo_piece& p) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_hvector(static_cast<int>(p.rows), static_cast<int>(p.columns),
                                    static_cast<MPI_Aint>(p.stride), MPI_BYTE, &type),
            "MPI_Type_create_hvector");
  return mpi_type(type);
}

/// Every piece a strided vector.
mpi_type type_of_vectors(const halo_layout& layout, const std::vector<std::int64_t>& distances) {
  std::vector<mpi_type> owned;
  std::vector<MPI_Datatype> types;
  std::vector<MPI_Aint> places;
  for (const halo_piece& p : layout.pieces()) {
    types.push_back(owned.emplace_back(type_of_rows(p)).handle());
    places.push_back(displacement(p, distances));
  }
  const std::vector<int> ones(types.size(), 1);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_struct(static_cast<int>(types.size()), ones.data(), places.data(), types.data(), &type),
            "MPI_Type_create_struct");
  return committed(type);
}

/// A message has fewer than 2^31 bytes, so that all counts fit.
mpi_type type_of(const halo_layout& layout, const std::vector<std::int64_t>& distances) {
  const bool single_rows = std::ranges::all_of(layout.pieces(), [](const halo_piece& p) { return p.rows == 1; });
  return single_rows ? type_of_blocks(layout, distances) : type_of_vectors(layout, distances);
}

std::vector<std::int64_t> distances_of(const halo_layout& layout, std::span<const halo_array> arrays) {
  const auto address = [&](int array) { return reinterpret_cast<std::intptr_t>(arrays[array].data()); };
  std::vector<std::int64_t> distances;
  for (const halo_piece& p : layout.pieces()) {
    distances.resize(std::max(distances.size(), static_cast<std::size_t>(p.array) + 1));
    distances[p.array] = address(p.array) - address(layout.pieces().front().array);
  }
  return distances;
}

} // namespace

mpi_type::~mpi_type() {
  if (handle_ != MPI_DATATYPE_NULL && !mpi_has_ended()) MPI_Type_free(&handle_);
}

mpi_place halo_types::place(const halo_layout& layout, std::span<const halo_array> arrays) {
  if (layout.pieces().empty()) return {};
  std::vector<std::int64_t> distances = distances_of(layout, arrays);
  auto found = std::ranges::find(entries_, distances, &entry::distances);
  if (found == entries_.end()) {
    if (entries_.size() == kept_types) entries_.pop_back();
    mpi_type type = type_of(layout, distances);
    entries_.push_back({std::move(distances), std::move(type)});
    found = entries_.end() - 1;
  }
  std::rotate(entries_.begin(), found, found + 1);
  return {arrays[layout.pieces().front().array].data(), 1, entries_.front().type.handle()};
}

} // namespace brick::detail
