#include "core/evidence/import/ladder_run_head.h"

#include <algorithm>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

void takeCommand(const std::string& around, Ladder& ladder)
{
    constexpr std::string_view begins = "# command: ";
    const std::size_t at = around.find(begins);
    if (at == std::string::npos)
        return;
    std::string line;
    const std::size_t end = std::min(around.find('\n', at), around.size());
    for (std::size_t i = at + begins.size(); i < end; ++i) {
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

void takeMachine(const std::string& around, Ladder& ladder)
{
    constexpr std::string_view between = " cores, load ";
    const std::size_t at = around.find(between);
    if (at == std::string::npos || around.find("# command: slurm ") != std::string::npos)  // the login node's
        return;
    std::size_t from = at;
    while (from > 0 && around[from - 1] >= '0' && around[from - 1] <= '9')
        --from;
    const std::string_view load = std::string_view(around).substr(at + between.size());
    const Result<long> cores = parseCount(around.substr(from, at - from), 1, 1 << 20);
    const Result<double> busy = parseNumber(load.substr(0, load.find(' ')));
    if (!cores || !busy || *busy < 0)
        return;
    ladder.cores = static_cast<int>(*cores);
    ladder.loadAtStart = *busy;
}

}  // namespace

void takeHead(const std::string& around, Ladder& ladder)
{
    if (around.find("a ladder by Scalewright") == std::string::npos)
        return;
    takeCommand(around, ladder);
    takeMachine(around, ladder);
}

}  // namespace scalewright
