// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/ladder_reading.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

std::string quotedList(const std::vector<std::string>& names)
{
    constexpr std::size_t maximumNames = 12;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < maximumNames; ++i)
        list += (i == 0 ? "" : ", ") + inQuotes(names[i]);
    return names.size() > maximumNames ? list + formatMessage(" and {} more", names.size() - maximumNames) : list;
}

std::string ladderCaption(const MeasuredLadder& ladder, std::string_view otherwise, std::size_t runs)
{
    const std::string range = ladder.rungs.size() == 1
                                  ? formatMessage("p = {}", ladder.baseP)
                                  : formatMessage("p = {} to {}", ladder.baseP, ladder.rungs.back().p);
    return formatMessage("{}: {} scaling{}, {}, {} {}", ladder.name.empty() ? std::string(otherwise) : ladder.name,
                         nameOf(ladder.scaling), ladder.scalingCaveat.empty() ? "" : " (a guess)", range, runs,
                         runs == 1 ? "run" : "runs");
}

void addReadingFacts(Answer& answer, const LadderReading& reading)
{
    const MeasuredLadder& ladder = reading.ladder;
    answer.add(Fact::Interpretation, "ladder", reading.caption);
    answer.add(Fact::Interpretation, "read", reading.mappingSummary);
    for (const MappedColumn& each : reading.columns)
        if (each.isGuessed)
            answer.add(Fact::Assumption, "guess", guessText(each));
    answer.add(Fact::Interpretation, "not read", quotedList(reading.unreadHeaders));
    answer.add(Fact::Interpretation, "scaling", ladder.scalingNote);
    answer.add(Fact::Assumption, "scaling", ladder.scalingCaveat);
    answer.add(Fact::Assumption, "runs", ladder.runsNote);
    answer.add(Fact::Assumption, "base", ladder.baseNote);
    answer.add(Fact::Warning, "warning", reading.warnings);
}

void addFixedWorkFact(Answer& answer, std::string_view label, const std::string& text)
{
    if (!text.empty())
        answer.add(Fact::Assumption, label, "if the work was fixed instead of growing: {}", text);
}

namespace {

/// Empty if the unit is given or seconds are plausible.
std::string missingUnitNote(const LadderReading& reading)
{
    const std::vector<Rung>& rungs = reading.ladder.rungs;
    const bool areAllLong =
        std::ranges::all_of(rungs, [](const Rung& rung) { return rung.timeS >= implausibleRunTimeS; });
    for (const MappedColumn& each : reading.columns)
        if (each.column == LadderColumn::Time && each.isGuessed && !each.unitGiven && areAllLong)
            return formatMessage("{} has no unit: read in s", inQuotes(each.header));
    return {};
}

}  // namespace

std::string readingNote(const LadderReading& reading)
{
    std::vector<std::string> notes = reading.decisions;
    const MeasuredLadder& ladder = reading.ladder;
    const bool isStated =
        std::ranges::any_of(notes, [](const std::string& note) { return note.starts_with(weakScalingDecision); });
    if (ladder.scaling == Scaling::Weak && ladder.scalingCaveat.empty() && !isStated)
        notes.emplace_back(weakScalingDecision);
    else if (ladder.scaling == Scaling::Strong)
        std::erase_if(notes, [](const std::string& note) { return note.starts_with(weakScalingDecision); });
    notes.push_back(missingUnitNote(reading));
    return joinNonEmpty(notes, ", ");
}

std::string measurementNote(const MeasuredLadder& ladder)
{
    return joinNonEmpty(weaknessesOf(ladder), ", ");
}

Basis basisOf(const MeasuredLadder& ladder)
{
    return ladder.origin == Origin::Assumed ? Basis::Assumed
           : ladder.isCalibrated()          ? Basis::Calibrated
                                            : Basis::Measured;
}

NextStep askForScaling()
{
    return {"Say whether the work grew with p: --scaling strong or weak."};
}

AnswerConfidence measuredConfidence(const MeasuredLadder& ladder)
{
    return {.basis = basisOf(ladder), .note = measurementNote(ladder)};
}

NextStep askAboutInconsistentRuns(const Rung& rung)
{
    return {formatMessage("Check what changed between the runs at p = {}: they are not repeats of one run.", rung.p)};
}

NextStep askForStepsPerTime(const MeasuredLadder& ladder, std::string_view option)
{
    return {formatMessage("{}: {}.", capitalised(ladder.stepsPerTimeRequest), std::string(option)),
            {},
            fieldOf(&Ladder::stepsPerMeasuredTime).jsonPointer};
}

NextStep suggestMoreWorkerCounts(const MeasuredLadder& ladder, const std::string& reason)
{
    const int last = ladder.rungs.back().p;
    // The ladder already shares cores, or there are enough cores to double p.
    if (!ladder.cores || last > *ladder.cores || 2 * last <= *ladder.cores)
        return {formatMessage("Measure p = {}{}.", 2 * last, reason.empty() ? "" : "; " + reason),
                ladderRunCommand(ladder, {2 * last}),
                {}};
    const auto isMeasured = [&](int p) { return contains(ladder.rungs, p, &Rung::p); };
    std::vector<int> gapWorkers;
    for (std::size_t i = 0; i + 1 < ladder.rungs.size(); ++i) {
        const double low = ladder.rungs[i].p, high = ladder.rungs[i + 1].p;
        constexpr double minimumRatio = 1.7;  // ensures that the middle is a factor of at least 1.33 from each end
        if (const int middle = static_cast<int>(std::lround((low + high) / 2));
            high > minimumRatio * low && !isMeasured(middle))
            gapWorkers.push_back(middle);
    }
    if (*ladder.cores > last)
        gapWorkers.push_back(*ladder.cores);
    if (gapWorkers.empty())
        return {formatMessage("Measure on more than {} cores; {}.", *ladder.cores,
                              reason.empty() ? "this machine has no more" : reason)};
    return {formatMessage("Measure p = {} too: the machine has {} cores.",
                          fmt::format("{}", fmt::join(gapWorkers, ", ")), *ladder.cores),
            ladderRunCommand(ladder, gapWorkers),
            {}};
}

std::string ladderRunCommand(const MeasuredLadder& ladder, const std::vector<int>& more)
{
    std::string list;
    const auto add = [&](int p) { list += (list.empty() ? "" : ",") + std::to_string(p); };
    constexpr std::size_t maximumCounts = 12;
    std::set<int> counts(more.begin(), more.end());
    for (std::size_t i = 0; i < ladder.rungs.size() && i < maximumCounts; ++i)
        counts.insert(ladder.rungs[i].p);
    for (const int p : counts)
        add(p);
    int measuredRepeats = 0;
    for (const Rung& rung : ladder.rungs)
        measuredRepeats = std::max(measuredRepeats, static_cast<int>(rung.repeats));
    // With three or more repeats already, double them; a new p gets as many as the others.
    const int repeats = measuredRepeats < 3 ? 3 : more.empty() ? 2 * measuredRepeats : measuredRepeats;
    return formatMessage("scalewright-cli ladder run --p {} --repeat {} {}", list, repeats,
                         ladder.command.rerunArguments());
}

}  // namespace scalewright
