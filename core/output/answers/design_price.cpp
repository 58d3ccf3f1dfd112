#include "core/output/answers/design_price.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/terms.h"
#include "core/model/scaling/work_share.h"
#include "core/output/answers/prediction.h"

namespace scalewright {

namespace {

const char* whyNothing(std::string_view key)
{
    if (key == "coordination")
        return "the design gives no coordinator's time (seconds_per_worker)";
    if (key == "waiting")
        return "the design gives no jitter or skew, or no barrier to wait at";
    return "the design gives no failures (node_mtbf_s) or checkpoints";
}

std::string secondsText(double seconds)
{
    return std::isfinite(seconds) ? timeText(seconds) : std::string("(too large to compute)");
}

void priceHead(Answer& answer, const PriceQuestion& question, const std::vector<PricePart>& parts)
{
    const Analysis& analysis = question.analysis;
    const PredictionRow& row = analysis.atPlan;
    answer.sure.basis = Basis::Predicted;
    if (const std::optional<Basis> basis = modelBasis(question.project))
        answer.sure.note = say("inputs {}", basisName(*basis));
    if (!row.finishes()) {
        answer.headline = say("At p = {} the run never finishes.", row.p);
        answer.because = capital(neverFinishes(*analysis.model, row.p)) + ".";
        return;
    }
    const auto most = std::max_element(parts.begin(), parts.end(),
                                       [](const PricePart& a, const PricePart& b) { return a.seconds < b.seconds; });
    answer.headline = say("A step takes {} at p = {}, {} % for {}.", timeText(row.tStepS), row.p,
                          decimalText(100 * most->seconds / row.tStepS, 1), most->title);
    const std::string folds = significant(row.speedup) + "×", best = significant(analysis.atPStar.speedup) + "×";
    answer.because = row.p == analysis.atPStar.p ? say("The plan is the fastest p: {}.", folds)
                     : analysis.prediction->noPStar()
                         ? say("The plan gives {}; {} at p = {}, still rising.", folds, best, analysis.atPStar.p)
                         : say("The plan gives {}, p* = {} would give {}.", folds, analysis.atPStar.p, best);
    answer.next = {
        "Check the design for what costs too much.", say("scalewright-cli design check {}", question.file), {}};
}

void addPriceLandmarks(Answer& answer, const PriceQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const Landmarks& marks = analysis.prediction->landmarks;
    std::vector<std::pair<int, const char*>> told;  // one p is described once, whatever its names
    const auto add = [&](const char* label, const PredictionRow& at, const char* formula, const char* source,
                         const std::string& note) {
        const auto same = std::find_if(told.begin(), told.end(), [&](const auto& each) { return each.first == at.p; });
        addFact(answer, FactKind::Figure, label,
                same != told.end() ? say("{}, as {}: {} ({})", at.p, same->second, formula, source)
                                   : say("{}: speedup {}, efficiency {} %; {} ({})", at.p, decimalText(at.speedup, 2),
                                         decimalText(100 * at.efficiency, 1), formula, source));
        told.emplace_back(at.p, label);
        addFact(answer, FactKind::Figure, label, note);
    };
    const bool strong = analysis.model->scaling == Scaling::Strong;
    add(strong ? "p* (fastest)" : "p* (most S)", analysis.atPStar, strong ? "least T(p)" : "most S(p)",
        "book, section 41.4", marks.pStarNote);
    add("knee", analysis.atKnee, "most E/T", "Eager, Zahorjan, Lazowska 1989", marks.kneeNote);
    add("plan p", analysis.atPlan, "as planned", "the project", {});
    if (marks.pCommDominates)
        add("R = 1", analysis.prediction->row(*marks.pCommDominates), "first p with T_comm >= T_comp/p",
            "book, section 41.4", {});
    else
        addFact(answer, FactKind::Figure, "R = 1", marks.pCommDominatesReason);
}

}  // namespace

std::vector<PricePart> priceParts(const Analysis& analysis)
{
    const ScalingModel& model = *analysis.model;
    const PredictionRow& row = analysis.atPlan;
    const std::vector<PricedTerm> priced = pricedTerms(model.terms, model.first().communication.localSteps);
    const auto join = [&](std::initializer_list<std::string_view> keys, std::string PricedTerm::*what) {
        std::string text;
        for (const PricedTerm& each : priced)
            if (std::find(keys.begin(), keys.end(), each.key) != keys.end())
                text += (text.empty() ? "" : " + ") + (each.*what);
        return text;
    };
    const auto part = [&](const char* key, const char* title, double seconds,
                          std::initializer_list<std::string_view> keys) {
        const bool given = !join(keys, &PricedTerm::brief).empty();
        return PricePart{key,
                         title,
                         seconds,
                         join(keys, &PricedTerm::formula),
                         given ? join(keys, &PricedTerm::source) : std::string(),
                         given ? "" : whyNothing(key)};
    };
    const bool overlaps = !join({"overlap"}, &PricedTerm::brief).empty();
    ScalingModel even = model;
    even.mostWorkers.reset();
    const std::string share = wholeExamplesNote(model, row.p).empty()
                                  ? shareFormula(even)
                                  : shareFormula(model) + ", examples are not divided";
    const std::string within = join({"within-copy"}, &PricedTerm::formula);
    const std::string exchange =
        std::string(patternFormula(model.first().pattern)) + (within.empty() ? "" : " + " + within);
    const std::string from = patternSource(model.first().pattern) +
                             (within.empty() ? "" : "; " + join({"within-copy"}, &PricedTerm::source));
    const double reading = readingShareS(model, usefulWorkers(model.terms, row.p));
    std::vector<PricePart> parts{{"compute", "compute", row.tCompS - reading, share, "book, section 41.4", {}}};
    if (reading > 0)
        parts.push_back(part("reading", "reading", reading, {"reading"}));
    parts.push_back({"communication",
                     overlaps ? "exposed communication" : "communication",
                     row.tCommS,
                     overlaps ? join({"overlap"}, &PricedTerm::formula) + ", T_comm = " + exchange : exchange,
                     overlaps ? from + "; " + join({"overlap"}, &PricedTerm::source) : from,
                     {}});
    parts.push_back(part("coordination", "coordination", row.tCoordinationS, {"coordination"}));
    parts.push_back(part("waiting", "waiting", row.tWaitS, {"waiting", "skew", "bubble"}));
    parts.push_back(part("failures", "failures", row.tFailureS, {"failures"}));
    return parts;
}

Answer priceAnswer(const PriceQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const PredictionRow& row = analysis.atPlan;
    const std::vector<PricePart> parts = priceParts(analysis);
    Answer answer;
    answer.table.columns = {{"part", "part of a step", "", -1}, {"time", "time", "", -1}, {"share", "share", "", -1}};
    const auto add = [&](const char* title, double seconds, bool inStep) {
        answer.table.rows.push_back(
            {std::string(title), secondsText(seconds),
             row.finishes() && inStep ? Cell(decimalText(100 * seconds / row.tStepS, 1) + " %") : Cell()});
    };
    for (const PricePart& each : parts)
        add(each.title, each.nothing.empty() ? each.seconds : 0, true);
    if (row.finishes())
        add("step", row.tStepS, true);
    if (row.hiddenCommS > 0)
        add("hidden communication", row.hiddenCommS, false);
    priceHead(answer, question, parts);

    addFact(answer, FactKind::Reading, "design",
            say("variant {}, plan p = {} ({})", question.project.variantName, row.p, analysis.plan->why));
    for (const PricePart& each : parts)
        if (each.nothing.empty())
            addFact(answer, FactKind::Formula, each.key, say("{} ({})", each.formula, each.source));
        else
            addFact(answer, FactKind::Assumption, each.key, each.nothing);
    if (row.hiddenCommS > 0)
        addFact(answer, FactKind::Figure, "hidden", "communication behind compute is not in the step");
    addPriceLandmarks(answer, question);
    const ScalingModel& model = *analysis.model;
    for (const PricedTerm& each : pricedTerms(model.terms, model.first().communication.localSteps)) {
        addFact(answer, FactKind::Figure, each.key, each.says);
        addFact(answer, FactKind::Assumption, each.key, "simplified: " + each.simplification);
    }
    addFacts(answer, FactKind::Assumption, "assumed", question.notes);
    return answer;
}

}  // namespace scalewright
