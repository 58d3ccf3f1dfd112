// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_run_head.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

void readRunCommand(const std::string& around, Ladder& ladder)
{
    constexpr std::string_view prefix = "# command: ";
    const std::size_t at = around.find(prefix);
    if (at == std::string::npos)
        return;
    std::string line;
    const std::size_t end = std::min(around.find('\n', at), around.size());
    for (std::size_t i = at + prefix.size(); i < end; ++i) {
        const bool escaped = around[i] == '\\' && i + 1 < end;
        const char next = escaped ? around[++i] : around[i];
        line += escaped && next == 'n' ? '\n' : next;
    }
    const std::size_t blank = std::min(line.find(' '), line.size());
    ladder.command = trimmed(line.substr(blank));
    ladder.launcher = line.substr(0, blank);
    if (ladder.launcher == "none")
        ladder.launcher.clear();
}

void readCoresAndLoad(const std::string& around, Ladder& ladder)
{
    constexpr std::string_view marker = " cores, load ";
    const std::size_t at = around.find(marker);
    // These values describe the login node.
    if (at == std::string::npos || around.find("# command: slurm ") != std::string::npos)
        return;
    std::size_t start = at;
    while (start > 0 && around[start - 1] >= '0' && around[start - 1] <= '9')
        --start;
    const std::string_view load = std::string_view(around).substr(at + marker.size());
    const Result<long> cores = parseCount(around.substr(start, at - start), 1, 1 << 20);
    const Result<double> busy = parseNumber(load.substr(0, load.find(' ')));
    if (!cores || !busy || *busy < 0)
        return;
    ladder.cores = static_cast<int>(*cores);
    ladder.loadAtStart = *busy;
}

struct WorkerMember {
    const char* name;
    std::optional<double> WorkerTimes::*member;
};
constexpr WorkerMember workerMembers[]{{"time", &WorkerTimes::timeS},
                                       {"comp", &WorkerTimes::compS},
                                       {"comm", &WorkerTimes::commS},
                                       {"idle", &WorkerTimes::idleS},
                                       {"io", &WorkerTimes::ioS}};

/// The type of each host, from "# host sun, Xeon E5, 2 cores, load 0.1 at the start".
std::map<std::string, std::string, std::less<>> readMachines(std::string_view text)
{
    constexpr std::string_view prefix = "# host ", end = " cores, load ";
    std::map<std::string, std::string, std::less<>> machines;
    for (const std::string_view line : splitLines(text)) {
        const std::size_t cores = line.find(end);
        if (!line.starts_with(prefix) || cores == std::string_view::npos)
            continue;
        const std::string_view facts = line.substr(prefix.size(), cores - prefix.size());
        const std::size_t name = facts.find(", "), count = facts.rfind(", ");
        if (name != std::string_view::npos && count > name)
            machines[std::string(facts.substr(0, name))] = facts.substr(name + 2, count - name - 2);
    }
    return machines;
}

}  // namespace

void readRunHeader(const std::string& around, Ladder& ladder)
{
    if (around.find("a ladder by Scalewright") == std::string::npos)
        return;
    readRunCommand(around, ladder);
    readCoresAndLoad(around, ladder);
    ladder.program = readProgramComment(around);
}

namespace {

constexpr std::string_view programPrefix = "# program: ";
constexpr std::size_t digestLength = 16;

}  // namespace

std::string programComment(const std::vector<ProgramFile>& program)
{
    std::string lines;
    for (const ProgramFile& each : program)
        if (each.file.find('\n') == std::string::npos)
            lines += fmt::format("{}{} {}\n", programPrefix, each.digest, each.file);
    return lines;
}

std::vector<ProgramFile> readProgramComment(std::string_view text)
{
    std::vector<ProgramFile> program;
    for (const std::string_view line : splitLines(text)) {
        const std::size_t file = programPrefix.size() + digestLength + 1;
        if (line.starts_with(programPrefix) && line.size() > file && line[file - 1] == ' ')
            program.push_back({.file = std::string(line.substr(file)),
                               .digest = std::string(line.substr(programPrefix.size(), digestLength))});
    }
    return program;
}

std::string workerComment(int p, int run, const WorkerTimes& worker)
{
    std::string line = fmt::format("# p={}, run {}, {}:", p, run,
                                   worker.rank ? fmt::format("rank {}", *worker.rank) : std::string("a worker"));
    for (const auto& [name, member] : workerMembers)
        if (worker.*member)
            line += fmt::format(" {}={}", name, roundTripText(*(worker.*member)));
    return line + '\n';
}

std::map<std::pair<int, int>, std::vector<WorkerTimes>> readWorkerComments(std::string_view text)
{
    std::map<std::pair<int, int>, std::vector<WorkerTimes>> workers;
    for (const std::string_view line : splitLines(text)) {
        if (!line.starts_with("# p="))
            continue;
        const std::string words(line);
        int p = 0, run = 0, rank = 0, length = 0;
        WorkerTimes worker;
        if (std::sscanf(words.c_str(), "# p=%d, run %d, rank %d:%n", &p, &run, &rank, &length) == 3 && length > 0)
            worker.rank = rank;
        else if (std::sscanf(words.c_str(), "# p=%d, run %d, a worker:%n", &p, &run, &length) != 2 || length == 0)
            continue;
        for (std::size_t at = static_cast<std::size_t>(length); at < words.size();) {
            const std::size_t begin = std::min(words.find_first_not_of(" \r", at), words.size());
            at = std::min(words.find_first_of(" \r", begin), words.size());
            const std::string word = words.substr(begin, at - begin);
            for (const auto& [name, member] : workerMembers)
                if (word.starts_with(std::string(name) + '='))
                    if (const Result<double> value = parseNumber(word.substr(word.find('=') + 1)); value && *value >= 0)
                        worker.*member = *value;
        }
        workers[{p, run}].push_back(std::move(worker));
    }
    return workers;
}

void addRunDetails(std::string_view text, Ladder& ladder)
{
    if (text.find("# host ") == std::string_view::npos && text.find("# p=") == std::string_view::npos)
        return;
    for (const auto& [host, machine] : readMachines(text))
        for (LadderPoint& point : ladder.points)
            if (point.host == host && point.machine.empty())
                point.machine = machine;
    const auto workers = readWorkerComments(text);
    if (workers.empty())
        return;
    std::map<int, std::vector<int>> runsByP;  // those that succeeded, in the order of the points
    for (const std::string_view line : splitLines(text)) {
        int p = 0, run = 0;
        if (std::sscanf(std::string(line.substr(0, 200)).c_str(), "%d,%d,%*[^,],ok", &p, &run) == 2 &&
            line.find(",ok,") != std::string_view::npos)
            runsByP[p].push_back(run);
    }
    std::map<int, std::vector<LadderPoint*>> pointsByP;
    for (LadderPoint& point : ladder.points)
        pointsByP[point.p].push_back(&point);
    for (const auto& [p, points] : pointsByP) {
        const std::vector<int>& runs = runsByP[p];
        if (runs.size() != points.size())  // some rows were left out
            continue;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (const auto found = workers.find({p, runs[i]}); found != workers.end())
                points[i]->ranks = found->second;
    }
}

}  // namespace scalewright
