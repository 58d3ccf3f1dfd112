// Which accelerators a program's processes have open: what it computes there is not seen in its processor time, its
// memory or this machine's ceilings. Internal to core/evidence/runs.
//
//     OpenDevices devices;
//     if (devices.wantsToLook(now)) devices.look(process);   // each of the program's, again and again while it runs
//     devices.found();                                        // {"/dev/nvidia0"}
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright::detail {

/// Whether a file is one accelerator's, or all of a kind's: "/dev/nvidia0" (NVIDIA), "/dev/kfd" (AMD's ROCm),
/// "/dev/accel/accel0" (the kernel's own class, Documentation/accel), "/dev/accel0" (Google's TPU), "/dev/neuron0"
/// (Amazon's), "/dev/davinci0" (Huawei's). Not "/dev/nvidiactl", which a program opens to ask how many there are, nor
/// "/dev/dri/renderD128", which a window has open to be drawn.
[[nodiscard]] bool isAccelerator(std::string_view file);

/// "NVIDIA H100 80GB HBM3" of "/dev/nvidia0", as its driver says it in `procDriver` (/proc/driver/nvidia); "an AMD
/// accelerator" and so on where no driver says a model.
[[nodiscard]] std::string acceleratorName(const std::string& file,
                                          const std::string& procDriver = "/proc/driver/nvidia");

/// "2 × NVIDIA H100 80GB HBM3", of several models "… and …"; empty of none.
[[nodiscard]] std::string acceleratorNames(const std::set<std::string>& files,
                                           const std::string& procDriver = "/proc/driver/nvidia");

class OpenDevices {
public:
    /// Four times a second at most: descriptors are many, and stay open for long. Then all processes are looked at.
    [[nodiscard]] bool wantsToLook(double nowS);
    void look(pid_t process);
    [[nodiscard]] const std::set<std::string>& found() const { return m_found; }

private:
    std::set<std::string> m_found;
    double m_nextS = 0;
};

}  // namespace scalewright::detail
