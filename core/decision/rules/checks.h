// SPDX-License-Identifier: GPL-3.0-or-later
// Combinations that cannot work, or cost more than necessary, each reported with the design's own numbers and a fix.
//
//     for (const Finding& finding : checkDesign(project, analyse(project), catalogue))
//         if (finding.fix) project = finding.fix->apply(project);
//
// A rule is a small object (core/decision/rules, one file per slot): name, severity, the slots it reads, its source. A
// rule reports nothing if a value that it needs is not set. Rules that involve p use the plan's p.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/design/slots/slots.h"

namespace scalewright {

struct Analysis;
struct Project;

/// Error: cannot work; Warning: works, but costs too much; Advice: worth mentioning.
enum class Severity { Error, Warning, Advice };

template <>
inline constexpr auto enumNames<Severity> =
    namedValues<Severity>("severity", {{Severity::Error, "error", "cannot work"},
                                       {Severity::Warning, "warning", "costs more"},
                                       {Severity::Advice, "advice", "suggestion"}});

/// A change that resolves a finding. `apply` is pure: it returns the changed project. A fix is offered only after a
/// trial: its finding is gone, there are no more errors than before, everything that could be predicted still can be,
/// and some p is feasible (with more machines if nothing else is missing, which the title then says). If the plan's step takes longer, or costs more because of more nodes, the title says by how much.
struct Fix {
    std::string title;  ///< "Use a parameter server with 8 shards", "Record … (the step grows by 15 ms to 154 ms)"
    std::function<Project(const Project&)> apply;

    /// The predicted step at the plan's p, before and after the fix (with its own plan); absent without a prediction.
    struct StepChange {
        double timeBeforeS = 0, timeAfterS = 0;
        int pBefore = 1, pAfter = 1;
        int nodesBefore = 1, nodesAfter = 1;
    };
    std::optional<StepChange> stepChange{};
};

struct Finding {
    std::string ruleName;  ///< stable: "replicates-what-does-not-fit"
    Severity severity = Severity::Warning;
    std::vector<Slot> slotsRead;  ///< the finding is listed under the first slot
    std::string text;  ///< one sentence with the design's numbers
    std::string source;  ///< "book 41.4, section 2" · "Daly 2006"
    std::string jsonPointer;  ///< JSON pointer of the field to change
    std::optional<Fix> fix;
};

struct RuleInfo {
    std::string name;
    Severity severity = Severity::Warning;  ///< the highest severity it may report
    std::vector<Slot> slotsRead;
    std::string description;  ///< one sentence
    std::string source;
};

/// A design that copies the model to every worker although the copy does not fit. A working set within 5 % of the
/// dataset is the dataset, not a model: it is split over the workers, and its parts have to fit.
struct OversizedCopy {
    double copyBytes = 0, workerMemoryBytes = 0;
    bool isFromModel = false;  ///< the bytes come from the described model, not from the given working set
};
/// nullopt if a copy fits, if there are no copies, or if the size of a copy or a worker's memory is unknown.
[[nodiscard]] std::optional<OversizedCopy> findOversizedCopy(const Project& project, int p);

/// All findings, by slot, the most severe first within a slot. For an empty design, only the empty slots are reported.
/// Precondition: `analysis` belongs to the project. Fixes that need a plan search up to pMax of the analysis.
[[nodiscard]] std::vector<Finding> checkDesign(const Project& project, const Analysis& analysis,
                                               const DesignCatalogue& catalogue);

/// The number of errors. Faster than checkDesign(): it runs only the rules that can report an error and tries no fix.
[[nodiscard]] int errorCount(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue);

/// True if everything that the rules read is equal.
[[nodiscard]] bool haveSameFindings(const Project& project, const Analysis& analysis, const Project& otherProject,
                                    const Analysis& otherAnalysis);

[[nodiscard]] int count(const std::vector<Finding>& findings, Severity severity);

}  // namespace scalewright
