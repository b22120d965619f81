// SPDX-License-Identifier: MIT
// A libcuda.so.1 without a GPU: the functions that cuda_device.cpp looks up, with two devices whose memory is the
// host's. What a device is told to do is done as late as CUDA may do it, when somebody waits, so that a host that does
// not wait sees other values. New memory is full of garbage, freed memory too. What CUDA refuses is refused with its
// codes; what it cannot notice and a test must (memory freed twice, or never) ends the process.
//
// FAKE_CUDA, read at every call, makes things fail: no-device, private-memory (the host must not touch a device's
// memory while that computes), no-memory, launch-fails, kernel-fails.
#include "fake_cuda.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using address = unsigned long long;

enum code : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  invalid_handle = 400,
  not_found = 500,
  illegal_address = 700,
  launch_out_of_resources = 701,
};

constexpr std::pair<code, const char*> texts[] = {
    {success, "no error"},
    {invalid_value, "invalid argument"},
    {out_of_memory, "out of memory"},
    {not_initialized, "initialization error"},
    {no_device, "no CUDA-capable device is detected"},
    {invalid_device, "invalid device ordinal"},
    {invalid_image, "device kernel image is invalid"},
    {invalid_context, "invalid device context"},
    {invalid_handle, "invalid resource handle"},
    {not_found, "named symbol not found"},
    {illegal_address, "an illegal memory access was encountered"},
    {launch_out_of_resources, "too many resources requested for launch"},
};

constexpr unsigned most_threads = 1024; ///< of a block
constexpr std::size_t alignment = 512;  ///< of memory: less than a page, as CUDA does not promise one
constexpr int garbage = 0xfd;           ///< bytes of no number that a stencil computes
constexpr int concurrent_managed_access = 89;
constexpr unsigned attach_global = 1;

bool fails(std::string_view how) {
  const char* const mode = std::getenv("FAKE_CUDA");
  return mode && how == mode;
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "fake CUDA: %s\n", what);
  std::abort();
}

/// A device's primary context: all that is in it goes with its last user.
struct context {
  int users = 0;
  bool failed = false; ///< after which CUDA answers every call with the same error
  std::map<std::byte*, std::size_t> memory;
  std::vector<std::function<void()>> queue;
  std::list<const fake_cuda::image*> modules; ///< whose handles are the addresses of these entries

  [[nodiscard]] bool holds(const std::byte* first, std::size_t bytes) const {
    auto next = memory.upper_bound(const_cast<std::byte*>(first));
    if (next == memory.begin()) return false;
    --next;
    return first + bytes <= next->first + next->second;
  }

  void give_back(std::map<std::byte*, std::size_t>::iterator block) {
    std::memset(block->first, garbage, block->second);
    std::free(block->first);
    memory.erase(block);
  }

  code finish() {
    if (!failed && !queue.empty() && fails("kernel-fails")) failed = true;
    for (const auto& task : std::exchange(queue, {}))
      if (!failed) task();
    return failed ? illegal_address : success;
  }
};

bool initialized = false;
std::array<context, 2> contexts;
thread_local context* current = nullptr;

/// Why a call that needs a context cannot be answered.
code refusal() {
  if (!initialized) return not_initialized;
  if (!current || current->users == 0) return invalid_context;
  return current->failed ? illegal_address : success;
}

bool is_device(int device) { return device >= 0 && device < static_cast<int>(contexts.size()); }

/// A launch's arguments, as they are now.
class argument_copies {
public:
  argument_copies(const fake_cuda::kernel& kernel, void* const* arguments) {
    for (const std::size_t bytes : kernel.argument_bytes) {
      copies_.push_back(std::make_unique<std::byte[]>(bytes));
      std::memcpy(copies_.back().get(), *arguments++, bytes);
      addresses_.push_back(copies_.back().get());
    }
  }
  [[nodiscard]] void* const* addresses() const { return addresses_.data(); }

private:
  std::vector<std::unique_ptr<std::byte[]>> copies_;
  std::vector<void*> addresses_;
};

} // namespace

extern "C" {

int cuInit(unsigned flags) {
  if (flags != 0) return invalid_value;
  if (fails("no-device")) return no_device;
  initialized = true;
  return success;
}

int cuDeviceGetCount(int* count) {
  if (!initialized) return not_initialized;
  *count = static_cast<int>(contexts.size());
  return success;
}

int cuDeviceGet(int* device, int number) {
  if (!initialized) return not_initialized;
  if (!is_device(number)) return invalid_device;
  *device = number;
  return success;
}

int cuDeviceGetName(char* name, int bytes, int device) {
  if (!is_device(device)) return invalid_device;
  std::snprintf(name, static_cast<std::size_t>(bytes), "fake GPU %d", device);
  return success;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
  if (!is_device(device)) return invalid_device;
  if (attribute != concurrent_managed_access) return invalid_value;
  *value = fails("private-memory") ? 0 : 1;
  return success;
}

int cuDevicePrimaryCtxRetain(context** result, int device) {
  if (!is_device(device)) return invalid_device;
  *result = &contexts[static_cast<std::size_t>(device)];
  ++(*result)->users;
  return success;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  if (!is_device(device)) return invalid_device;
  context& released = contexts[static_cast<std::size_t>(device)];
  if (released.users == 0) return invalid_context;
  if (--released.users > 0) return success;
  if (!released.failed && !released.memory.empty()) give_up("memory has never been freed");
  while (!released.memory.empty())
    released.give_back(released.memory.begin());
  released = {};
  return success;
}

int cuCtxSetCurrent(context* wanted) {
  if (!initialized) return not_initialized;
  current = wanted;
  return success;
}

int cuCtxSynchronize() {
  if (const code refused = refusal()) return refused;
  return current->finish();
}

int cuMemAllocManaged(address* memory, std::size_t bytes, unsigned flags) {
  if (const code refused = refusal()) return refused;
  if (bytes == 0 || flags != attach_global) return invalid_value;
  if (fails("no-memory")) return out_of_memory;
  void* const place = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!place) return out_of_memory;
  std::memset(place, garbage, bytes);
  current->memory.emplace(static_cast<std::byte*>(place), bytes);
  *memory = reinterpret_cast<address>(place);
  return success;
}

/// Waits for the device, as CUDA does.
int cuMemFree_v2(address memory) {
  if (const code refused = refusal()) return refused;
  const auto block = current->memory.find(reinterpret_cast<std::byte*>(memory));
  if (block == current->memory.end()) give_up("memory is freed that is none");
  const code finished = current->finish();
  if (finished == success) current->give_back(block);
  return finished;
}

int cuMemsetD8Async(address memory, unsigned char value, std::size_t count, void* stream) {
  if (const code refused = refusal()) return refused;
  auto* const first = reinterpret_cast<std::byte*>(memory);
  if (stream || !current->holds(first, count)) return invalid_value;
  current->queue.emplace_back([=] { std::memset(first, value, count); });
  return success;
}

int cuModuleLoadData(const fake_cuda::image*** module, const fake_cuda::image* image) {
  if (const code refused = refusal()) return refused;
  if (image->magic != fake_cuda::is_image) return invalid_image;
  current->modules.push_back(image);
  *module = &current->modules.back();
  return success;
}

int cuModuleGetFunction(const fake_cuda::kernel** function, const fake_cuda::image** module, const char* name) {
  if (const code refused = refusal()) return refused;
  for (const fake_cuda::kernel& kernel : (*module)->kernels)
    if (std::string_view(kernel.name) == name) {
      *function = &kernel;
      return success;
    }
  return not_found;
}

/// Blocks run in no order that a program may count on: here, the last one first.
int cuLaunchKernel(const fake_cuda::kernel* kernel, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z,
                   unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared_bytes, void* stream,
                   void** arguments, void** more) {
  if (const code refused = refusal()) return refused;
  if (!kernel) return invalid_handle;
  if (blocks_x == 0 || blocks_y != 1 || blocks_z != 1 || threads_x == 0 || threads_x > most_threads || threads_y != 1 ||
      threads_z != 1 || shared_bytes != 0 || stream || !arguments || more)
    return invalid_value;
  if (fails("launch-fails")) return launch_out_of_resources;
  current->queue.emplace_back(
      [=, copies = std::make_shared<const argument_copies>(*kernel, arguments)] { // std::function copies what it holds
        for (std::int64_t block = blocks_x; block-- > 0;)
          for (unsigned thread = 0; thread < threads_x; ++thread)
            kernel->run(block, static_cast<int>(thread), copies->addresses());
      });
  return success;
}

int cuGetErrorString(int wanted, const char** text) {
  for (const auto& [known, its_text] : texts)
    if (known == wanted) {
      *text = its_text;
      return success;
    }
  *text = nullptr;
  return invalid_value;
}

} // extern "C"
