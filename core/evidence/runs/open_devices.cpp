// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/open_devices.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"

namespace scalewright::detail {

namespace {

constexpr double inspectionIntervalS = 0.25;
constexpr int maximumOpenFiles = 4096;

struct DeviceKind {
    std::string_view prefix;  ///< of the device path; followed by a number if `isNumbered`
    bool isNumbered;
    const char* name;
};
constexpr std::array deviceKinds{
    DeviceKind{"/dev/nvidia", true, "an NVIDIA GPU"},       DeviceKind{"/dev/kfd", false, "an AMD GPU"},
    DeviceKind{"/dev/accel/accel", true, "an accelerator"}, DeviceKind{"/dev/accel", true, "a TPU"},
    DeviceKind{"/dev/neuron", true, "a Neuron device"},     DeviceKind{"/dev/davinci", true, "an Ascend NPU"},
};

const DeviceKind* deviceKindOf(std::string_view file)
{
    return findElementIf(deviceKinds, [&](const DeviceKind& kind) {
        if (!file.starts_with(kind.prefix))
            return false;
        const std::string_view suffix = file.substr(kind.prefix.size());
        return kind.isNumbered ? !suffix.empty() && suffix.find_first_not_of("0123456789") == std::string_view::npos
                               : suffix.empty();
    });
}

/// The value of "Model:" or "Device Minor:" in a card's information file, in the NVIDIA driver's format.
std::string readDriverField(const std::filesystem::path& file, std::string_view key)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key)) {
            const std::size_t begin = line.find_first_not_of(" \t", key.size());
            return begin == std::string::npos ? std::string() : sanitised(line.substr(begin));
        }
    return {};
}

std::string readNvidiaModel(std::string_view minor, const std::string& procDriver)
{
    std::error_code ignored;
    for (const auto& card : std::filesystem::directory_iterator(std::filesystem::path(procDriver) / "gpus", ignored)) {
        const std::filesystem::path information = card.path() / "information";
        if (readDriverField(information, "Device Minor:") == minor)
            return readDriverField(information, "Model:");
    }
    return {};
}

}  // namespace

bool isAccelerator(std::string_view file)
{
    return deviceKindOf(file) != nullptr;
}

std::string acceleratorName(const std::string& file, const std::string& procDriver)
{
    const DeviceKind* kind = deviceKindOf(file);
    if (kind == nullptr)
        return {};
    if (kind == deviceKinds.data())
        if (std::string model = readNvidiaModel(std::string_view(file).substr(kind->prefix.size()), procDriver);
            !model.empty())
            return model;
    return kind->name;
}

std::string acceleratorNames(const std::set<std::string>& files, const std::string& procDriver)
{
    std::map<std::string, int> countByName;
    for (const std::string& file : files)
        ++countByName[acceleratorName(file, procDriver)];
    std::vector<std::string> names;
    for (const auto& [name, count] : countByName)
        names.push_back(count == 1 ? name : fmt::format("{} × {}", count, name));
    return fmt::format("{}", fmt::join(names, " and "));
}

bool OpenDeviceWatch::startInspectionIfDue(double nowS)
{
    if (nowS < m_nextInspectionS)
        return false;
    m_nextInspectionS = nowS + inspectionIntervalS;
    return true;
}

void OpenDeviceWatch::inspectProcess(pid_t process)
{
    const std::string folder = fmt::format("/proc/{}/fd", process);
    const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
    if (!open)
        return;
    int count = 0;
    std::array<char, 64> target{};  // no accelerator's path is longer
    while (const dirent* entry = readdir(open.get())) {
        if (entry->d_name[0] == '.' || ++count > maximumOpenFiles)
            continue;
        const ssize_t length = readlinkat(dirfd(open.get()), entry->d_name, target.data(), target.size());
        if (length <= 0)
            continue;
        if (const std::string_view file(target.data(), static_cast<std::size_t>(length)); isAccelerator(file))
            m_devices.emplace(file);
    }
}

}  // namespace scalewright::detail
