// SPDX-License-Identifier: MIT
// The C interface of the halo library: every function calls its C++ counterpart, and turns what that throws into a
// code.
#include "brick/halo.h"

#include <exception>
#include <new>
#include <string>

#include "brick/error.hpp"
#include "brick/halo.hpp"
#include "brick/mpi.hpp"

struct brick_halo_ranks {
  brick::communicator ranks;
};

struct brick_halo {
  brick::halo_exchange exchange;
};

struct brick_halo_status {
  brick::halo_status status;
};

namespace {

/// The words of this thread's last error, as errno is its last code: a C caller has no other place for them, since the
/// object whose making has failed does not exist.
thread_local std::string last_error;

int failed(int code, const char* words) noexcept {
  try {
    last_error = words;
  } catch (const std::bad_alloc&) {
    last_error.clear();
  }
  return code;
}

template <class Body> int guarded(Body&& body) noexcept {
  try {
    body();
    return BRICK_HALO_OK;
  } catch (const std::bad_alloc&) {
    return failed(BRICK_HALO_NO_MEMORY, "out of memory");
  } catch (const std::exception& failure) {
    return failed(BRICK_HALO_ERROR, failure.what());
  } catch (...) {
    return failed(BRICK_HALO_ERROR, "an exception of unknown type");
  }
}

template <class Object> Object& given(Object* object, const char* what) {
  if (!object) throw brick::error(std::string(what) + " is NULL");
  return *object;
}

brick::halo_exchange& exchange_of(brick_halo* halo) { return given(halo, "the brick_halo").exchange; }
const brick::halo_exchange& exchange_of(const brick_halo* halo) { return given(halo, "the brick_halo").exchange; }

/// Makes an object in `*place`, which is NULL where that fails.
template <class Object, class Make> int make(Object** place, Make&& construct) noexcept {
  return guarded([&] {
    given(place, "the place for a result") = nullptr;
    *place = new Object{construct()};
  });
}

template <class Object> int destroy(Object** place) noexcept {
  return guarded([&] {
    delete given(place, "the object to free");
    *place = nullptr;
  });
}

std::size_t count_of(std::int64_t count, const void* list, const char* what) {
  if (count < 0) throw brick::error(std::string("the number of ") + what + " is negative: " + std::to_string(count));
  if (count > 0 && !list) throw brick::error(std::string("the list of ") + what + " is NULL");
  return static_cast<std::size_t>(count);
}

brick::halo_region region_of(const brick_halo_part& part) {
  if (part.indices)
    return brick::halo_region::of_indices({part.indices, count_of(part.count, part.indices, "indices")});
  std::vector<brick::halo_record> records;
  for (std::size_t i = 0; i < count_of(part.count, part.records, "records"); ++i) {
    const brick_halo_record& r = part.records[i];
    records.push_back({r.start, r.columns, r.rows, r.stride});
  }
  return brick::halo_region(records);
}

brick::halo_strategy strategy_of(int strategy) {
  const auto result = static_cast<brick::halo_strategy>(strategy);
  (void)to_string(result); // throws for others
  return result;
}

brick::halo_spec spec_of(int part_count, const brick_halo_part* parts, int rank, int tag, int strategy) {
  brick::halo_spec spec{.parts = {}, .rank = rank, .tag = tag};
  for (std::size_t i = 0; i < count_of(part_count, parts, "parts"); ++i)
    spec.parts.push_back({region_of(parts[i]), parts[i].element_bytes, parts[i].array});
  if (strategy != BRICK_HALO_DEFAULT) spec.strategy = strategy_of(strategy);
  return spec;
}

/// None where all are 0.
std::optional<brick::put_costs> costs_of(const brick_halo_costs& costs) {
  const brick::put_costs given{.latency = costs.latency,
                               .put = costs.put,
                               .put_byte = costs.put_byte,
                               .copy_run = costs.copy_run,
                               .copy_byte = costs.copy_byte,
                               .ahead = costs.ahead,
                               .core_byte = costs.core_byte};
  constexpr brick::put_costs none{0, 0, 0, 0, 0, 0, 0};
  return given == none ? std::nullopt : std::optional(given);
}

brick::halo_options options_of(const brick_halo_options& options) {
  if (options.out_of_sync < BRICK_HALO_IGNORE || options.out_of_sync > BRICK_HALO_WAIT)
    throw brick::error("there is no way to handle operations out of sync with number " +
                       std::to_string(options.out_of_sync));
  brick::halo_options result{.strategy = strategy_of(options.strategy),
                             .out_of_sync = static_cast<brick::halo_out_of_sync>(options.out_of_sync),
                             .tags = options.tags,
                             .blocks = {.first = options.block_bytes, .factor = options.block_factor},
                             .costs = costs_of(options.costs),
                             .node_costs = costs_of(options.node_costs),
                             .threads = options.threads};
  if (options.warning)
    result.warning = [warning = options.warning, context = options.context](const std::string& words) {
      warning(words.c_str(), context);
    };
  return result;
}

brick::halo_array array_of(const brick_halo_array& array) {
  if (array.length < 0) throw brick::error("the length of an array is negative: " + std::to_string(array.length));
  return {array.data, array.length, array.element_bytes};
}

template <class Array> std::vector<Array> arrays_of(int count, const brick_halo_array* arrays) {
  std::vector<Array> result;
  for (std::size_t i = 0; i < count_of(count, arrays, "arrays"); ++i)
    result.push_back(array_of(arrays[i]));
  return result;
}

/// A call that starts an operation.
template <class Start> int start(brick_halo_status** status, Start&& operation) noexcept {
  return make(status, operation);
}

} // namespace

extern "C" {

const char* brick_halo_error() { return last_error.c_str(); }

int brick_halo_ranks_create(MPI_Comm comm, brick_halo_ranks** ranks) {
  return make(ranks, [&] { return brick::duplicate(comm); });
}

int brick_halo_ranks_create_fortran(int comm, brick_halo_ranks** ranks) {
  return make(ranks, [&] { return brick::detail::duplicate_of_fortran(comm); });
}

int brick_halo_refuse_fortran(const char* words) { return failed(BRICK_HALO_ERROR, words); }

int brick_halo_ranks_free(brick_halo_ranks** ranks) { return destroy(ranks); }

brick_halo_options brick_halo_default_options() {
  const brick::halo_options options;
  return {.strategy = static_cast<int>(options.strategy),
          .out_of_sync = static_cast<int>(options.out_of_sync),
          .tags = options.tags,
          .warning = nullptr,
          .context = nullptr,
          .block_bytes = options.blocks.first,
          .block_factor = options.blocks.factor,
          .costs = {},
          .node_costs = {},
          .threads = options.threads};
}

int brick_halo_create(const brick_halo_ranks* ranks, const brick_halo_options* options, brick_halo** halo) {
  return make(halo, [&] {
    const brick_halo_options wanted = options ? *options : brick_halo_default_options();
    return brick::halo_exchange(given(ranks, "the brick_halo_ranks").ranks, options_of(wanted));
  });
}

int brick_halo_free(brick_halo** halo) { return destroy(halo); }

int brick_halo_add_send(brick_halo* halo, int part_count, const brick_halo_part* parts, int rank, int tag, int strategy,
                        int* id) {
  return guarded([&] {
    int& result = given(id, "the place for an id");
    result = static_cast<int>(exchange_of(halo).add_send(spec_of(part_count, parts, rank, tag, strategy)));
  });
}

int brick_halo_add_receive(brick_halo* halo, int part_count, const brick_halo_part* parts, int rank, int tag,
                           int strategy, int* id) {
  return guarded([&] {
    int& result = given(id, "the place for an id");
    result = static_cast<int>(exchange_of(halo).add_receive(spec_of(part_count, parts, rank, tag, strategy)));
  });
}

int brick_halo_send_bytes(const brick_halo* halo, int id, int64_t* bytes) {
  return guarded([&] { given(bytes, "the place for a number") = exchange_of(halo).bytes(brick::halo_send{id}); });
}

int brick_halo_receive_bytes(const brick_halo* halo, int id, int64_t* bytes) {
  return guarded([&] { given(bytes, "the place for a number") = exchange_of(halo).bytes(brick::halo_receive{id}); });
}

int brick_halo_check(brick_halo* halo) {
  return guarded([&] { exchange_of(halo).check(); });
}

int brick_halo_exchange(brick_halo* halo, int array_count, const brick_halo_array* arrays) {
  return guarded([&] { exchange_of(halo).exchange(arrays_of<brick::halo_array>(array_count, arrays)); });
}

int brick_halo_start(brick_halo* halo, int array_count, const brick_halo_array* arrays, brick_halo_status** status) {
  return start(status, [&] { return exchange_of(halo).start(arrays_of<brick::halo_array>(array_count, arrays)); });
}

int brick_halo_start_send(brick_halo* halo, int id, int array_count, const brick_halo_array* arrays, int rank,
                          brick_halo_status** status) {
  return start(status, [&] {
    return exchange_of(halo).start_send(brick::halo_send{id}, arrays_of<brick::halo_source>(array_count, arrays), rank);
  });
}

int brick_halo_start_receive(brick_halo* halo, int id, int array_count, const brick_halo_array* arrays, int rank,
                             brick_halo_status** status) {
  return start(status, [&] {
    return exchange_of(halo).start_receive(brick::halo_receive{id}, arrays_of<brick::halo_array>(array_count, arrays),
                                           rank);
  });
}

int brick_halo_pack_all(brick_halo* halo, int array_count, const brick_halo_array* arrays) {
  return guarded([&] { exchange_of(halo).pack_all(arrays_of<brick::halo_source>(array_count, arrays)); });
}

int brick_halo_prepare_pack(brick_halo* halo, int array_count, const brick_halo_array* arrays) {
  return guarded([&] { exchange_of(halo).prepare_pack(arrays_of<brick::halo_source>(array_count, arrays)); });
}

int brick_halo_pack_share(const brick_halo* halo, int thread, int threads) {
  return guarded([&] { exchange_of(halo).pack_share(thread, threads); });
}

int brick_halo_pack(brick_halo* halo, int id, int number, brick_halo_array array) {
  return guarded([&] { exchange_of(halo).pack(brick::halo_send{id}, number, array_of(array)); });
}

int brick_halo_start_pack(brick_halo* halo, int id, int number, brick_halo_array array, brick_halo_status** status) {
  return start(status, [&] { return exchange_of(halo).start_pack(brick::halo_send{id}, number, array_of(array)); });
}

int brick_halo_start_send_packed(brick_halo* halo, int id, int rank, brick_halo_status** status) {
  return start(status, [&] { return exchange_of(halo).start_send(brick::halo_send{id}, rank); });
}

int brick_halo_start_receive_packed(brick_halo* halo, int id, int rank, brick_halo_status** status) {
  return start(status, [&] { return exchange_of(halo).start_receive(brick::halo_receive{id}, rank); });
}

int brick_halo_unpack(brick_halo* halo, int id, int number, brick_halo_array array) {
  return guarded([&] { exchange_of(halo).unpack(brick::halo_receive{id}, number, array_of(array)); });
}

int brick_halo_start_unpack(brick_halo* halo, int id, int number, brick_halo_array array, brick_halo_status** status) {
  return start(status,
               [&] { return exchange_of(halo).start_unpack(brick::halo_receive{id}, number, array_of(array)); });
}

int brick_halo_test(brick_halo_status** status, int* complete) {
  bool done = true; // also where it fails: there is nothing to wait for then
  const int code = guarded([&] {
    if (brick_halo_status* under_way = given(status, "the place of a status")) done = under_way->status.test();
  });
  if (done && status) destroy(status);
  if (complete) *complete = done ? 1 : 0;
  return code;
}

int brick_halo_wait(brick_halo_status** status) {
  const int code = guarded([&] {
    if (brick_halo_status* under_way = given(status, "the place of a status")) under_way->status.wait();
  });
  if (status) destroy(status);
  return code;
}

int brick_halo_detach(brick_halo_status** status) {
  return guarded([&] {
    if (brick_halo_status* under_way = given(status, "the place of a status")) under_way->status.detach();
    destroy(status);
  });
}

} // extern "C"
