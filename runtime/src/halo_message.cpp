// SPDX-License-Identifier: MIT
#include "halo_message.hpp"

#include "brick/error.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

/// A request of its own, or the persistent one of the side and the rank.
class halo_request {
public:
  halo_request() = default;
  halo_request(const halo_request&) = delete;
  halo_request& operator=(const halo_request&) = delete;

  [[nodiscard]] MPI_Request* own() { return &own_; }

  /// Starts the persistent request, which `init` makes the first time.
  template <class Init> void start(persistent_request& persistent, const std::string& what, Init&& init) {
    if (persistent.active)
      throw error(what + " is started again before it is complete, which a persistent request cannot be; use "
                         "another strategy, or halo_out_of_sync::wait");
    if (persistent.handle == MPI_REQUEST_NULL) init(&persistent.handle);
    const returned_errors here;
    check_mpi(MPI_Start(&persistent.handle), "MPI_Start");
    persistent.active = true;
    persistent_ = &persistent;
  }

  /// What MPI_Test says.
  int test(int& done, MPI_Status& status) {
    const returned_errors here;
    const int code = MPI_Test(persistent_ ? &persistent_->handle : &own_, &done, &status);
    if (persistent_ && (done || code != MPI_SUCCESS)) persistent_->active = false;
    return code;
  }

  /// True when nothing will touch the memory any more.
  bool cancel(bool receives) noexcept {
    const returned_errors here;
    if (mpi_has_ended()) return false;
    int done = 0;
    MPI_Request* request = persistent_ ? &persistent_->handle : &own_;
    if (*request == MPI_REQUEST_NULL) return true;
    if (receives) MPI_Cancel(request); // a send cannot be
    if (MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done) {
      if (persistent_) persistent_->active = false;
      return true;
    }
    if (!persistent_) MPI_Request_free(request);
    return false;
  }

private:
  MPI_Request own_ = MPI_REQUEST_NULL;
  persistent_request* persistent_ = nullptr;
};

class sent_message final : public halo_operation {
public:
  sent_message(const std::shared_ptr<halo_group>& group, halo_side& side, int rank, int tag,
               std::span<const halo_array> arrays)
      : halo_operation(group), side_(side), rank_(rank), memory_(side.packs() ? side.memory() : nullptr) {
    const mpi_place at = side.place(arrays);
    const MPI_Comm ranks = communicator_of(group->ranks);
    if (side.strategy == halo_strategy::persistent)
      request_.start(side.persistent[rank], side.name, [&](MPI_Request* request) {
        check_mpi(MPI_Send_init(at.data, at.count, at.type, rank, tag, ranks, request), "MPI_Send_init");
      });
    else
      check_mpi(MPI_Isend(at.data, at.count, at.type, rank, tag, ranks, request_.own()), "MPI_Isend");
  }

private:
  [[nodiscard]] awaited awaits() const override { return {side_.exchange(), {rank_}}; }

  bool progress() override {
    int done = 0;
    MPI_Status status;
    check_mpi(request_.test(done, status), "MPI_Test");
    return done != 0;
  }

  bool cancel() noexcept override {
    const bool complete = request_.cancel(false);
    if (!complete) group_->parked.push_back(memory_);
    return complete;
  }

  const halo_side& side_; // completes or gives up its operations before it goes
  int rank_;
  halo_buffer memory_;
  halo_request request_;
};

class received_message final : public halo_operation {
public:
  received_message(const std::shared_ptr<halo_group>& group, halo_side& side, int rank, int tag,
                   std::span<const halo_array> arrays)
      : halo_operation(group), side_(side), rank_(rank), tag_(tag), arrays_(arrays.begin(), arrays.end()),
        memory_(side.packs() ? side.memory() : nullptr), probing_(!side.checked) {
    if (!probing_) post();
  }

private:
  void post() {
    const mpi_place at = side_.place(arrays_);
    const MPI_Comm ranks = communicator_of(group_->ranks);
    if (side_.strategy == halo_strategy::persistent)
      request_.start(side_.persistent[rank_], side_.name, [&](MPI_Request* request) {
        check_mpi(MPI_Recv_init(at.data, at.count, at.type, rank_, tag_, ranks, request), "MPI_Recv_init");
      });
    else
      check_mpi(MPI_Irecv(at.data, at.count, at.type, rank_, tag_, ranks, request_.own()), "MPI_Irecv");
  }

  /// Looks for the message and begins to receive it, elsewhere if it has a wrong length: its sender may wait for that.
  bool probe() {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check_mpi(MPI_Improbe(rank_, tag_, communicator_of(group_->ranks), &found, &message, &status), "MPI_Improbe");
    if (!found) return false;
    probing_ = false;
    const int bytes = bytes_of(status);
    mpi_place at = side_.place(arrays_);
    if (bytes != side_.layout.bytes()) {
      memory_ = std::make_shared<message_bytes>(static_cast<std::size_t>(bytes));
      at = {memory_->data(), bytes, MPI_BYTE};
    }
    check_mpi(MPI_Imrecv(at.data, at.count, at.type, &message, request_.own()), "MPI_Imrecv");
    return true;
  }

  static int bytes_of(const MPI_Status& status) {
    int bytes = 0;
    check_mpi(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
    return bytes;
  }

  [[nodiscard]] awaited awaits() const override { return {side_.exchange(), {rank_}}; }

  /// A sender may wait until its message is received.
  bool do_advance() override { return probing_ && probe(); }

  bool progress() override {
    if (probing_ && !probe()) return false;
    int done = 0;
    MPI_Status status;
    check_mpi(request_.test(done, status), "MPI_Test");
    if (!done) return false;
    if (bytes_of(status) != side_.layout.bytes()) throw error(wrong_length(side_, rank_, bytes_of(status)));
    if (memory_ && !arrays_.empty()) side_.layout.unpack(arrays_, memory_->data());
    return true;
  }

  /// A message that has come meanwhile is not looked at.
  bool cancel() noexcept override {
    if (!probing_ && !request_.cancel(true)) group_->parked.push_back(memory_);
    return false;
  }

  halo_side& side_; // completes or gives up its operations before it goes
  int rank_, tag_;
  std::vector<halo_array> arrays_;
  halo_buffer memory_;
  halo_request request_;
  bool probing_;
};

} // namespace

halo_operation_ptr start_message(const std::shared_ptr<halo_group>& group, halo_side& send, int rank, int tag,
                                 std::span<const halo_array> arrays) {
  return std::make_shared<sent_message>(group, send, rank, tag, arrays);
}

halo_operation_ptr expect_message(const std::shared_ptr<halo_group>& group, halo_side& receive, int rank, int tag,
                                  std::span<const halo_array> arrays) {
  return std::make_shared<received_message>(group, receive, rank, tag, arrays);
}

std::string wrong_length(const halo_side& receive, int rank, std::int64_t bytes) {
  return receive.name + " expects " + std::to_string(receive.layout.bytes()) + " bytes from rank " +
         std::to_string(rank) + ", but the message has " + std::to_string(bytes);
}

} // namespace brick::detail
