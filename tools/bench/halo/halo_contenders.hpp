// The halo library by each of its strategies, and loops and messages written by hand, on one halo_problem.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/halo.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../exchange/contender.hpp"
#include "../exchange/requests.hpp"
#include "halo_problem.hpp"

namespace bench {

/// An array of its own, and the check of its values.
class halo_contender : public contender {
public:
  explicit halo_contender(const halo_problem& p) : problem_(p), array_(p.before) {}

  [[nodiscard]] parts spent() const override { return spent_; }

  /// Elements of the whole array: those that nobody sends must be left alone.
  std::int64_t wrong_cells() override {
    array_ = problem_.before;
    exchange();
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < array_.size(); ++i)
      wrong += array_[i] != problem_.after[i];
    return wrong;
  }

  [[nodiscard]] std::int64_t messages() const override { return static_cast<std::int64_t>(problem_.sends.size()); }
  [[nodiscard]] std::int64_t bytes() const override {
    std::int64_t elements = 0;
    for (const halo_message& send : problem_.sends)
      elements += send.region.size();
    return elements * static_cast<std::int64_t>(sizeof(double));
  }

protected:
  [[nodiscard]] const halo_problem& problem() const { return problem_; }
  [[nodiscard]] std::vector<double>& array() { return array_; }

  /// Does something, and adds the time that it took to a part.
  template <class Work> void timed(double parts::* part, Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    spent_.*part += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

private:
  const halo_problem& problem_;
  std::vector<double> array_;
  parts spent_;
};

/// The library's, where a strategy copies is its own affair: in `call` or in `wait`.
class library_exchange : public halo_contender {
public:
  /// Collective.
  library_exchange(const halo_problem& p, brick::halo_strategy how)
      : halo_contender(p), halos_(p.world, {.strategy = how}) {
    for (const halo_message& m : p.sends)
      sends_.push_back(halos_.add_send({.parts = {{.region = m.region}}, .rank = m.rank, .tag = m.tag}));
    for (const halo_message& m : p.receives)
      receives_.push_back(halos_.add_receive({.parts = {{.region = m.region}}, .rank = m.rank, .tag = m.tag}));
    halos_.check();
  }

  void exchange() override {
    brick::halo_status status;
    timed(&parts::call, [&] { status = halos_.start({array()}); });
    timed(&parts::wait, [&] { status.wait(); });
  }

protected:
  brick::halo_exchange& halos() { return halos_; }
  [[nodiscard]] const std::vector<brick::halo_send>& sends() const { return sends_; }
  [[nodiscard]] const std::vector<brick::halo_receive>& receives() const { return receives_; }

private:
  brick::halo_exchange halos_;
  std::vector<brick::halo_send> sends_;
  std::vector<brick::halo_receive> receives_;
};

/// Stage by stage, as in Tausch's algorithm 4.1: receives are posted, all is packed, sent, received, unpacked.
class staged_exchange : public library_exchange {
public:
  using library_exchange::library_exchange;

  void exchange() override {
    statuses_.clear();
    timed(&parts::call, [&] {
      for (const brick::halo_receive id : receives())
        statuses_.push_back(halos().start_receive(id));
    });
    timed(&parts::pack, [&] {
      for (const brick::halo_send id : sends())
        halos().pack(id, 0, array());
    });
    timed(&parts::call, [&] {
      for (const brick::halo_send id : sends())
        statuses_.push_back(halos().start_send(id));
    });
    timed(&parts::wait, [&] {
      for (brick::halo_status& status : statuses_)
        status.wait();
    });
    timed(&parts::pack, [&] {
      for (const brick::halo_receive id : receives())
        halos().unpack(id, 0, array());
    });
  }

private:
  std::vector<brick::halo_status> statuses_;
};

/// As HPCCG and miniFE do it (Tausch, section 5.1): buffers made for each exchange, a loop over a list of indices that
/// fills them; what is received lies in one piece for each neighbour, and is received there.
class exchange_by_hand : public halo_contender {
public:
  explicit exchange_by_hand(const halo_problem& p) : halo_contender(p) {
    for (const halo_message& m : p.sends)
      lists_.push_back(m.region.indices());
    for (const halo_message& m : p.receives)
      if (m.region.records().size() != 1 || m.region.records().front().rows != 1)
        throw brick::error("what is received by hand must lie in one piece");
  }

  void exchange() override {
    std::vector<MPI_Request> requests;
    std::vector<double> buffer;
    timed(&parts::call, [&] { receive(requests); });
    timed(&parts::pack, [&] {
      for (const auto& list : lists_)
        for (const std::int64_t i : list)
          buffer.push_back(array()[static_cast<std::size_t>(i)]);
    });
    timed(&parts::call, [&] { send(buffer.data(), requests); });
    timed(&parts::wait, [&] { wait_for_all(requests); });
  }

private:
  void receive(std::vector<MPI_Request>& requests) {
    for (const halo_message& m : problem().receives)
      check_mpi(MPI_Irecv(array().data() + m.region.records().front().start, static_cast<int>(m.region.size()),
                          MPI_DOUBLE, m.rank, m.tag, MPI_COMM_WORLD, &requests.emplace_back(MPI_REQUEST_NULL)),
                "MPI_Irecv");
  }

  void send(const double* buffer, std::vector<MPI_Request>& requests) const {
    for (const halo_message& m : problem().sends) {
      check_mpi(MPI_Isend(buffer, static_cast<int>(m.region.size()), MPI_DOUBLE, m.rank, m.tag, MPI_COMM_WORLD,
                          &requests.emplace_back(MPI_REQUEST_NULL)),
                "MPI_Isend");
      buffer += m.region.size();
    }
  }

  std::vector<std::vector<std::int64_t>> lists_;
};

/// Moves nothing, so that tests see that wrong values are found.
class no_exchange : public halo_contender {
public:
  using halo_contender::halo_contender;
  void exchange() override {}
};

/// The strategy with that name; empty if there is none.
inline std::optional<brick::halo_strategy> halo_strategy_named(std::string_view name) {
  using enum brick::halo_strategy;
  for (const brick::halo_strategy each :
       {packed, persistent, types, neighbourhood, maximal_block, packed_put, fixed_pipeline, superpipeline})
    if (to_string(each) == name) return each;
  return {};
}

/// Collective. `name`: a strategy of the library, by_hand, or none. Throws `error` for others.
inline std::unique_ptr<contender> halo_contender_named(const halo_problem& p, const std::string& name) {
  if (name == "by_hand") return std::make_unique<exchange_by_hand>(p);
  if (name == "none") return std::make_unique<no_exchange>(p);
  const auto strategy = halo_strategy_named(name);
  if (!strategy) throw brick::error("unknown way to exchange a halo: '" + name + "'");
  if (*strategy == brick::halo_strategy::packed || *strategy == brick::halo_strategy::persistent)
    return std::make_unique<staged_exchange>(p, *strategy);
  return std::make_unique<library_exchange>(p, *strategy);
}

} // namespace bench
