#include "core/output/answers/attribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/attribution/attribution_words.h"
#include "core/output/answers/basis.h"

namespace scalewright {

namespace {

std::string missing(double lost)
{
    return decimalText(lost, 2);
}

Next nextOf(const AttributionQuestion& question, const Rung& rung, const LostFolds& lost)
{
    const Attribution& why = question.why;
    const MeasuredLadder& ladder = question.reading.ladder;
    if (!ladder.scalingDoubt.empty())
        return scalingAsked();
    if (const Rung* unlike = rungOfUnlikeRuns(ladder))
        return unlikeRunsAsked(*unlike);
    if (ladder.rungs.size() == 1)
        return {"Measure at least one more p.", repeatCommand(ladder, {2 * ladder.baseP}), {}};
    if (why.owner == Cause::None)
        return rung.p == ladder.rungs.back().p ? moreP(ladder) : Next{};
    if (why.owner == Cause::Unknown && !lost.partsKnown)
        return {say("Record communication and waiting to see where the other {} went.", missing(lost.total)), {}, {}};
    if (why.owner == Cause::Unknown)
        return {"Time the parts that are missing.", {}, {}};
    if (oneRunPerPoint(ladder))
        return {"Repeat each run three times for error bars.", repeatCommand(ladder), {}};
    if (why.owner == Cause::Undecided)
        return {"Repeat the runs until the largest part is clear.", repeatCommand(ladder), {}};
    return why.remedies.empty() ? Next{} : Next{why.remedies.front().title + ".", {}, "/design"};
}

Sure sureOf(const AttributionQuestion& question)
{
    const Attribution& why = question.why;
    const MeasuredLadder& ladder = question.reading.ladder;
    const std::size_t warnings = question.reading.warnings.size();
    Sure sure{.basis = basisOf(ladder.origin),
              .clarity = {},
              .note = joined({unitNote(question.reading), readingNote(ladder),
                              warnings > 0 ? countedText(warnings, "warning") : std::string()},
                             ", "),
              .why = why.confidence};
    if (why.evidence == FoldEvidence::Assumed)
        sure.basis = Basis::Assumed;
    if (!ladder.scalingDoubt.empty())
        sure.clarity = Clarity::NotKnown;
    else if (why.decided)
        sure.clarity = Clarity::Clear;
    else if (why.owner == Cause::Unknown)
        sure.clarity = Clarity::NotKnown;
    else if (why.owner == Cause::Undecided)
        sure.clarity = Clarity::Close;
    return sure;
}

std::string rungText(const MeasuredLadder& ladder, int p, bool efficiency)
{
    const Rung& rung = *ladder.at(p);
    std::string text = say("{}: speedup {}", p, decimalText(rung.speedup, 2));
    if (efficiency)
        text += say(", efficiency {} %", decimalText(100 * rung.efficiency, 1));
    return text;
}

void addOwner(Answer& answer, const AttributionQuestion& question)
{
    const Attribution& why = question.why;
    const bool named = why.owner != Cause::Unknown && why.owner != Cause::None;
    std::string text = causeTitle(why.owner);
    if (why.owner == Cause::Undecided)
        for (const Cause each : why.contenders)
            text += (each == why.contenders.front() ? ": " : " / ") + causeTitle(each);
    addFact(answer, FactKind::Figure, "owner",
            named ? say("{} ({})", text, evidenceWords(why.evidence)) : std::string(text));
}

/// Who asks for the remedies gets them as the answer, the one that brings most in front.
void answerOffers(Answer& answer, const std::vector<OfferedRemedy>& remedies, const std::vector<MissingInput>& missing)
{
    if (remedies.empty()) {
        addFact(answer, FactKind::Advice, "remedies", "the ladder names no cause");
        return;
    }
    answer.table = {.caption = {},
                    .columns = {{"remedy", "remedy", "", -1},
                                {"p_star", "p*", "", 0},
                                {"speedup_at_p_star", "S(p*)", "", 2},
                                {"plan_p", "plan p", "", 0},
                                {"speedup_at_plan_p", "S(plan p)", "", 2}},
                    .rows = {}};
    const OfferedRemedy* best = nullptr;
    for (const OfferedRemedy& each : remedies) {
        std::vector<Cell> row{each.id};
        if (each.then)
            row.insert(row.end(), {static_cast<double>(each.then->pStar), each.then->speedupAtPStar,
                                   static_cast<double>(each.then->planP), each.then->speedupAtPlan});
        row.resize(answer.table.columns.size());
        answer.table.rows.push_back(std::move(row));
        addFact(answer, FactKind::Advice, "remedies", say("{} ({})", each.title, each.id));
        addFact(answer, FactKind::Assumption, "remedies", each.assumes);
        if (each.then && (best == nullptr || each.then->speedupAtPStar > best->then->speedupAtPStar))
            best = &each;
    }
    addFact(answer, FactKind::Figure, "measured", joined({answer.headline, answer.because}, " "));
    addFact(answer, FactKind::Range, "measured", answer.sure.why);
    answer.because.clear();
    answer.next = {};
    answer.sure = {.basis = Basis::Predicted, .clarity = {}, .note = answer.sure.note, .why = {}};
    if (best == nullptr) {
        answer.headline = say("None of {} remedies changes this design.", remedies.size());
        if (missing.empty())
            return;
        answer.sure.basis.reset();
        answer.sure.clarity = Clarity::NotKnown;
        answer.headline =
            say("The design’s inputs are incomplete: {} missing, no remedy is predicted.", missing.size());
        answer.next = {say("Enter the {}: --set {}=…", missing.front().name, missing.front().pointer),
                       {},
                       missing.front().pointer};
        return;
    }
    const OfferedRemedy::Then& then = *best->then;
    const std::string speedup = factorText(then.speedupAtPStar);
    const std::string predicted = then.pStarAtLimit
                                      ? say("{}: {}× predicted, still rising at {}.", best->title, speedup, then.pStar)
                                      : say("{}: {}× predicted at p* = {}.", best->title, speedup, then.pStar);
    if (!best->bound) {
        answer.headline = predicted;
        return;
    }
    answer.headline = say("Without {} this ladder reaches {}× at p = {}, not {}×.", best->bound->gone,
                          factorText(best->bound->speedup), best->bound->p, factorText(best->bound->predicted));
    answer.because = predicted;
}

}  // namespace

Table lostFoldsTable(const MeasuredLadder& ladder, const Attribution& why)
{
    Table table{.caption = {},
                .columns = {{"p", "p", "", 0},
                            ladder.isThroughput ? Column{"throughput", "X", "1/s", -1} : Column{"t", "T_p", "s", -1},
                            {"speedup", "S", "", 2},
                            {"efficiency", "E", "", 2},
                            {"lost_folds", "lost", "", 3},
                            {"communication", "comm", "", 3},
                            {"waiting", "waiting", "", 3},
                            {"serial", "serial", "", 3}},
                .rows = {}};
    bool unattributed = false;
    for (const LostFolds& lost : why.rows)
        unattributed = unattributed || (lost.partsKnown && std::abs(lost.unattributed) >= 0.0005);
    if (ladder.ioApart)
        table.columns.push_back({"io", "i/o", "", 3});
    if (unattributed)
        table.columns.push_back({"unattributed", "unattr.", "", 3});
    bool repeats = false, failures = false;
    for (const Rung& rung : ladder.rungs) {
        repeats = repeats || rung.repeats > 1 || rung.failed > 0;
        failures = failures || rung.failed > 0;
    }
    if (repeats)
        table.columns.push_back({"repeats", "runs", "", 0});
    if (failures)
        table.columns.push_back({"failed_runs", "failed", "", 0});
    if (ladder.qualityTarget)
        table.columns.push_back({"quality", "at target", "", 0});
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        const LostFolds& lost = why.rows[i];
        const auto part = [&](double folds, bool told = true) {
            return lost.partsKnown && told ? Cell(folds) : Cell();
        };
        std::vector<Cell> row{static_cast<double>(rung.p),
                              ladder.isThroughput ? *rung.throughputPerS : rung.timeS,
                              rung.speedup,
                              rung.efficiency,
                              lost.total,
                              part(lost.communication, lost.communicationTold),
                              part(lost.waiting, lost.waitingTold),
                              part(lost.serial, lost.serialTold)};
        if (ladder.ioApart)
            row.push_back(part(lost.io));
        if (unattributed)
            row.push_back(part(lost.unattributed));
        if (repeats)
            row.emplace_back(static_cast<double>(rung.repeats));
        if (failures)
            row.emplace_back(static_cast<double>(rung.failed));
        if (ladder.qualityTarget)
            row.emplace_back(std::string(!rung.quality ? "unknown" : rung.reachesTarget ? "yes" : "below"));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer attributionAnswer(const AttributionQuestion& question)
{
    const Attribution& why = question.why;
    const MeasuredLadder& ladder = question.reading.ladder;
    const MeasuredLadder* fixed = question.ifFixed;
    const auto at =
        std::find_if(ladder.rungs.begin(), ladder.rungs.end(), [&](const Rung& rung) { return rung.p == why.atP; });
    const LostFolds& lost = why.rows[static_cast<std::size_t>(at - ladder.rungs.begin())];
    Answer answer;
    answer.table = lostFoldsTable(ladder, why);
    answer.headline = speedupHeadline(ladder, why);
    answer.because = lossBecause(ladder, why);
    answer.next = nextOf(question, *at, lost);
    answer.sure = sureOf(question);

    addOwner(answer, question);
    std::optional<Attribution> ifFixed;
    if (fixed != nullptr)
        ifFixed = attribute(*fixed);
    if (ifFixed)
        addIfFixed(answer, "owner", causeTitle(ifFixed->owner));
    addFact(answer, FactKind::Calibration, "calibration", why.calibration);
    addFact(answer, FactKind::Advice, "remedy", why.remedy);
    if (ifFixed)
        addIfFixed(answer, "remedy", ifFixed->remedy);
    addFact(answer, FactKind::Figure, "beyond", why.beyond);
    if (ladder.rungs.size() > 1) {
        addFact(answer, FactKind::Figure, "knee",
                rungText(ladder, ladder.kneeP, false) + ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        addFact(answer, FactKind::Range, "knee", ladder.kneeDoubt);
        if (fixed != nullptr)
            addIfFixed(answer, "knee", rungText(*fixed, fixed->kneeP, false));
    }
    addFact(answer, FactKind::Figure, "fastest", rungText(ladder, ladder.fastestP, true));
    addFact(answer, FactKind::Range, "fastest", ladder.fastestDoubt);
    if (fixed != nullptr)
        addIfFixed(answer, "fastest", rungText(*fixed, fixed->fastestP, true));
    addFact(answer, FactKind::Assumption, "fastest", ladder.kneeNote);
    if (!question.whatIfs.empty()) {
        answer.because = std::exchange(answer.headline, joined(question.whatIfs, " "));
        answer.next = {};
    }
    if (question.remedies)
        answerOffers(answer, *question.remedies, question.missing);
    addReading(answer, question.reading);
    return answer;
}

}  // namespace scalewright
