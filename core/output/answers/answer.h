// What the program answers, once: text, JSON, table, card, report and slide render this value.
//
//     Answer answer = predictionAnswer(project, analysis, asked);
//     answer.headline;  // "13 workers give 6.2×, 83 % of the best speedup at 46 % of its cost."
//     answer.because;   // "Best is p = 34 (7.49×): beyond it communication grows faster than compute shrinks."
//     answer.next;      // "Measure p = 2, 4 and 8." and the command or the field that it leads to
//
// A headline has at most 14 words and a number, a sentence at most 20 words. A caveat stands once: as the mark where it
// decides, its reason among the details. What a table shows is not said beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/output/tables/table.h"

namespace scalewright {

/// What the headline's number rests on: its weakest input.
enum class Basis { Measured, Simulated, Predicted, Catalogue, Typed, Assumed };

/// Clear: no input within its stated uncertainty turns the answer. Close: another answer is as good within it. NotKnown:
/// the inputs do not tell.
enum class Clarity { Clear, Close, NotKnown };

/// The one thing to do. Both targets may be empty.
struct Next {
    std::string says;  ///< "Repeat each run three times."; empty where there is nothing to do
    std::string command;  ///< as typed in a shell: "scalewright-cli ladder run --p 1,2,4,8 --repeat 3 -- COMMAND"
    std::string pointer;  ///< the project's field, as a JSON pointer: "/goal/hour_value_usd"
};

/// How far to trust it: a mark in sight, the reason one step away.
struct Sure {
    std::optional<Basis> basis{};
    std::optional<Clarity> clarity{};
    std::string note{};  ///< a few words beside the mark: "one run per point"
    std::string why{};  ///< in sentences, among the details
};

/// What a detail is about; the label it stands under.
enum class FactKind {
    Figure,  ///< a further number of the answer: a landmark, a limit, a share
    Goal,  ///< a goal, met or missed, and by how much
    Range,  ///< an interval and its level, a sensitivity
    Formula,  ///< what was computed
    Source,  ///< paper, catalogue entry, file
    Assumption,  ///< taken for granted, and what would replace it
    Rival,  ///< the next best answer, and why it lost
    Calibration,  ///< how often such a verdict was right where the truth is known
    Reading,  ///< how a file was read
    Warning,  ///< what may be wrong in the input
    Advice,  ///< what else could be done
};

struct Fact {
    FactKind kind = FactKind::Figure;
    std::string label;  ///< "knee", "R = 1"; empty: the kind's own name
    std::string says;
};

struct Answer {
    std::string headline;
    std::string because;  ///< the inequality or the largest cause; may be empty
    Next next;
    Sure sure;
    std::vector<Fact> details;  ///< all else that is true, in the order in which it matters
    Table table;  ///< without a caption, which is a detail; no columns: the answer has none
};

/// Stable names, of JSON: "measured", "not-known", "formula".
[[nodiscard]] const char* basisName(Basis basis);
[[nodiscard]] const char* clarityName(Clarity clarity);
[[nodiscard]] const char* factName(FactKind kind);

/// "measured, close; one run per point": what `sure` says in a bracket; empty where it says nothing.
[[nodiscard]] std::string markText(const Sure& sure);

/// A fact for each of `says` that is not empty.
void addFacts(Answer& answer, FactKind kind, std::string_view label, const std::vector<std::string>& says);
/// One where `says` is not empty.
void addFact(Answer& answer, FactKind kind, std::string_view label, std::string says);

}  // namespace scalewright
