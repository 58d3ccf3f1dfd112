// Combinations that cannot work, or cost more than they need, each said with the design's own numbers and a fix.
//
//     for (const Finding& finding : checkDesign(project, analyse(project), catalogue))
//         if (finding.fix) project = finding.fix->apply(project);
//
// A rule is a small object of its own (core/decision/rules, a file for each slot): name, severity, the slots it reads, its
// source. What a rule needs and the project does not say leaves that rule silent. Rules with a p in them use the plan's
// p.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/design/slots/slots.h"

namespace scalewright {

struct Analysis;
struct Project;

enum class Severity { Error, Warning, Advice };  ///< cannot work · works at a price · worth a sentence

[[nodiscard]] const char* severityName(Severity severity);  ///< "error", "warning", "advice"

/// A change that answers a finding. `apply` is pure: the project as it would be; the finding is then gone.
/// Before it is offered, it is tried: its finding is then gone, there are no more errors than before, what was priced
/// stays priced, and where the step of the plan grows, or its cost with more nodes, the title says by how much.
struct Fix {
    std::string title;  ///< "Use a parameter server with 8 shards", "Record … (the step grows by 15 ms to 154 ms)"
    std::function<Project(const Project&)> apply;

    /// The predicted step at the plan's p, and with the fix at the p that is planned then; absent where nothing is
    /// predicted.
    struct Step {
        double beforeS = 0, afterS = 0;
        int beforeP = 1, afterP = 1;
        int beforeNodes = 1, afterNodes = 1;
    };
    std::optional<Step> step{};
};

struct Finding {
    std::string rule;  ///< stable: "replicates-what-does-not-fit"
    Severity severity = Severity::Warning;
    std::vector<Slot> slotsRead;  ///< the first is the one it stands beside
    std::string says;  ///< one sentence with the design's numbers
    std::string source;  ///< "book 41.4, section 2" · "Daly 2006"
    std::string pointer;  ///< the field that would change it, as a JSON pointer
    std::optional<Fix> fix;
};

struct RuleInfo {
    std::string name;
    Severity severity = Severity::Warning;  ///< the worst it may find
    std::vector<Slot> slotsRead;
    std::string about;  ///< what it looks for, in one sentence
    std::string source;
};

/// A design that copies the model to every worker, where it does not fit. A working set that is the dataset (as large,
/// within 5 %) is no model: split over the workers, it has to fit in parts.
struct OverfullCopy {
    double heldBytes = 0, memoryBytes = 0;
    bool modelled = false;  ///< what the described model holds in training, not the working set that was given
};
/// nullopt where a copy fits, none is made, or what it holds or a worker has is not known.
[[nodiscard]] std::optional<OverfullCopy> overfullCopy(const Project& project, int p);

/// Every rule there is, in the order of its first slot.
[[nodiscard]] std::vector<RuleInfo> designRules();

/// What the rules find, worst first within a slot, slots in their order. An empty design finds only what an empty
/// design is: slots that are not filled. Precondition: `analysis` is the project's. A fix that has to know a plan
/// searches as far as it did.
[[nodiscard]] std::vector<Finding> checkDesign(const Project& project, const Analysis& analysis,
                                               const DesignCatalogue& catalogue);

/// How many of them are errors: what cannot work, for those who need no more. Asks only the rules that may find one and
/// tries no fix.
[[nodiscard]] int errorCount(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue);

/// Whether the rules would find the same: nothing that they read is another.
[[nodiscard]] bool sameFindings(const Project& project, const Analysis& analysis, const Project& other,
                                const Analysis& ofOther);

[[nodiscard]] int count(const std::vector<Finding>& findings, Severity severity);

}  // namespace scalewright
