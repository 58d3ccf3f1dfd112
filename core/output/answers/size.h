// What `size` answers: how many accelerators, on how many nodes, in which tier, by the rule that is asked for and beside
// it by the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/sizing/sizing.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct SizeAnswerQuestion {
    const SizingNeed& need;
    const Sizing &asked, &other;
    std::vector<std::string> fromCatalogue;  ///< what was taken from it, a sentence each
    std::optional<int> planP{};  ///< workers that the plan takes; of more than the size has, the size is of one copy
};

[[nodiscard]] Answer sizeAnswer(const SizeAnswerQuestion& question);

/// "book", "replica"
[[nodiscard]] const char* ruleName(SizingRule rule);

}  // namespace scalewright
