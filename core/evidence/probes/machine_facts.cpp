// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/machine_facts.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

std::string readFirstLine(const std::string& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

std::optional<double> parseLeadingNumber(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == ':'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

void readProcessor(MachineFacts& facts)
{
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        if (facts.cpuName.empty() && (line.starts_with("model name") || line.starts_with("Model")))
            facts.cpuName = line.substr(colon + 2);
        if (line.starts_with("cpu MHz"))
            facts.maximumClockHz =
                std::max(facts.maximumClockHz, 1e6 * parseLeadingNumber(line.substr(colon + 2)).value_or(0));
        if (line.starts_with("flags") && (line + ' ').find(" hypervisor ") != std::string::npos)
            facts.isVirtualMachine = true;
    }
    if (facts.cpuName.empty())
        facts.cpuName = "unknown processor";
}

void readMemory(MachineFacts& facts)
{
    std::ifstream in("/proc/meminfo");
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        const std::optional<double> kib =
            colon == std::string::npos ? std::nullopt : parseLeadingNumber(std::string_view(line).substr(colon + 1));
        if (!kib)
            continue;
        if (line.starts_with("MemTotal:"))
            facts.memoryBytes = *kib * 1024;
        if (line.starts_with("MemAvailable:"))
            facts.availableMemoryBytes = *kib * 1024;
    }
}

void readCache(MachineFacts& facts)
{
    for (int index = 0; index < 8; ++index) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index),
                          size = readFirstLine(folder + "size");
        const std::optional<double> amount = parseLeadingNumber(size);
        if (!amount || readFirstLine(folder + "type") == "Instruction")
            continue;
        const double unit = size.ends_with('M') ? 1 << 20 : size.ends_with('K') ? 1 << 10 : 1;
        facts.cacheBytes.push_back(static_cast<std::size_t>(*amount * unit));
    }
    std::ranges::sort(facts.cacheBytes);
    if (!facts.cacheBytes.empty())
        facts.lastLevelCacheBytes = facts.cacheBytes.back();
}

/// Reads /sys for every online core, from the same files as hwloc.
void readTopology(MachineFacts& facts)
{
    std::set<std::string> sockets, cores, capacities;
    for (int cpu = 0; cpu < 4096; ++cpu) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu{}", cpu);
        const std::string package = readFirstLine(folder + "/topology/physical_package_id"),
                          core = readFirstLine(folder + "/topology/core_id");
        if (!package.empty() && !core.empty()) {
            sockets.insert(package);
            cores.insert(fmt::format("{}:{}:{}", package, readFirstLine(folder + "/topology/die_id"), core));
        } else if (cpu >= facts.cores && !std::filesystem::exists(folder)) {
            break;
        }
        if (const std::string capacity = readFirstLine(folder + "/cpu_capacity"); !capacity.empty())
            capacities.insert(capacity);
        if (const auto kilohertz = parseLeadingNumber(readFirstLine(folder + "/cpufreq/cpuinfo_max_freq")))
            facts.maximumClockHz = std::max(facts.maximumClockHz, 1e3 * *kilohertz);
    }
    facts.sockets = static_cast<int>(sockets.size());
    facts.physicalCores = static_cast<int>(cores.size());
    std::error_code error;
    facts.hasMixedCoreTypes = capacities.size() > 1 || (std::filesystem::exists("/sys/devices/cpu_core", error) &&
                                                        std::filesystem::exists("/sys/devices/cpu_atom", error));
}

void readVirtualization(MachineFacts& facts)
{
    std::error_code error;
    facts.containerRuntime = readFirstLine("/run/systemd/container");
    if (facts.containerRuntime.empty() && std::filesystem::exists("/run/.containerenv", error))
        facts.containerRuntime = "podman";
    if (facts.containerRuntime.empty() && std::filesystem::exists("/.dockerenv", error))
        facts.containerRuntime = "docker";
    if (facts.containerRuntime.empty()) {
        std::ifstream in("/proc/self/cgroup");
        for (std::string line; std::getline(in, line) && facts.containerRuntime.empty();)
            for (const char* kind : {"kubepods", "docker", "lxc"})
                if (line.find(kind) != std::string::npos)
                    facts.containerRuntime = kind;
    }
    if (facts.isVirtualMachine)
        facts.hypervisor = readFirstLine("/sys/class/dmi/id/sys_vendor");
}

void applyMemoryLimit(MachineFacts& facts, const std::string& limitFile, const std::string& usedFile)
{
    const auto limit = parseLeadingNumber(readFirstLine(limitFile));
    if (!limit || !(*limit < facts.memoryBytes))
        return;
    facts.memoryBytes = *limit;
    facts.isMemoryLimited = true;
    facts.availableMemoryBytes = std::min(
        facts.availableMemoryBytes, std::max(0.0, *limit - parseLeadingNumber(readFirstLine(usedFile)).value_or(0)));
}

void applyCpuQuota(MachineFacts& facts, const std::optional<double>& quota, const std::optional<double>& period)
{
    if (quota && period && *quota > 0 && *period > 0 && *quota / *period < facts.cpuQuota.value_or(facts.cores))
        facts.cpuQuota = *quota / *period;
}

}  // namespace

void applyControlGroupLimits(MachineFacts& facts, const std::string& root)
{
    // "0::PATH" is the only group in version 2; "4:memory:PATH" is a group in version 1, which has one per controller.
    std::ifstream in(root + "/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':'),
                          second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const auto hasController = [&](const char* name) {
            return (',' + controllers + ',').find(fmt::format(",{},", name)) != std::string::npos;
        };
        const bool unified = line.starts_with("0::"), memory = hasController("memory"), time = hasController("cpu");
        if (!unified && !memory && !time)
            continue;
        std::string path = line.substr(second + 1);
        if (path == "/")
            path.clear();
        // A container may see its own group at the root, whatever its path is outside: if a file is missing, there is
        // no limit.
        for (const std::string mount = root + "/sys/fs/cgroup" + (unified ? "" : '/' + controllers);;
             path.resize(path.rfind('/'))) {
            const std::string folder = mount + path;
            if (unified) {
                applyMemoryLimit(facts, folder + "/memory.max", folder + "/memory.current");
                const std::string cpu = readFirstLine(folder + "/cpu.max");
                if (const std::size_t space = cpu.find(' '); space != std::string::npos)
                    applyCpuQuota(facts, parseLeadingNumber(cpu),
                                  parseLeadingNumber(std::string_view(cpu).substr(space)));
            }
            if (memory)
                applyMemoryLimit(facts, folder + "/memory.limit_in_bytes", folder + "/memory.usage_in_bytes");
            if (time)
                applyCpuQuota(facts, parseLeadingNumber(readFirstLine(folder + "/cpu.cfs_quota_us")),
                              parseLeadingNumber(readFirstLine(folder + "/cpu.cfs_period_us")));
            if (path.empty() || path.rfind('/') == std::string::npos)
                break;
        }
    }
}

MachineFacts readMachineFacts()
{
    MachineFacts facts;
    readProcessor(facts);
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        facts.cores = std::max(1, CPU_COUNT(&allowed));
    else
        facts.cores = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    readMemory(facts);
    readCache(facts);
    readTopology(facts);
    readVirtualization(facts);
    applyControlGroupLimits(facts);
    facts.loadAverage = parseLeadingNumber(readFirstLine("/proc/loadavg")).value_or(0);
    return facts;
}

std::string describe(const MachineFacts& facts)
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (facts.sockets > 0)
        add(fmt::format("{} socket{}", facts.sockets, facts.sockets == 1 ? "" : "s"));
    if (facts.physicalCores > 0)
        add(fmt::format("{} physical core{}{}", facts.physicalCores, facts.physicalCores == 1 ? "" : "s",
                        facts.hasMixedCoreTypes ? " of several kinds" : ""));
    if (facts.maximumClockHz > 0)
        add(fmt::format("{} GHz", significantText(facts.maximumClockHz / 1e9, 3)));
    for (std::size_t i = 0; i < facts.cacheBytes.size(); ++i)
        if (i == 0)
            add((facts.cacheBytes.size() == 1 ? "cache " : "caches ") +
                bytesText(static_cast<double>(facts.cacheBytes[i])));
        else
            text += (i + 1 == facts.cacheBytes.size() ? " and " : ", ") +
                    bytesText(static_cast<double>(facts.cacheBytes[i]));
    if (facts.memoryBytes > 0)
        add(fmt::format("memory {}{}", bytesText(static_cast<double>(facts.memoryBytes)),
                        facts.isMemoryLimited ? " (its control group's limit)" : ""));
    if (facts.cpuQuota)
        add(fmt::format("limited to {} cores' worth of time by its control group",
                        significantText(*facts.cpuQuota, 2)));
    if (!facts.containerRuntime.empty())
        add(fmt::format("in a container ({})", facts.containerRuntime));
    if (facts.isVirtualMachine)
        add(facts.hypervisor.empty() ? "a virtual machine" : fmt::format("a virtual machine ({})", facts.hypervisor));
    return text;
}

}  // namespace scalewright
