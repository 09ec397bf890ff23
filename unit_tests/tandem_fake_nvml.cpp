// SPDX-License-Identifier: BSD-3-Clause
// Stands in for NVIDIA's management library: three devices, the last of which can't tell its energy. A test
// sets what the others have used and sees how often the library is open.

extern "C" {

int fake_nvml_users = 0;
unsigned long long fake_nvml_millijoules[2] = {};

int nvmlInit_v2() {
  ++fake_nvml_users;
  return 0;
}

int nvmlShutdown() {
  --fake_nvml_users;
  return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 3;
  return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** handle) {
  *handle = index < 2 ? fake_nvml_millijoules + index : nullptr;
  return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  constexpr int not_supported = 3;
  if (device == nullptr) return not_supported;
  *millijoules = *static_cast<unsigned long long const*>(device);
  return 0;
}
}
