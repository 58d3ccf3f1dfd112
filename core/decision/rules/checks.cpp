// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/rules/checks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"

namespace scalewright {

std::vector<const detail::Rule*> detail::allRules()
{
    std::vector<const detail::Rule*> rules;
    for (const std::vector<detail::Rule>* ruleSet :
         {&detail::templateRules(), &detail::partitioningSlotRules(), &detail::communicationSlotRules(),
          &detail::consistencySlotRules(), &detail::coordinationSlotRules(), &detail::faultToleranceSlotRules(),
          &detail::loadBalancingSlotRules()})
        for (const detail::Rule& rule : *ruleSet)
            rules.push_back(&rule);
    return rules;
}

namespace {

detail::PartialForecast partialForecastOf(const Project& project, const Analysis& analysis)
{
    return detail::makePartialForecast(project, analysis, analysis.pMax, analysis.ladderOfRuns());
}

bool hasAnyChoice(const Project& project)
{
    return std::ranges::any_of(allSlots, [&](Slot slot) { return !slotOf(project.design, slot).choices.empty(); });
}

std::vector<Finding> runRules(const detail::RuleContext& situation, Severity leastSevere = Severity::Advice)
{
    std::vector<Finding> findings;
    for (const detail::Rule* rule : detail::allRules()) {
        if (rule->info.severity > leastSevere)
            continue;
        constexpr std::array<std::string_view, 3> rulesOfEmptyDesigns{"slot-empty", "plan-misses-a-goal",
                                                                      "replicates-what-does-not-fit"};
        if (!hasAnyChoice(situation.project) && !contains(rulesOfEmptyDesigns, rule->info.name))
            continue;
        detail::RuleReport report(rule->info, findings);
        rule->check(situation, report);
    }
    return findings;
}

std::ptrdiff_t countOfRule(const std::vector<Finding>& findings, const std::string& rule)
{
    return std::ranges::count_if(findings, [&](const Finding& each) { return each.ruleName == rule; });
}

// A smaller increase is rounding and is not reported.
constexpr double longerStepFactor = 1 + 1e-9;

/// The fewest workers that the project needs: its plan, or the smallest p that fits on enough machines.
std::optional<int> neededWorkers(const Project& project, const FeasibleWorkers& feasible)
{
    if (!project.plan.p)
        return feasible.smallestPOnAnyMachines();
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(*project.plan.p);
    return !problem || problem->limit == FeasibilityLimit::Machines ? project.plan.p : std::nullopt;
}

/// The fix with as many machines as its design needs; nullopt if no number of machines makes a p feasible.
std::optional<Fix> withEnoughMachines(Fix fix, const Project& before)
{
    const Project project = fix.apply(before);
    const FeasibleWorkers feasible(project.baseline, project, nullptr);
    const std::optional<int> needed = neededWorkers(project, feasible);
    if (!needed)
        return std::nullopt;
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(*needed);
    if (!problem)
        return fix;
    // The servers of a parameter server may need machines of their own.
    int nodes = nodeCount(*needed, workersOnNode(project.target));
    const auto withMachines = [](Project changed, int machines) {
        changed.target.machinesAvailable = detail::assumedQuantity(machines, "as many as the design needs");
        return changed;
    };
    while (nodes < maximumPMax &&
           !FeasibleWorkers(project.baseline, withMachines(project, nodes), nullptr).contains(*needed))
        ++nodes;
    fix.title += formatMessage(", on {} machines", nodes);
    fix.apply = [apply = std::move(fix.apply), withMachines, nodes](const Project& original) {
        return withMachines(apply(original), nodes);
    };
    return fix;
}

/// The fix after a trial run, or nullopt if it violates a condition listed at Fix.
std::optional<Fix> verifiedFix(Fix givenFix, const Finding& finding, const std::vector<Finding>& allFindings,
                               const detail::RuleContext& before)
{
    std::optional<Fix> feasibleFix = withEnoughMachines(std::move(givenFix), before.project);
    if (!feasibleFix)
        return std::nullopt;
    Fix& fix = *feasibleFix;
    const Project project = fix.apply(before.project);
    if (project == before.project)
        return std::nullopt;
    const detail::PartialForecast forecast = before.forecastContext.forecastFor(project);
    // Reject a fix that makes the step unpredictable or causes more missing inputs.
    if ((before.prediction && !forecast.prediction) || forecast.missingInputs.size() > before.missingInputs.size())
        return std::nullopt;
    std::vector<Finding> remaining;
    if (project.baseline == before.project.baseline) {
        remaining = runRules(detail::RuleContext(project, forecast, before.analysis, before.catalogue));
    } else {
        const Analysis analysis = analyse(project, {.pMax = before.forecastContext.pMax});
        const detail::PartialForecast newForecast = partialForecastOf(project, analysis);
        remaining = runRules(detail::RuleContext(project, newForecast, analysis, before.catalogue));
    }
    if (countOfRule(remaining, finding.ruleName) >= countOfRule(allFindings, finding.ruleName))
        return std::nullopt;
    if (count(remaining, Severity::Error) > count(allFindings, Severity::Error))
        return std::nullopt;
    // If a plan has more workers than the batch has examples, there is no step to compare.
    const auto hasExampleForEach = [](const ScalingModel& model, int p) {
        return !model.maximumWorkers || p <= *model.maximumWorkers;
    };
    const bool isComparable = before.prediction && before.plan && !before.plan->infeasibility && forecast.plannedP() &&
                              hasExampleForEach(before.prediction->model, *before.p);
    if (isComparable && !hasExampleForEach(forecast.prediction->model, *forecast.plannedP()))
        return std::nullopt;
    if (isComparable) {
        fix.stepChange =
            Fix::StepChange{.timeBeforeS = predictAt(before.prediction->model, *before.p).tStepS,
                            .timeAfterS = predictAt(forecast.prediction->model, *forecast.plannedP()).tStepS,
                            .pBefore = *before.p,
                            .pAfter = *forecast.plannedP(),
                            .nodesBefore = before.prediction->model.nodesAt(*before.p),
                            .nodesAfter = forecast.prediction->model.nodesAt(*forecast.plannedP())};
        const auto& [timeBeforeS, timeAfterS, pBefore, pAfter, nodesBefore, nodesAfter] = *fix.stepChange;
        if (!std::isfinite(timeAfterS) && std::isfinite(timeBeforeS))
            return std::nullopt;
        if (timeAfterS > longerStepFactor * timeBeforeS)
            fix.title += pBefore == pAfter
                             ? formatMessage(" (the step grows by {} to {})", timeText(timeAfterS - timeBeforeS),
                                             timeText(timeAfterS))
                             : formatMessage(" (the step grows by {} to {}: the plan goes from p = {} to {})",
                                             timeText(timeAfterS - timeBeforeS), timeText(timeAfterS), pBefore, pAfter);
        const double speedupBefore = predictAt(before.prediction->model, pBefore).speedup,
                     speedupAfter = predictAt(forecast.prediction->model, pAfter).speedup;
        if (timeAfterS <= longerStepFactor * timeBeforeS && pBefore != pAfter && speedupAfter < 0.99 * speedupBefore)
            fix.title += formatMessage(" (the plan goes from p = {} to {}: S {} instead of {})", pBefore, pAfter,
                                       significantText(speedupAfter), significantText(speedupBefore));
        const double costRatio = nodesAfter * timeAfterS / (nodesBefore * timeBeforeS);
        if (nodesAfter > nodesBefore && costRatio > 1.01)
            fix.title += formatMessage(" (a step costs {} as much: {} nodes instead of {})",
                                       detail::ratioText(costRatio), nodesAfter, nodesBefore);
    }
    return fix;
}

}  // namespace

std::vector<Finding> checkDesign(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue)
{
    const detail::PartialForecast forecast = partialForecastOf(project, analysis);
    const detail::RuleContext situation(project, forecast, analysis, catalogue);
    std::vector<Finding> findings = runRules(situation);
    const std::vector<Finding> foundFindings = findings;
    for (Finding& finding : findings)
        if (finding.fix)
            finding.fix = verifiedFix(*std::move(finding.fix), finding, foundFindings, situation);
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
        return std::pair(a.slotsRead.front(), a.severity) < std::pair(b.slotsRead.front(), b.severity);
    });
    return findings;
}

int errorCount(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue)
{
    const detail::PartialForecast forecast = partialForecastOf(project, analysis);
    return count(runRules(detail::RuleContext(project, forecast, analysis, catalogue), Severity::Error),
                 Severity::Error);
}

bool haveSameFindings(const Project& project, const Analysis& analysis, const Project& otherProject,
                      const Analysis& otherAnalysis)
{
    return analysis.pMax == otherAnalysis.pMax && analysis.plan == otherAnalysis.plan &&
           project.baseline == otherProject.baseline && static_cast<const Proposal&>(project) == otherProject;
}

int count(const std::vector<Finding>& findings, Severity severity)
{
    return static_cast<int>(
        std::ranges::count_if(findings, [severity](const Finding& each) { return each.severity == severity; }));
}

std::optional<OversizedCopy> findOversizedCopy(const Project& project, int p)
{
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    const std::optional<double> memory = detail::workerMemoryBytes(project);
    // With slot 1 empty, the pattern implies copies, once its message is set.
    const bool isDecided =
        !project.design.partitioning.slot.choices.empty() || project.design.communication.messageBytes;
    if (!memory || !isDecided || stateDistributionOf(project.baseline, project) != StateDistribution::Replicated)
        return std::nullopt;
    // Bytes per copy: the given working set, or what training the described model needs if that is more.
    const Result<MemoryNeed> need = trainingMemory(project, p);
    const double givenBytes = valueOr(workingSet, 0);
    const bool isFromModel = need && need->total() > givenBytes;
    const double copyBytes = isFromModel ? need->total() : givenBytes;
    return copyBytes > usableMemoryShare * *memory ? std::optional(OversizedCopy{copyBytes, *memory, isFromModel})
                                                   : std::nullopt;
}

}  // namespace scalewright
