// SPDX-License-Identifier: MIT
// A GPU through CUDA's driver, whose library is opened when it is needed. Its functions are declared here, since
// neither building nor installing brick needs CUDA; their interface has not changed since CUDA 7, and the names with
// _v2 are the ones that <cuda.h> has for them.
#include "brick/device.hpp"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <map>
#include <utility>

#include "brick/error.hpp"
#include "brick/storage.hpp"

namespace brick::detail {

namespace {

using result = int; ///< 0 where all is well
using address = unsigned long long;
struct context_of_driver;
struct module_of_driver;
struct function_of_driver;

constexpr int shares_memory_at_any_time = 89; ///< a device's attribute: the host need not wait for the device
constexpr unsigned for_all_streams = 1;       ///< memory that is attached so

/// The driver's functions.
struct driver {
  result (*init)(unsigned flags);
  result (*device_count)(int* count);
  result (*device)(int* device, int number);
  result (*device_name)(char* name, int bytes, int device);
  result (*device_attribute)(int* value, int attribute, int device);
  result (*retain_context)(context_of_driver** context, int device);
  result (*release_context)(int device);
  result (*use_context)(context_of_driver* context);
  result (*synchronize)();
  result (*allocate)(address* memory, std::size_t bytes, unsigned flags);
  result (*free)(address memory);
  result (*set_bytes)(address memory, unsigned char value, std::size_t count, void* stream);
  result (*load_module)(module_of_driver** module, const void* image);
  result (*function)(function_of_driver** function, module_of_driver* module, const char* name);
  result (*launch)(function_of_driver* function, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z,
                   unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared_bytes, void* stream,
                   void** arguments, void** more);
  result (*error_text)(result code, const char** text);
};

template <class Function> void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (!function) throw error(std::string("CUDA's driver has no function ") + name + ": it is too old");
}

driver open_driver() {
  void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL); // never closed: other libraries may use it
  if (!library)
    throw error(std::string("this program is compiled for CUDA, and there is no driver: ") + ::dlerror() +
                " (--target=cuda:host compiles the same kernels for the host)");
  driver found{};
  find(library, "cuInit", found.init);
  find(library, "cuDeviceGetCount", found.device_count);
  find(library, "cuDeviceGet", found.device);
  find(library, "cuDeviceGetName", found.device_name);
  find(library, "cuDeviceGetAttribute", found.device_attribute);
  find(library, "cuDevicePrimaryCtxRetain", found.retain_context);
  find(library, "cuDevicePrimaryCtxRelease_v2", found.release_context);
  find(library, "cuCtxSetCurrent", found.use_context);
  find(library, "cuCtxSynchronize", found.synchronize);
  find(library, "cuMemAllocManaged", found.allocate);
  find(library, "cuMemFree_v2", found.free);
  find(library, "cuMemsetD8Async", found.set_bytes);
  find(library, "cuModuleLoadData", found.load_module);
  find(library, "cuModuleGetFunction", found.function);
  find(library, "cuLaunchKernel", found.launch);
  find(library, "cuGetErrorString", found.error_text);
  return found;
}

class driver_device final : public cuda_device {
public:
  explicit driver_device(int rank_on_node) : cuda_(open_driver()) {
    check(cuda_.init(0), "cuInit");
    int devices = 0;
    check(cuda_.device_count(&devices), "cuDeviceGetCount");
    if (devices == 0) throw error("this program is compiled for CUDA, and this node has no GPU");
    check(cuda_.device(&device_, rank_on_node % devices), "cuDeviceGet");
    std::array<char, 256> name{};
    check(cuda_.device_name(name.data(), static_cast<int>(name.size()), device_), "cuDeviceGetName");
    name_ = name.data();
    int shares = 0;
    check(cuda_.device_attribute(&shares, shares_memory_at_any_time, device_), "cuDeviceGetAttribute");
    if (!shares) throw error(name_ + ": the host cannot use memory while this GPU computes, as brick needs it");
    check(cuda_.retain_context(&context_, device_), "cuDevicePrimaryCtxRetain");
  }

  ~driver_device() override { cuda_.release_context(device_); }
  driver_device(const driver_device&) = delete;
  driver_device& operator=(const driver_device&) = delete;

  std::byte* allocate(std::size_t bytes) override {
    use();
    address memory = 0;
    if (const result code = cuda_.allocate(&memory, bytes, for_all_streams))
      throw storage_limit(name_ + ": memory of " + std::to_string(bytes) + " bytes: " + text_of(code));
    auto* const place = reinterpret_cast<std::byte*>(memory); // NOLINT(performance-no-int-to-ptr): the driver's way
    zero(place, bytes);
    wait(); // the host may write there at once
    return place;
  }

  void free(std::byte* memory) noexcept override {
    if (cuda_.use_context(context_) == 0) (void)cuda_.free(reinterpret_cast<address>(memory));
  }

  void zero(std::byte* memory, std::size_t bytes) override {
    use();
    check(cuda_.set_bytes(reinterpret_cast<address>(memory), 0, bytes, nullptr), "cuMemsetD8Async");
    busy_ = true;
  }

  void launch(const cuda_kernel& kernel, std::int64_t blocks, const void* const* arguments) override {
    use();
    const auto threads = static_cast<unsigned>(kernel.threads);
    check(cuda_.launch(function_of(kernel), static_cast<unsigned>(blocks), 1, 1, threads, 1, 1, 0, nullptr,
                       const_cast<void**>(arguments), nullptr),
          kernel.name);
    busy_ = true;
  }

  void wait() override {
    if (!busy_) return;
    use();
    check(cuda_.synchronize(), "a kernel");
    busy_ = false;
  }

  const std::string& name() const override { return name_; }

private:
  /// A context belongs to a thread, and the program may have several.
  void use() const { check(cuda_.use_context(context_), "cuCtxSetCurrent"); }

  function_of_driver* function_of(const cuda_kernel& kernel) {
    function_of_driver*& function = functions_[{kernel.image, kernel.name}];
    if (function) return function;
    module_of_driver*& module = modules_[kernel.image];
    if (!module) check(cuda_.load_module(&module, kernel.image), "the kernels cannot be loaded");
    check(cuda_.function(&function, module, kernel.name), kernel.name);
    return function;
  }

  [[nodiscard]] std::string text_of(result code) const {
    const char* text = nullptr;
    (void)cuda_.error_text(code, &text);
    return text ? text : "error " + std::to_string(code);
  }

  void check(result code, const char* what) const {
    if (code != 0) throw error("CUDA: " + std::string(what) + ": " + text_of(code));
  }

  driver cuda_;
  int device_ = 0;
  std::string name_;
  context_of_driver* context_ = nullptr;
  std::map<const void*, module_of_driver*> modules_;
  std::map<std::pair<const void*, const char*>, function_of_driver*> functions_;
  std::atomic<bool> busy_ = false; ///< there may be work that nobody has waited for
};

} // namespace

std::shared_ptr<cuda_device> open_cuda_device(int rank_on_node) {
  return std::make_shared<driver_device>(rank_on_node);
}

} // namespace brick::detail

namespace brick {

std::string_view to_string(processor where) {
  switch (where) {
  case processor::host:
    return "the host";
  case processor::cuda:
    return "CUDA";
  case processor::cuda_on_host:
    return "CUDA with its kernels on the host";
  }
  return "";
}

} // namespace brick
