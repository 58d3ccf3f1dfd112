#include "core/decision/rules/checks.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"

namespace scalewright {

namespace {

// In the order of their first slot; the template's own rules, which read every slot, come first.
std::vector<const detail::Rule*> allRules()
{
    std::vector<const detail::Rule*> rules;
    for (const std::vector<detail::Rule>* of :
         {&detail::templateRules(), &detail::partitioningRules(), &detail::communicationRules(),
          &detail::consistencyRules(), &detail::coordinationRules(), &detail::faultRules(), &detail::balancingRules()})
        for (const detail::Rule& rule : *of)
            rules.push_back(&rule);
    return rules;
}

detail::OpenForecast openForecastOf(const Project& project, const Analysis& analysis)
{
    return detail::openForecast(project, analysis, analysis.pMax, analysis.runs());
}

bool designed(const Project& project)
{
    return std::any_of(allSlots.begin(), allSlots.end(),
                       [&](Slot slot) { return !slotOf(project.design, slot).choices.empty(); });
}

std::vector<Finding> found(const detail::Situation& situation, Severity least = Severity::Advice)
{
    std::vector<Finding> findings;
    for (const detail::Rule* rule : allRules()) {
        if (rule->info.severity > least)
            continue;
        if (!designed(situation.project) && rule->info.name != "slot-empty" && rule->info.name != "plan-misses-a-goal")
            continue;
        detail::Report report(rule->info, findings);
        rule->check(situation, report);
    }
    return findings;
}

std::ptrdiff_t ofRule(const std::vector<Finding>& findings, const std::string& rule)
{
    return std::count_if(findings.begin(), findings.end(), [&](const Finding& each) { return each.rule == rule; });
}

// A longer step is said from here on: rounding is no step.
constexpr double longer = 1 + 1e-9;

/// The fix after it was tried, or none: see Fix.
std::optional<Fix> tried(Fix fix, const Finding& finding, const std::vector<Finding>& all,
                         const detail::Situation& before)
{
    const Project project = fix.apply(before.project);
    if (project == before.project)
        return std::nullopt;
    const detail::OpenForecast forecast = before.outlook.of(project);
    // A fix that leaves the step without a figure it had is none.
    if ((before.prediction && !forecast.prediction) || forecast.open.size() > before.open.size())
        return std::nullopt;
    std::vector<Finding> left;
    if (project.baseline == before.project.baseline) {
        left = found(detail::Situation(project, forecast, before.analysis, before.catalogue));
    } else {
        const Analysis analysis = analyse(project, {.pMax = before.outlook.pMax});
        const detail::OpenForecast open = openForecastOf(project, analysis);
        left = found(detail::Situation(project, open, analysis, before.catalogue));
    }
    if (ofRule(left, finding.rule) >= ofRule(all, finding.rule))
        return std::nullopt;
    if (count(left, Severity::Error) > count(all, Severity::Error))
        return std::nullopt;
    // A plan of more workers than the batch has examples has no step to compare.
    const auto fed = [](const ScalingModel& model, int p) { return !model.mostWorkers || p <= *model.mostWorkers; };
    const bool compares =
        before.prediction && before.p && forecast.plannedP() && fed(before.prediction->model, *before.p);
    if (compares && !fed(forecast.prediction->model, *forecast.plannedP()))
        return std::nullopt;
    if (compares) {
        fix.step = Fix::Step{.beforeS = predictAt(before.prediction->model, *before.p).tStepS,
                             .afterS = predictAt(forecast.prediction->model, *forecast.plannedP()).tStepS,
                             .beforeP = *before.p,
                             .afterP = *forecast.plannedP(),
                             .beforeNodes = before.prediction->model.nodes(*before.p),
                             .afterNodes = forecast.prediction->model.nodes(*forecast.plannedP())};
        const auto& [beforeS, afterS, beforeP, afterP, beforeNodes, afterNodes] = *fix.step;
        if (!std::isfinite(afterS) && std::isfinite(beforeS))
            return std::nullopt;
        if (afterS > longer * beforeS)
            fix.title += beforeP == afterP
                             ? say(" (the step grows by {} to {})", timeText(afterS - beforeS), timeText(afterS))
                             : say(" (the step grows by {} to {}: the plan goes from p = {} to {})",
                                   timeText(afterS - beforeS), timeText(afterS), beforeP, afterP);
        const double speedupBefore = predictAt(before.prediction->model, beforeP).speedup,
                     speedupAfter = predictAt(forecast.prediction->model, afterP).speedup;
        if (afterS <= longer * beforeS && beforeP != afterP && speedupAfter < 0.99 * speedupBefore)
            fix.title += say(" (the plan goes from p = {} to {}: S {} instead of {})", beforeP, afterP,
                             significant(speedupAfter), significant(speedupBefore));
        const double dearer = afterNodes * afterS / (beforeNodes * beforeS);
        if (afterNodes > beforeNodes && dearer > 1.01)
            fix.title += say(" (a step costs {} as much: {} nodes in place of {})", detail::times(dearer), afterNodes,
                             beforeNodes);
    }
    return fix;
}

}  // namespace

const char* severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Advice: break;
    }
    return "advice";
}

std::vector<RuleInfo> designRules()
{
    std::vector<RuleInfo> infos;
    for (const detail::Rule* rule : allRules())
        infos.push_back(rule->info);
    return infos;
}

std::vector<Finding> checkDesign(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue)
{
    const detail::OpenForecast forecast = openForecastOf(project, analysis);
    const detail::Situation situation(project, forecast, analysis, catalogue);
    std::vector<Finding> findings = found(situation);
    const std::vector<Finding> untried = findings;
    for (Finding& finding : findings)
        if (finding.fix)
            finding.fix = tried(*std::move(finding.fix), finding, untried, situation);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::pair(a.slotsRead.front(), a.severity) < std::pair(b.slotsRead.front(), b.severity);
    });
    return findings;
}

int errorCount(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue)
{
    const detail::OpenForecast forecast = openForecastOf(project, analysis);
    return count(found(detail::Situation(project, forecast, analysis, catalogue), Severity::Error), Severity::Error);
}

bool sameFindings(const Project& project, const Analysis& analysis, const Project& other, const Analysis& ofOther)
{
    return analysis.pMax == ofOther.pMax && analysis.plan == ofOther.plan && project.baseline == other.baseline &&
           static_cast<const Proposal&>(project) == other;
}

int count(const std::vector<Finding>& findings, Severity severity)
{
    return static_cast<int>(std::count_if(findings.begin(), findings.end(),
                                          [severity](const Finding& each) { return each.severity == severity; }));
}

std::optional<OverfullCopy> overfullCopy(const Project& project, int p)
{
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    const std::optional<double> memory = detail::workerMemoryBytes(project);
    if (!detail::replicates(project.design) || !memory)
        return std::nullopt;
    // What is known of a copy: the working set that was given, and what the described model holds in training.
    const Result<MemoryNeed> need = trainingMemory(project, p);
    // A working set as large as the dataset is the dataset: what the split divides.
    const MaybeQuantity& dataset = project.baseline.datasetBytes;
    constexpr double alike = 0.05;
    const bool isData =
        workingSet && dataset && std::abs(dataset->value - workingSet->value) <= alike * workingSet->value;
    const double given = workingSet ? workingSet->value / (isData ? p : 1) : 0;
    const bool models = need && need->total() > given;
    const double held = models ? need->total() : given;
    return held > *memory ? std::optional(OverfullCopy{held, *memory, models}) : std::nullopt;
}

}  // namespace scalewright
