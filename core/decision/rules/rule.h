// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a rule in core/decision/rules/checks.h. Internal to core/decision/rules: one file per slot, one named
// object per rule.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/number_text.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/scaling/prediction.h"
#include "core/project/document/project.h"

namespace scalewright::detail {

/// A forecast that ignores missing inputs from slots 3 to 6, so that the other rules can still judge the rest.
struct PartialForecast : Forecast {
    std::vector<Problem> missingInputs;
};
[[nodiscard]] PartialForecast makePartialForecast(const Project& project, Forecast forecast, int pMax,
                                                  const MeasuredLadder* ladder);

/// The plan's p; if no p is feasible, all available workers or else the knee; absent without a prediction.
[[nodiscard]] std::optional<int> plannedOrExpectedP(const Forecast& forecast);

/// The analysis's search range and ladder, which a fix needs to compute its own plan.
struct ForecastContext {
    int pMax = defaultPMax;
    std::shared_ptr<const LadderAnalysis> ladder;  ///< the shown ladder, or nullptr

    [[nodiscard]] const MeasuredLadder* measuredLadder() const
    {
        return ladder && ladder->measured ? &ladder->ladderOfRuns : nullptr;
    }
    [[nodiscard]] PartialForecast forecastFor(const Project& project) const
    {
        return makePartialForecast(project, makeForecast(project.baseline, project, pMax, measuredLadder()), pMax,
                                   measuredLadder());
    }
};

/// A project as the rules see it, with values that several rules need computed once. A rule reports nothing if a value
/// that it needs is absent.
struct RuleContext {
    /// `analysis` belongs to a project with the same baseline and measurements; `forecast` belongs to `sourceProject`.
    RuleContext(const Project& sourceProject, const PartialForecast& forecast, const Analysis& analysis,
                const DesignCatalogue& sourceCatalogue);

    const Project& project;
    const Design& design;
    const DesignCatalogue& catalogue;
    const Analysis& analysis;
    const Diagnosis* diagnosis;  ///< nullptr if there is no diagnosis
    ForecastContext forecastContext;
    const MeasuredLadder* runs;  ///< Forecast::ladderOfRuns()
    const Prediction* prediction;  ///< nullptr if the project implies no model
    const PlanDecision* plan;  ///< nullptr if there is no plan
    FeasibleWorkers feasible;
    std::optional<int> p;  ///< plannedOrExpectedP()
    std::vector<Problem> missingInputs;  ///< PartialForecast::missingInputs

    [[nodiscard]] bool isChosen(Slot slot, std::string_view option) const
    {
        return isOptionChosen(slotOf(design, slot), option);
    }
    [[nodiscard]] bool isFilled(Slot slot) const { return !slotOf(design, slot).choices.empty(); }
    [[nodiscard]] const ScalingModel* model() const { return prediction ? &prediction->model : nullptr; }
    [[nodiscard]] std::string atPText() const;  ///< "at p = 16 (the plan)", "at p = 9 (the knee)". Precondition: p
    [[nodiscard]] std::string optionTitle(
        Slot slot,
        std::string_view option) const;  ///< the menu title in lower case, e.g. "all-reduce"

    /// Memory per worker: the target's, or else the baseline machine's.
    [[nodiscard]] std::optional<double> workerMemoryBytes() const;
    /// Mean time between failures of any of the nodes that run p workers, M_node/ceil(p/g).
    [[nodiscard]] std::optional<double> mtbfS() const;
    /// True if every worker holds a shard of the state (by a sharding stage, or of the model itself), which is lost
    /// with the worker.
    [[nodiscard]] bool isSharded() const;
    /// Bytes in the largest of `parts` parts: for the described model if the parts are the plan's workers, otherwise an
    /// even part of the working set. nullopt if neither is known.
    [[nodiscard]] std::optional<double> largestPartBytes(double parts) const;
    /// The same per worker, for a plan with this many workers; the whole state if the design replicates it.
    [[nodiscard]] std::optional<double> workerBytesOfPlan(int workers) const;
    /// Jitter of one worker at the plan's p, in seconds; nullopt if not set, or if set as a share of an unknown compute
    /// time.
    [[nodiscard]] std::optional<double> jitterS() const;
    /// True if every worker holds the whole state: examples are split, the model is not.
    [[nodiscard]] bool replicatesState() const;
    /// True if a step touches far fewer bytes than the message moves (baseline.net_bytes).
    [[nodiscard]] bool isStateSparse() const;
    /// The first choice of `slot` among `options` that has the same scope as a choice of `otherSlot` among
    /// `otherOptions`.
    [[nodiscard]] const SlotChoice* findChoiceInSameScope(Slot slot, const std::vector<std::string_view>& options,
                                                          Slot otherSlot,
                                                          const std::vector<std::string_view>& otherOptions) const;
};

[[nodiscard]] std::optional<double> workerMemoryBytes(const Project& project);

/// True if two choices concern the same part of the design: their scopes are equal, or at least one has no scope.
[[nodiscard]] bool scopesOverlap(const SlotChoice& first, const SlotChoice& second);
[[nodiscard]] bool isAllReduce(Pattern pattern);
/// The options in slot 2 in which every worker takes part and none can continue before the last has arrived.
[[nodiscard]] const std::vector<std::string_view>& barrierOptions();

class RuleReport;

struct Rule {
    RuleInfo info;
    void (*check)(const RuleContext& context, RuleReport& report);
};

/// Collects the findings of one rule.
class RuleReport {
public:
    RuleReport(const RuleInfo& info, std::vector<Finding>& findings) : m_info(info), m_findings(findings) {}

    Finding& add(std::string text, std::string jsonPointer, std::optional<Fix> fix = {})
    {
        return m_findings.emplace_back(Finding{m_info.name, m_info.severity, m_info.slotsRead, std::move(text),
                                               m_info.source, std::move(jsonPointer), std::move(fix)});
    }

private:
    const RuleInfo& m_info;
    std::vector<Finding>& m_findings;
};

/// Makes a fix from a change: [](Project& project) {…}.
template <std::invocable<Project&> Change>
[[nodiscard]] Fix makeFix(std::string title, Change change)
{
    return {std::move(title), [change](const Project& before) {
                Project after = before;
                change(after);
                dropStaleReasons(after.design, before.design);
                return withConditionsKept(before, std::move(after));
            }};
}

/// A value set by a fix: assumed, with the reason.
[[nodiscard]] Quantity assumedQuantity(double value, std::string reason);

/// Replaces the choice `oldOption` with `newOption` and keeps the scopes; appends `newOption` if `oldOption` is not
/// chosen.
void replaceOrAddChoice(DesignSlot& slot, std::string_view oldOption, std::string_view newOption);
void removeChoice(DesignSlot& slot, std::string_view option);

/// Puts a parameter server in slot 2 (instead of every all-reduce and barrier choice) with as many shards as workers,
/// but at least `minimumShards`.
void useParameterServer(Project& project, int minimumShards, const ForecastContext& context);
/// Puts a sparse state on servers: sharded in slot 1, and a step moves only the bytes it touches (baseline.net_bytes,
/// which must be set).
void serveSparseState(Project& project, int minimumShards, const ForecastContext& context);
/// Makes slot 2 exchange slices as the sharding stage in slot 1 requires: reduce-scatter and all-gather, or fully
/// sharded.
void switchToSliceExchange(Project& project);
/// The pattern that exchanges shards of that stage in a step (Rajbhandari et al. 2020, section 7).
[[nodiscard]] Pattern slicePatternOf(const Partitioning& partitioning);
/// Uses checkpoint-restart instead of `replacedOption`, or additionally if that is not chosen. If the writing time is
/// not set, it is assumed to be that of sending the working set over one link.
void useCheckpointRestart(Project& project, std::string_view replacedOption);
/// Resets an interval that was set for another kind of recovery or without known failures: an unset interval means
/// Daly's. Does nothing if the failure rate or the writing time is unknown.
void useDalyInterval(Project& project);
/// Suffix for the title of a fix that resets the interval: ", checkpointing at Daly’s interval instead of every 2 h";
/// empty if no interval is set.
[[nodiscard]] std::string dalyIntervalNote(const Design& design);
/// A recovery that does not lose work: checkpoints for a sharded state, which elastic execution would lose; otherwise
/// elastic execution.
[[nodiscard]] Fix recoveryFix(const RuleContext& context, std::string_view replacedOption);
/// Uses one shard per worker of the resulting plan (the knee moves with the shards).
void useOneShardPerWorker(Project& project, const ForecastContext& context);

[[nodiscard]] std::string ratioText(double ratio);  ///< "1.3 times", "24414 times"
[[nodiscard]] std::string pluralText(double count, const std::string& singularNoun,
                                     const std::string& pluralNoun);  ///< "1 shard", "8 shards"

[[nodiscard]] const std::vector<Rule>& templateRules();
[[nodiscard]] const std::vector<Rule>& partitioningSlotRules();
[[nodiscard]] const std::vector<Rule>& communicationSlotRules();
[[nodiscard]] const std::vector<Rule>& consistencySlotRules();
[[nodiscard]] const std::vector<Rule>& coordinationSlotRules();
[[nodiscard]] const std::vector<Rule>& faultToleranceSlotRules();
[[nodiscard]] const std::vector<Rule>& loadBalancingSlotRules();
/// All of them, in the order of their first slot; the rules of the template itself, which read every slot, come first.
[[nodiscard]] std::vector<const Rule*> allRules();

}  // namespace scalewright::detail
