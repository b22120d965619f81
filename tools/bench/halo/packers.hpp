// Ways to pack the six faces of a cube, each into a buffer of its own (Tausch, section 4.2).
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/halo.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../copy/plain_rows.hpp"
#include "../exchange/contender.hpp"
#include "../exchange/subarray.hpp"
#include "cube_faces.hpp"
#include "team.hpp"

namespace bench {

/// Packs; nothing is sent.
class packer : public contender {
public:
  explicit packer(const halo_problem& p) : problem_(p) {}

  void exchange() override {
    const auto begin = std::chrono::steady_clock::now();
    pack();
    spent_.pack += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  [[nodiscard]] parts spent() const override { return spent_; }
  [[nodiscard]] std::int64_t messages() const override { return static_cast<std::int64_t>(problem_.sends.size()); }
  [[nodiscard]] std::int64_t bytes() const override {
    std::int64_t elements = 0;
    for (const halo_message& send : problem_.sends)
      elements += send.region.size();
    return elements * static_cast<std::int64_t>(sizeof(double));
  }

  /// Every element of every buffer.
  std::int64_t wrong_cells() override {
    exchange();
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < problem_.sends.size(); ++i) {
      const std::vector<double> found = packed(static_cast<int>(i));
      std::size_t at = 0;
      for (const std::int64_t element : problem_.sends[i].region.indices())
        wrong += found[at++] != array()[static_cast<std::size_t>(element)];
    }
    return wrong;
  }

protected:
  [[nodiscard]] const halo_problem& problem() const { return problem_; }
  [[nodiscard]] const std::vector<double>& array() const { return problem_.before; }
  virtual void pack() = 0;

  /// What the buffer of a face holds.
  [[nodiscard]] virtual std::vector<double> packed(int face) = 0;

private:
  const halo_problem& problem_;
  parts spent_;
};

/// By the halo library.
class library_packer : public packer {
public:
  /// Collective. `threads` pack together.
  library_packer(const halo_problem& p, int threads)
      : packer(p), halos_(std::make_unique<brick::halo_exchange>(p.world, brick::halo_options{.threads = threads})) {
    for (std::size_t i = 0; i < p.sends.size(); ++i) {
      const auto length = p.sends[i].region.size();
      const int tag = static_cast<int>(i), here = p.world.rank();
      sends_.push_back(halos_->add_send({.parts = {{.region = p.sends[i].region}}, .rank = here, .tag = tag}));
      receives_.push_back(halos_->add_receive(
          {.parts = {{.region = brick::halo_region({{0, length, 1, 0}})}}, .rank = here, .tag = tag}));
    }
    halos_->check();
  }

protected:
  void pack() override { halos_->pack_all({array()}); }

  [[nodiscard]] brick::halo_exchange& halos() { return *halos_; }

  /// Sent to this rank itself, since the library's buffers are its own.
  std::vector<double> packed(int face) override {
    const auto at = static_cast<std::size_t>(face);
    std::vector<double> found(static_cast<std::size_t>(problem().sends[at].region.size()), nothing);
    auto received = halos_->start_receive(receives_[at]);
    halos_->start_send(sends_[at]).wait();
    received.wait();
    halos_->unpack(receives_[at], 0, found);
    return found;
  }

private:
  std::unique_ptr<brick::halo_exchange> halos_; // away from what is written in every exchange
  std::vector<brick::halo_send> sends_;
  std::vector<brick::halo_receive> receives_;
};

/// The same by threads that are awake anyway.
class sharing_packer : public library_packer {
public:
  sharing_packer(const halo_problem& p, int threads)
      : library_packer(p, threads),
        team_(threads, [&halos = halos(), threads](int thread) { halos.pack_share(thread, threads); }) {
    halos().prepare_pack({array()});
  }

protected:
  void pack() override { team_.run(); }

private:
  team team_;
};

/// Into buffers that can be looked at.
class buffer_packer : public packer {
public:
  explicit buffer_packer(const halo_problem& p) : packer(p) {
    for (const halo_message& send : p.sends)
      buffers_.emplace_back(static_cast<std::size_t>(send.region.size()), nothing);
  }

protected:
  [[nodiscard]] std::vector<double>& buffer(int face) { return buffers_[static_cast<std::size_t>(face)]; }
  std::vector<double> packed(int face) override { return buffer(face); }

private:
  std::vector<std::vector<double>> buffers_;
};

/// By MPI_Pack, with a subarray type for each face.
class mpi_packer : public buffer_packer {
public:
  mpi_packer(const halo_problem& p, const cube_faces& cube) : buffer_packer(p) {
    for (int face = 0; face < 6; ++face)
      types_.push_back(std::make_unique<subarray<3>>(1, cube.array(), cube.layer(face, false)));
  }

protected:
  void pack() override {
    for (int face = 0; face < 6; ++face) {
      int position = 0;
      check_mpi(MPI_Pack(array().data(), 1, types_[static_cast<std::size_t>(face)]->type(), buffer(face).data(),
                         static_cast<int>(buffer(face).size() * sizeof(double)), &position, MPI_COMM_SELF),
                "MPI_Pack");
    }
  }

private:
  std::vector<std::unique_ptr<subarray<3>>> types_;
};

/// By loops over rows.
class loop_packer : public buffer_packer {
public:
  loop_packer(const halo_problem& p, const cube_faces& cube) : buffer_packer(p), side_(static_cast<int>(cube.side())) {
    for (int face = 0; face < 6; ++face) {
      const brick::box<3> cells = cube.layer(face, false);
      const brick::index<3> extents = brick::shape(cells);
      timing::region region{};
      for (std::size_t a = 0; a < 3; ++a) {
        region.low[a] = static_cast<int>(cells.low[a]);
        region.extents[a] = static_cast<int>(extents[a]);
      }
      faces_.push_back({region});
    }
  }

protected:
  void pack() override {
    for (int face = 0; face < 6; ++face)
      timing::plain(side_, faces_[static_cast<std::size_t>(face)], reinterpret_cast<const std::byte*>(array().data()),
                    reinterpret_cast<std::byte*>(buffer(face).data()));
  }

private:
  int side_;
  std::vector<std::vector<timing::region>> faces_;
};

/// Packs nothing, so that tests see that wrong values are found.
class no_packer : public buffer_packer {
public:
  using buffer_packer::buffer_packer;

protected:
  void pack() override {}
};

/// Collective. `threads`: of the library. Throws `error` for unknown names.
inline std::unique_ptr<contender> packer_named(const halo_problem& p, const cube_faces& cube, const std::string& name,
                                               int threads) {
  if (name == "library") return std::make_unique<library_packer>(p, threads);
  if (name == "library_shares") return std::make_unique<sharing_packer>(p, threads);
  if (name == "mpi_pack") return std::make_unique<mpi_packer>(p, cube);
  if (name == "loops") return std::make_unique<loop_packer>(p, cube);
  if (name == "none") return std::make_unique<no_packer>(p);
  throw brick::error("unknown way to pack: '" + name + "'");
}

} // namespace bench
