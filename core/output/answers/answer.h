// SPDX-License-Identifier: GPL-3.0-or-later
// An answer from the program. Text, JSON, table, card, report and slide all render this value.
//
//     Answer answer = predictionAnswer(project, analysis, workers);
//     answer.headline;  // "13 workers give 6.2×, 83 % of the best speedup at 46 % of its cost."
//     answer.because;   // "Best is p = 34 (7.49×): beyond it communication grows faster than compute shrinks."
//     answer.next;      // "Measure p = 2, 4 and 8." with the command or the field it leads to
//
// A headline has at most 14 words and a number, a sentence at most 20 words. State a caveat once: as a mark in the
// headline, with its reason among the details. Do not repeat in a sentence what the table shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/base/text/message.h"
#include "core/output/tables/table.h"

namespace scalewright {

/// The least certain input behind the headline's number.
enum class Basis { Measured, Calibrated, Simulated, Predicted, Catalogue, Typed, Assumed };
template <>
inline constexpr auto enumNames<Basis> = namedValues<Basis>("basis", {{Basis::Measured, "measured"},
                                                                      {Basis::Calibrated, "calibrated"},
                                                                      {Basis::Simulated, "simulated"},
                                                                      {Basis::Predicted, "predicted"},
                                                                      {Basis::Catalogue, "catalogue"},
                                                                      {Basis::Typed, "typed"},
                                                                      {Basis::Assumed, "assumed"}});

/// Clear: the answer is the same for all inputs within their stated uncertainty. Close: another answer is equally good
/// within that uncertainty. Unknown: the inputs do not decide.
enum class Clarity { Clear, Close, Unknown };
template <>
inline constexpr auto enumNames<Clarity> = namedValues<Clarity>(
    "clarity", {{Clarity::Clear, "clear"}, {Clarity::Close, "close"}, {Clarity::Unknown, "not-known"}});

/// The one thing to do next. `command` and `jsonPointer` may both be empty.
struct NextStep {
    std::string text{};  ///< "Repeat each run three times."; empty if there is nothing to do
    std::string command{};  ///< as typed in a shell: "scalewright-cli ladder run --p 1,2,4,8 --repeat 3 -- COMMAND"
    std::string jsonPointer{};  ///< the project's field: "/goal/hour_value_usd"
    std::string code{};  ///< lines to paste into the user's program
};

/// How far to trust the answer: a mark in the headline, with the reason one step away.
struct AnswerConfidence {
    std::optional<Basis> basis{};
    std::optional<Clarity> clarity{};
    std::string note{};  ///< a few words next to the mark: "one run per point"
    std::string reason{};  ///< full sentences, shown among the details
};

/// What a detail is about; also its default label.
enum class FactKind {
    Value,  ///< another number related to the answer: a landmark, a limit, a share
    Goal,  ///< a goal, met or missed, and by how much
    Range,  ///< an interval and its confidence level, or a sensitivity
    Formula,  ///< what was computed
    Source,  ///< paper, catalogue entry, file
    Assumption,  ///< what is assumed, and what would replace it
    Alternative,  ///< the next best answer, and why it lost
    Calibration,  ///< how often this kind of verdict was right on cases with a known answer
    Interpretation,  ///< how a file was read
    Warning,  ///< what may be wrong with the input
    Advice,  ///< what else could be done
};
template <>
inline constexpr auto enumNames<FactKind> = namedValues<FactKind>("fact", {{FactKind::Value, "figure"},
                                                                           {FactKind::Goal, "goal"},
                                                                           {FactKind::Range, "range"},
                                                                           {FactKind::Formula, "formula"},
                                                                           {FactKind::Source, "source"},
                                                                           {FactKind::Assumption, "assumption"},
                                                                           {FactKind::Alternative, "rival"},
                                                                           {FactKind::Calibration, "calibration"},
                                                                           {FactKind::Interpretation, "reading"},
                                                                           {FactKind::Warning, "warning"},
                                                                           {FactKind::Advice, "advice"}});

struct Fact {
    using enum FactKind;

    FactKind kind = Value;
    std::string label{};  ///< "knee", "R = 1"; if empty, the name of the kind is shown
    std::string text{};
};

struct Answer {
    std::string headline{};
    std::string because{};  ///< the inequality or the largest cause; may be empty
    NextStep next{};
    AnswerConfidence confidence{};
    std::vector<Fact> details{};  ///< everything else, most important first
    Table table{};  ///< without a caption (that is a detail); no columns if the answer has no table

    /// Adds a detail unless `text` is empty: add(Fact::Value, "knee", "p = {}", p).
    void add(FactKind kind, std::string_view label, std::string text);
    /// Adds a detail for each non-empty text.
    void add(FactKind kind, std::string_view label, const std::vector<std::string>& texts);
    template <class First, class... Others>
    void add(FactKind kind, std::string_view label, std::type_identity_t<MessageFormat<1 + sizeof...(Others)>> wording,
             const First& first, const Others&... others)
    {
        add(kind, label, formatMessage<First, Others...>(wording, first, others...));
    }
};

/// "measured, close; one run per point": the text in brackets after the headline; empty if nothing is set.
[[nodiscard]] std::string confidenceText(const AnswerConfidence& confidence);

}  // namespace scalewright
