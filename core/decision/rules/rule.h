// What a rule of core/decision/rules/checks.h is made of. Internal to core/decision/rules: one file a slot, one named object a rule.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/scaling/prediction.h"
#include "core/project/document/project.h"

namespace scalewright::detail {

/// A forecast with what T(p) lacks of the slots: the rules count that as nothing, and judge the rest.
struct OpenForecast : Forecast {
    std::vector<Problem> open;
};
[[nodiscard]] OpenForecast openForecast(const Project& project, Forecast forecast, int pMax,
                                        const MeasuredLadder* ladder);

/// How far the analysis looked: what a fix has to know to see its own plan.
struct Outlook {
    int pMax = defaultPMax;
    std::shared_ptr<const LadderAnalysis> ladder;  ///< the one in sight, or nullptr

    [[nodiscard]] const MeasuredLadder* measured() const
    {
        return ladder && ladder->measured ? &ladder->runs : nullptr;
    }
    [[nodiscard]] OpenForecast of(const Project& project) const
    {
        return openForecast(project, forecast(project.baseline, project, pMax, measured()), pMax, measured());
    }
};

/// A project as the rules see it: what several of them need is worked out once. A rule that needs what is absent is
/// silent.
struct Situation {
    /// `analysis` is that of a project with the same baseline and measurements; `forecast` the given one's.
    Situation(const Project& given, const OpenForecast& forecast, const Analysis& analysis,
              const DesignCatalogue& menus);

    const Project& project;
    const Design& design;
    const DesignCatalogue& catalogue;
    const Analysis& analysis;
    const Diagnosis* diagnosis;  ///< where there is one
    Outlook outlook;
    const Prediction* prediction;  ///< where the project implies a model
    const PlanDecision* plan;  ///< where there is one
    std::optional<int> p;  ///< the plan's
    std::vector<Problem> open;  ///< OpenForecast::open

    [[nodiscard]] bool chosen(Slot slot, std::string_view option) const
    {
        return chooses(slotOf(design, slot), option);
    }
    [[nodiscard]] bool filled(Slot slot) const { return !slotOf(design, slot).choices.empty(); }
    [[nodiscard]] const ScalingModel* model() const { return prediction ? &prediction->model : nullptr; }
    [[nodiscard]] std::string atP() const;  ///< "at p = 16 (the plan)", "at p = 9 (the knee)". Precondition: p
    [[nodiscard]] std::string title(Slot slot,
                                    std::string_view option) const;  ///< "all-reduce": the menu's, in lower case

    /// The memory that one worker has: the target's, else the baseline machine's.
    [[nodiscard]] std::optional<double> workerMemoryBytes() const;
    /// Mean time between failures of any of the nodes that hold p workers, M_node/ceil(p/g).
    [[nodiscard]] std::optional<double> mtbfS() const;
    /// State lies in shards, of which every worker holds one (a stage of sharding, or the model's own): losing a worker
    /// loses its part.
    [[nodiscard]] bool sharded() const;
    /// What the fullest worker of `parts` holds: of the model that the project describes, where the parts are the
    /// plan's workers; else an even part of the working set. nullopt where neither is known.
    [[nodiscard]] std::optional<double> heldBytes(double parts) const;
    /// The same of a plan of so many workers, whole on each where the design replicates.
    [[nodiscard]] std::optional<double> heldBytesOfPlan(int workers) const;
    /// Seconds of one worker's jitter at the plan's p; nullopt where none is given, or as a share of a compute that is
    /// not known.
    [[nodiscard]] std::optional<double> jitterS() const;
    /// Slot 1 copies the whole state to every worker: examples are split, the model is not.
    [[nodiscard]] bool replicates() const;
    /// A step touches far fewer bytes than the message moves (baseline.net_bytes): the state is sparse.
    [[nodiscard]] bool movesMoreThanItTouches() const;
    /// The first choice of one slot that shares its scope with a choice of the other, both among these options.
    [[nodiscard]] const SlotChoice* meeting(Slot slot, const std::vector<std::string_view>& options, Slot other,
                                            const std::vector<std::string_view>& others) const;
};

[[nodiscard]] std::optional<double> workerMemoryBytes(const Project& project);
[[nodiscard]] bool replicates(const Design& design);

/// Two choices speak of the same part of the design: one scope, or one of them speaks of everything.
[[nodiscard]] bool sameScope(const SlotChoice& one, const SlotChoice& other);
[[nodiscard]] bool isAllReduce(Pattern pattern);
/// The options of slot 2 in which every worker takes part and none can leave before the last has come.
[[nodiscard]] const std::vector<std::string_view>& barrierOptions();

class Report;

struct Rule {
    RuleInfo info;
    void (*check)(const Situation& situation, Report& report);
};

/// Takes down what one rule finds.
class Report {
public:
    Report(const RuleInfo& info, std::vector<Finding>& findings) : m_info(info), m_findings(findings) {}

    Finding& add(std::string says, std::string pointer, std::optional<Fix> fix = {})
    {
        return m_findings.emplace_back(Finding{m_info.name, m_info.severity, m_info.slotsRead, std::move(says),
                                               m_info.source, std::move(pointer), std::move(fix)});
    }

private:
    const RuleInfo& m_info;
    std::vector<Finding>& m_findings;
};

/// A fix from what it changes: [](Project& project) {…}.
template <std::invocable<Project&> Change>
[[nodiscard]] Fix fixBy(std::string title, Change change)
{
    return {std::move(title), [change](const Project& before) {
                Project after = before;
                change(after);
                reasonsFollow(after.design, before.design);
                return after;
            }};
}

/// A figure that a fix sets: assumed, with the reason.
[[nodiscard]] Quantity setByFix(double value, std::string why);

/// The choices of a slot with `from` replaced by `to`; `to` alone at the end where `from` is not chosen. Scopes stay.
void choose(DesignSlot& slot, std::string_view from, std::string_view to);
void drop(DesignSlot& slot, std::string_view option);

/// The project with a parameter server in slot 2 (every all-reduce and barrier choice replaced) and as many shards as
/// workers, or `leastShards` where that is more.
void useParameterServer(Project& project, int leastShards, const Outlook& outlook);
/// A sparse state on servers: sharded in slot 1, and a step moves what it touches (baseline.net_bytes). Precondition:
/// known.
void serveWhatIsTouched(Project& project, int leastShards, const Outlook& outlook);
/// Slot 2 exchanges slices as slot 1's stage of sharding asks: reduce-scatter and all-gather, or fully sharded.
void exchangeSlices(Project& project);
/// What shards of that stage exchange in a step (Rajbhandari et al. 2020, section 7).
[[nodiscard]] Pattern slicesOf(const Partitioning& partitioning);
/// Checkpoint-restart in place of `from`, or added where that is not chosen: how long writing takes is assumed from the
/// working set over one link where it is not given.
void restartFromCheckpoints(Project& project, std::string_view from);
/// An interval that was given for another way to recover, or before anybody knew of failures: Daly's from here on,
/// which is what none given means. Nothing changes where the failures or the writing are not known.
void writeAtDalysInterval(Project& project);
/// What a fix that does so says of it: ", a checkpoint at Daly’s interval in place of every 2 h"; empty where no
/// interval is given.
[[nodiscard]] std::string dalysInPlaceOf(const Design& design);
/// The recovery that keeps the work: checkpoints where the state is in shards, which elastic execution would lose; else
/// the survivors.
[[nodiscard]] Fix recoveryFix(const Situation& situation, std::string_view from);
/// As many shards as the plan then has workers (the knee moves with the shards).
void useShardForEveryWorker(Project& project, const Outlook& outlook);

[[nodiscard]] std::string bytes(double value);
[[nodiscard]] std::string times(double ratio);  ///< "1.3 times", "24414 times"
[[nodiscard]] std::string plural(double count, const std::string& one,
                                 const std::string& many);  ///< "1 shard", "8 shards"

[[nodiscard]] const std::vector<Rule>& templateRules();
[[nodiscard]] const std::vector<Rule>& partitioningRules();
[[nodiscard]] const std::vector<Rule>& communicationRules();
[[nodiscard]] const std::vector<Rule>& consistencyRules();
[[nodiscard]] const std::vector<Rule>& coordinationRules();
[[nodiscard]] const std::vector<Rule>& faultRules();
[[nodiscard]] const std::vector<Rule>& balancingRules();

}  // namespace scalewright::detail
