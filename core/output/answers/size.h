// The answer from `size`: how many accelerators, on how many nodes, in which tier, by the requested rule and by the
// other rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/sizing/sizing.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct SizeAnswerQuestion {
    const SizingNeed& need;
    const Sizing &requestedSizing, &otherSizing;
    std::vector<std::string> catalogueNotes;  ///< what was taken from the catalogue, one sentence each
    /// The plan's number of workers; if it exceeds the sized number of accelerators, the size is that of one copy.
    std::optional<int> planP{};
};

[[nodiscard]] Answer sizeAnswer(const SizeAnswerQuestion& question);

/// "book", "replica"
[[nodiscard]] const char* sizingRuleName(SizingRule rule);

}  // namespace scalewright
