// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/timing_lines.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/launcher.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<TimingLines> auto& program)
{
    visit.requiredText("name", program.name);
    visit.texts("launchers", program.launchers);
    visit.texts("command", program.commandWords);
    visit.texts("lines", program.lines);
}

Result<std::vector<TimingLines>> parseTimingLines(std::string_view text)
{
    using Programs = std::vector<TimingLines>;
    return readDataFile<Programs>(text, "scalewright-timing-lines", [](ObjectReader& root, Programs& programs) {
        root.list("programs", programs);
        for (std::size_t i = 0; i < programs.size(); ++i) {
            for (const std::string& each : programs[i].launchers)
                if (!valueNamed<Launcher>(each))
                    root.addProblem(fmt::format("/programs/{}/launchers", i),
                                    formatMessage("unknown launcher {}", inQuotes(each)), namesOf<Launcher>());
            if (programs[i].lines.empty())
                root.addProblem(fmt::format("/programs/{}/lines", i), "the lines are missing", "at least one line");
        }
    });
}

std::string timingLinesFor(const MeasuredCommand& command)
{
    static const Result<std::vector<TimingLines>> programs =
        parseResource("catalogue/timing-lines.json", parseTimingLines);
    if (!programs || !command.isKnown())
        return {};
    const std::string launcher = command.launcher.empty() ? nameOf(Launcher::None) : command.launcher;
    const std::string line = command.text();
    const auto isFor = [&](const TimingLines& each) {
        return contains(each.launchers, launcher) &&
               (each.commandWords.empty() || std::ranges::any_of(each.commandWords, [&](const std::string& word) {
                    return line.find(word) != std::string::npos;
                }));
    };
    const auto found = std::ranges::find_if(*programs, isFor);
    return found == programs->end() ? std::string() : fmt::format("{}", fmt::join(found->lines, "\n"));
}

}  // namespace scalewright
