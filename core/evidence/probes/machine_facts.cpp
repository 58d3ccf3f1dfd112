#include "core/evidence/probes/machine_facts.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

std::string firstLine(const std::string& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

std::optional<double> numberIn(std::string_view text)
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
        if (facts.cpu.empty() && (line.starts_with("model name") || line.starts_with("Model")))
            facts.cpu = line.substr(colon + 2);
        if (line.starts_with("cpu MHz"))
            facts.clockHz = std::max(facts.clockHz, 1e6 * numberIn(line.substr(colon + 2)).value_or(0));
        if (line.starts_with("flags") && (line + ' ').find(" hypervisor ") != std::string::npos)
            facts.virtualMachine = true;
    }
    if (facts.cpu.empty())
        facts.cpu = "unknown processor";
}

void readMemory(MachineFacts& facts)
{
    std::ifstream in("/proc/meminfo");
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        const std::optional<double> kib =
            colon == std::string::npos ? std::nullopt : numberIn(std::string_view(line).substr(colon + 1));
        if (!kib)
            continue;
        if (line.starts_with("MemTotal:"))
            facts.memoryBytes = *kib * 1024;
        if (line.starts_with("MemAvailable:"))
            facts.availableBytes = *kib * 1024;
    }
}

void readCache(MachineFacts& facts)
{
    for (int index = 0; index < 8; ++index) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index),
                          size = firstLine(folder + "size");
        const std::optional<double> amount = numberIn(size);
        if (!amount || firstLine(folder + "type") == "Instruction")
            continue;
        const double unit = size.ends_with('M') ? 1 << 20 : size.ends_with('K') ? 1 << 10 : 1;
        facts.cacheBytes.push_back(static_cast<std::size_t>(*amount * unit));
    }
    std::sort(facts.cacheBytes.begin(), facts.cacheBytes.end());
    if (!facts.cacheBytes.empty())
        facts.lastLevelCacheBytes = facts.cacheBytes.back();
}

/// What /sys tells of every core that is on; hwloc reads the same files.
void readTopology(MachineFacts& facts)
{
    std::set<std::string> sockets, cores, capacities;
    for (int cpu = 0; cpu < 4096; ++cpu) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu{}", cpu);
        const std::string package = firstLine(folder + "/topology/physical_package_id"),
                          core = firstLine(folder + "/topology/core_id");
        if (!package.empty() && !core.empty()) {
            sockets.insert(package);
            cores.insert(fmt::format("{}:{}:{}", package, firstLine(folder + "/topology/die_id"), core));
        } else if (cpu >= facts.cores && !std::filesystem::exists(folder)) {
            break;
        }
        if (const std::string capacity = firstLine(folder + "/cpu_capacity"); !capacity.empty())
            capacities.insert(capacity);
        if (const auto kilohertz = numberIn(firstLine(folder + "/cpufreq/cpuinfo_max_freq")))
            facts.clockHz = std::max(facts.clockHz, 1e3 * *kilohertz);
    }
    facts.sockets = static_cast<int>(sockets.size());
    facts.physicalCores = static_cast<int>(cores.size());
    std::error_code error;
    facts.hybrid = capacities.size() > 1 || (std::filesystem::exists("/sys/devices/cpu_core", error) &&
                                             std::filesystem::exists("/sys/devices/cpu_atom", error));
}

void readSurroundings(MachineFacts& facts)
{
    std::error_code error;
    facts.container = firstLine("/run/systemd/container");
    if (facts.container.empty() && std::filesystem::exists("/run/.containerenv", error))
        facts.container = "podman";
    if (facts.container.empty() && std::filesystem::exists("/.dockerenv", error))
        facts.container = "docker";
    if (facts.container.empty()) {
        std::ifstream in("/proc/self/cgroup");
        for (std::string line; std::getline(in, line) && facts.container.empty();)
            for (const char* kind : {"kubepods", "docker", "lxc"})
                if (line.find(kind) != std::string::npos)
                    facts.container = kind;
    }
    if (facts.virtualMachine)
        facts.hypervisor = firstLine("/sys/class/dmi/id/sys_vendor");
}

void limitMemory(MachineFacts& facts, const std::string& limitFile, const std::string& usedFile)
{
    const auto limit = numberIn(firstLine(limitFile));
    if (!limit || !(*limit < facts.memoryBytes))
        return;
    facts.memoryBytes = *limit;
    facts.memoryIsLimit = true;
    facts.availableBytes =
        std::min(facts.availableBytes, std::max(0.0, *limit - numberIn(firstLine(usedFile)).value_or(0)));
}

void limitTime(MachineFacts& facts, const std::optional<double>& quota, const std::optional<double>& period)
{
    if (quota && period && *quota > 0 && *period > 0 && *quota / *period < facts.cpuQuota.value_or(facts.cores))
        facts.cpuQuota = *quota / *period;
}

}  // namespace

void readControlGroups(MachineFacts& facts, const std::string& root)
{
    // "0::PATH" is version 2's one group, "4:memory:PATH" a group of version 1, one for each of its controllers.
    std::ifstream in(root + "/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':'),
                          second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const auto has = [&](const char* name) {
            return (',' + controllers + ',').find(fmt::format(",{},", name)) != std::string::npos;
        };
        const bool unified = line.starts_with("0::"), memory = has("memory"), time = has("cpu");
        if (!unified && !memory && !time)
            continue;
        std::string path = line.substr(second + 1);
        if (path == "/")
            path.clear();
        // A container may see its own group at the root, whatever it is called from outside: what is not there limits
        // nothing.
        for (const std::string mount = root + "/sys/fs/cgroup" + (unified ? "" : '/' + controllers);;
             path.resize(path.rfind('/'))) {
            const std::string folder = mount + path;
            if (unified) {
                limitMemory(facts, folder + "/memory.max", folder + "/memory.current");
                const std::string cpu = firstLine(folder + "/cpu.max");
                if (const std::size_t space = cpu.find(' '); space != std::string::npos)
                    limitTime(facts, numberIn(cpu), numberIn(std::string_view(cpu).substr(space)));
            }
            if (memory)
                limitMemory(facts, folder + "/memory.limit_in_bytes", folder + "/memory.usage_in_bytes");
            if (time)
                limitTime(facts, numberIn(firstLine(folder + "/cpu.cfs_quota_us")),
                          numberIn(firstLine(folder + "/cpu.cfs_period_us")));
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
    readSurroundings(facts);
    readControlGroups(facts);
    facts.load = numberIn(firstLine("/proc/loadavg")).value_or(0);
    return facts;
}

std::string describe(const MachineFacts& facts)
{
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    const auto bytes = [](auto amount) { return formatAmount(static_cast<double>(amount), Dimension::Bytes).joined(); };
    if (facts.sockets > 0)
        add(fmt::format("{} socket{}", facts.sockets, facts.sockets == 1 ? "" : "s"));
    if (facts.physicalCores > 0)
        add(fmt::format("{} physical core{}{}", facts.physicalCores, facts.physicalCores == 1 ? "" : "s",
                        facts.hybrid ? " of several kinds" : ""));
    if (facts.clockHz > 0)
        add(fmt::format("{} GHz", significant(facts.clockHz / 1e9, 3)));
    for (std::size_t i = 0; i < facts.cacheBytes.size(); ++i)
        if (i == 0)
            add((facts.cacheBytes.size() == 1 ? "cache " : "caches ") + bytes(facts.cacheBytes[i]));
        else
            text += (i + 1 == facts.cacheBytes.size() ? " and " : ", ") + bytes(facts.cacheBytes[i]);
    if (facts.memoryBytes > 0)
        add(fmt::format("memory {}{}", bytes(facts.memoryBytes),
                        facts.memoryIsLimit ? " (its control group's limit)" : ""));
    if (facts.cpuQuota)
        add(fmt::format("limited to {} cores' worth of time by its control group", significant(*facts.cpuQuota, 2)));
    if (!facts.container.empty())
        add(fmt::format("in a container ({})", facts.container));
    if (facts.virtualMachine)
        add(facts.hypervisor.empty() ? "a virtual machine" : fmt::format("a virtual machine ({})", facts.hypervisor));
    return text;
}

}  // namespace scalewright
