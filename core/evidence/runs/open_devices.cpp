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

#include "core/base/text/quote.h"

namespace scalewright::detail {

namespace {

constexpr double lookEveryS = 0.25;
constexpr int mostOpen = 4096;

struct Kind {
    std::string_view begins;  ///< a device of it; a number follows where `numbered`
    bool numbered;
    const char* name;
};
constexpr std::array kinds{
    Kind{"/dev/nvidia", true, "an NVIDIA GPU"},       Kind{"/dev/kfd", false, "an AMD GPU"},
    Kind{"/dev/accel/accel", true, "an accelerator"}, Kind{"/dev/accel", true, "a TPU"},
    Kind{"/dev/neuron", true, "a Neuron device"},     Kind{"/dev/davinci", true, "an Ascend NPU"},
};

const Kind* kindOf(std::string_view file)
{
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) {
        if (!file.starts_with(kind.begins))
            return false;
        const std::string_view rest = file.substr(kind.begins.size());
        return kind.numbered ? !rest.empty() && rest.find_first_not_of("0123456789") == std::string_view::npos
                             : rest.empty();
    });
    return found == kinds.end() ? nullptr : &*found;
}

/// What follows "Model:" and "Device Minor:" in a card's information, as NVIDIA's driver writes it.
std::string lineAfter(const std::filesystem::path& file, std::string_view key)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key)) {
            const std::size_t begin = line.find_first_not_of(" \t", key.size());
            return begin == std::string::npos ? std::string() : cleaned(line.substr(begin));
        }
    return {};
}

std::string nvidiaModel(std::string_view minor, const std::string& procDriver)
{
    std::error_code none;
    for (const auto& card : std::filesystem::directory_iterator(std::filesystem::path(procDriver) / "gpus", none)) {
        const std::filesystem::path information = card.path() / "information";
        if (lineAfter(information, "Device Minor:") == minor)
            return lineAfter(information, "Model:");
    }
    return {};
}

}  // namespace

bool isAccelerator(std::string_view file)
{
    return kindOf(file) != nullptr;
}

std::string acceleratorName(const std::string& file, const std::string& procDriver)
{
    const Kind* kind = kindOf(file);
    if (kind == nullptr)
        return {};
    if (kind == kinds.data())
        if (std::string model = nvidiaModel(std::string_view(file).substr(kind->begins.size()), procDriver);
            !model.empty())
            return model;
    return kind->name;
}

std::string acceleratorNames(const std::set<std::string>& files, const std::string& procDriver)
{
    std::map<std::string, int> byName;
    for (const std::string& file : files)
        ++byName[acceleratorName(file, procDriver)];
    std::vector<std::string> names;
    for (const auto& [name, count] : byName)
        names.push_back(count == 1 ? name : fmt::format("{} × {}", count, name));
    return fmt::format("{}", fmt::join(names, " and "));
}

bool OpenDevices::wantsToLook(double nowS)
{
    if (nowS < m_nextS)
        return false;
    m_nextS = nowS + lookEveryS;
    return true;
}

void OpenDevices::look(pid_t process)
{
    const std::string folder = fmt::format("/proc/{}/fd", process);
    const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
    if (!open)
        return;
    int count = 0;
    std::array<char, 64> target{};  // a longer name is none of theirs
    while (const dirent* entry = readdir(open.get())) {
        if (entry->d_name[0] == '.' || ++count > mostOpen)
            continue;
        const ssize_t got = readlinkat(dirfd(open.get()), entry->d_name, target.data(), target.size());
        if (got <= 0)
            continue;
        if (const std::string_view file(target.data(), static_cast<std::size_t>(got)); isAccelerator(file))
            m_found.emplace(file);
    }
}

}  // namespace scalewright::detail
