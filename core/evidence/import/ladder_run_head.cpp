// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_run_head.h"

#include <algorithm>
#include <string_view>

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

}  // namespace

void readRunHeader(const std::string& around, Ladder& ladder)
{
    if (around.find("a ladder by Scalewright") == std::string::npos)
        return;
    readRunCommand(around, ladder);
    readCoresAndLoad(around, ladder);
}

}  // namespace scalewright
