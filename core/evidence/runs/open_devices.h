// SPDX-License-Identifier: GPL-3.0-or-later
// Detects which accelerators a program's processes have open. Work on an accelerator does not show up in processor
// time, memory or this machine's ceilings. Internal to core/evidence/runs.
//
//     OpenDeviceWatch watch;
//     if (watch.startInspectionIfDue(now)) watch.inspectProcess(process);   // each process, repeatedly while it runs
//     watch.devices();                                                      // {"/dev/nvidia0"}
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright::detail {

/// Whether a file is an accelerator, or the common device file for all accelerators of a kind: "/dev/nvidia0" (NVIDIA),
/// "/dev/kfd" (AMD's ROCm), "/dev/accel/accel0" (the kernel's own class, Documentation/accel), "/dev/accel0" (Google's
/// TPU), "/dev/neuron0" (Amazon's), "/dev/davinci0" (Huawei's). Not "/dev/nvidiactl", which programs open to count
/// devices, nor "/dev/dri/renderD128", which windowed programs open for drawing.
[[nodiscard]] bool isAccelerator(std::string_view file);

/// "NVIDIA H100 80GB HBM3" for "/dev/nvidia0", as reported by its driver in `procDriver` (/proc/driver/nvidia); "an AMD
/// GPU" and the like if no driver reports a model.
[[nodiscard]] std::string acceleratorName(const std::string& file,
                                          const std::string& procDriver = "/proc/driver/nvidia");

/// "2 × NVIDIA H100 80GB HBM3", or "… and …" for several models; empty if there are no files.
[[nodiscard]] std::string acceleratorNames(const std::set<std::string>& files,
                                           const std::string& procDriver = "/proc/driver/nvidia");

class OpenDeviceWatch {
public:
    /// True at most four times a second, since there are many descriptors and they stay open for a long time. If true,
    /// inspect all processes.
    [[nodiscard]] bool startInspectionIfDue(double nowS);
    void inspectProcess(pid_t process);
    [[nodiscard]] const std::set<std::string>& devices() const { return m_devices; }

private:
    std::set<std::string> m_devices;
    double m_nextInspectionS = 0;
};

}  // namespace scalewright::detail
