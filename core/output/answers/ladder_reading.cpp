#include "core/output/answers/ladder_reading.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"

namespace scalewright {

std::string quotedList(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 12;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < most; ++i)
        list += (i == 0 ? "" : ", ") + inQuotes(names[i]);
    return names.size() > most ? list + say(" and {} more", names.size() - most) : list;
}

std::string ladderCaption(const MeasuredLadder& ladder, std::string_view otherwise, std::size_t runs)
{
    const std::string range = ladder.rungs.size() == 1 ? say("p = {}", ladder.baseP)
                                                       : say("p = {} to {}", ladder.baseP, ladder.rungs.back().p);
    return say("{}: {} scaling{}, {}, {} {}", ladder.name.empty() ? std::string(otherwise) : ladder.name,
               ladder.scaling == Scaling::Strong ? "strong" : "weak", ladder.scalingDoubt.empty() ? "" : " (a guess)",
               range, runs, runs == 1 ? "run" : "runs");
}

void addReading(Answer& answer, const LadderReading& reading)
{
    const MeasuredLadder& ladder = reading.ladder;
    addFact(answer, FactKind::Reading, "ladder", reading.caption);
    addFact(answer, FactKind::Reading, "read", reading.mapping);
    for (const MappedColumn& each : reading.columns)
        if (each.guessed)
            addFact(answer, FactKind::Assumption, "guess", guessText(each));
    addFact(answer, FactKind::Reading, "not read", quotedList(reading.unread));
    addFact(answer, FactKind::Reading, "scaling", ladder.scalingNote);
    addFact(answer, FactKind::Assumption, "scaling", ladder.scalingDoubt);
    addFact(answer, FactKind::Assumption, "runs", ladder.runsNote);
    addFact(answer, FactKind::Assumption, "base", ladder.baseNote);
    addFacts(answer, FactKind::Warning, "warning", reading.warnings);
}

void addIfFixed(Answer& answer, std::string_view label, const std::string& says)
{
    if (!says.empty())
        addFact(answer, FactKind::Assumption, label, say("if the work was fixed, and did not grow: {}", says));
}

std::string unitNote(const LadderReading& reading)
{
    const std::vector<Rung>& rungs = reading.ladder.rungs;
    const bool allLong =
        std::all_of(rungs.begin(), rungs.end(), [](const Rung& rung) { return rung.timeS >= longForAGuess; });
    for (const MappedColumn& each : reading.columns)
        if (each.column == LadderColumn::Time && each.guessed && !each.unitGiven && allLong)
            return say("{} names no unit: read in s", inQuotes(each.header));
    return {};
}

bool oneRunPerPoint(const MeasuredLadder& ladder)
{
    return std::all_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.repeats == 1; });
}

const Rung* rungOfUnlikeRuns(const MeasuredLadder& ladder)
{
    constexpr double apart = 3;  // noise of a busy machine stays below it
    const auto wide = std::max_element(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& a, const Rung& b) {
        return a.slowestS * b.fastestS < b.slowestS * a.fastestS;
    });
    return wide != ladder.rungs.end() && wide->slowestS > apart * wide->fastestS ? &*wide : nullptr;
}

std::string repeatsNote(const MeasuredLadder& ladder)
{
    if (const Rung* unlike = rungOfUnlikeRuns(ladder))
        return say("repeats at p = {} differ {} times", unlike->p, significant(unlike->slowestS / unlike->fastestS, 2));
    if (!ladder.allFailed.empty() ||
        std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.failed > 0; }))
        return "some runs failed";
    return oneRunPerPoint(ladder) ? "one run per point" : "";
}

std::string readingNote(const MeasuredLadder& ladder)
{
    return joined({ladder.scalingDoubt.empty() ? std::string() : "weak scaling guessed", repeatsNote(ladder)}, ", ");
}

Next scalingAsked()
{
    return {"Say whether the work grew with p: --scaling strong or weak.", {}, {}};
}

Sure measuredSure(const MeasuredLadder& ladder)
{
    return {.basis = ladder.origin == Origin::Assumed ? Basis::Assumed : Basis::Measured,
            .clarity = {},
            .note = readingNote(ladder),
            .why = {}};
}

Next unlikeRunsAsked(const Rung& rung)
{
    return {say("Check what changed between the runs at p = {}; they are no repeats of one run.", rung.p), {}, {}};
}

Next stepsPerTimeAsked(const MeasuredLadder& ladder, std::string_view option)
{
    return {
        say("{}: {}.", capital(ladder.runUnknown), std::string(option)), {}, fieldOf(&Ladder::stepsPerTime).pointer};
}

Next moreP(const MeasuredLadder& ladder, const std::string& beyond)
{
    const int last = ladder.rungs.back().p;
    if (!ladder.cores || last > *ladder.cores || 2 * last <= *ladder.cores)  // it shares cores already, or has them
        return {say("Measure p = {} next{}.", 2 * last, beyond.empty() ? "" : "; " + beyond),
                repeatCommand(ladder, {2 * last}),
                {}};
    const auto isThere = [&](int p) {
        return std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [&](const Rung& rung) { return rung.p == p; });
    };
    std::vector<int> between;
    for (std::size_t i = 0; i + 1 < ladder.rungs.size(); ++i) {
        const double low = ladder.rungs[i].p, high = ladder.rungs[i + 1].p;
        constexpr double apart = 1.7;  // 1.33 from the middle to each
        if (const int middle = static_cast<int>(std::lround((low + high) / 2)); high > apart * low && !isThere(middle))
            between.push_back(middle);
    }
    if (*ladder.cores > last)
        between.push_back(*ladder.cores);
    if (between.empty())
        return {say("Measure on more than {} cores; {}.", *ladder.cores,
                    beyond.empty() ? "this machine has no more" : beyond),
                {},
                {}};
    return {say("Measure p = {} too: the machine has {} cores.", fmt::format("{}", fmt::join(between, ", ")),
                *ladder.cores),
            repeatCommand(ladder, between),
            {}};
}

std::string repeatCommand(const MeasuredLadder& ladder, const std::vector<int>& more)
{
    std::string list;
    const auto add = [&](int p) { list += (list.empty() ? "" : ",") + std::to_string(p); };
    constexpr std::size_t most = 12;
    std::set<int> counts(more.begin(), more.end());
    for (std::size_t i = 0; i < ladder.rungs.size() && i < most; ++i)
        counts.insert(ladder.rungs[i].p);
    for (const int p : counts)
        add(p);
    int there = 0;
    for (const Rung& rung : ladder.rungs)
        there = std::max(there, static_cast<int>(rung.repeats));
    // Three are there: twice as many tell more, and a new p gets as many as the others.
    const int repeats = there < 3 ? 3 : more.empty() ? 2 * there : there;
    return say("scalewright-cli ladder run --p {} --repeat {} {}", list, repeats,
               ladder.howRun.empty() ? "-- COMMAND" : ladder.howRun);
}

}  // namespace scalewright
