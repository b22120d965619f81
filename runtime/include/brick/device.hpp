// SPDX-License-Identifier: MIT
// Devices: programs that brickc has compiled for CUDA keep their fields in memory that the GPU and the host share, and
// compute them there. The driver's library is opened when the first grid of such a program is made: neither libbrick
// nor a program needs CUDA to be built or linked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace brick {

/// What the sweeps of a compiled step run on.
enum class processor {
  host,
  cuda,         ///< kernels on a GPU, in whose memory fields lie
  cuda_on_host, ///< the same kernels compiled for the host, to be tested without a GPU
};

std::string_view to_string(processor where);

namespace detail {

/// A kernel in an image that nvcc has made.
struct cuda_kernel {
  const void* image; ///< a fat binary; it stays where it is as long as the program runs
  const char* name;
  int threads; ///< of a block
};

/// The GPU that a rank uses: of those that its node has, that of its place among the node's ranks.
class cuda_device {
public:
  virtual ~cuda_device() = default;

  /// Memory for both the host and the device, zeroed; throws `storage_limit` where there is none. Freed by `free`.
  [[nodiscard]] virtual std::byte* allocate(std::size_t bytes) = 0;
  virtual void free(std::byte* memory) noexcept = 0;

  /// Begins to set such memory to zero, behind what has been begun before.
  virtual void zero(std::byte* memory, std::size_t bytes) = 0;

  /// Begins to run `blocks` blocks of a kernel, behind those begun before. `arguments` are the addresses of its
  /// arguments. Throws `error` where CUDA refuses.
  virtual void launch(const cuda_kernel& kernel, std::int64_t blocks, const void* const* arguments) = 0;

  /// Returns when all kernels have ended: the host may use the memory again. Throws `error` where one has failed.
  virtual void wait() = 0;

  /// The GPU's name.
  [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Opens the driver and the GPU for the rank with that number on its node; throws `error` where there is none.
std::shared_ptr<cuda_device> open_cuda_device(int rank_on_node);

} // namespace detail

} // namespace brick
