// What `size` answers: how many accelerators, on how many nodes, in which tier, by the rule that is asked for and beside
// it by the other.
#pragma once

#include <string>
#include <vector>

#include "core/answers/answer.h"
#include "core/sizing/sizing.h"

namespace scalewright {

struct SizeAnswerQuestion {
    const SizingNeed& need;
    const Sizing &asked, &other;
    std::vector<std::string> fromCatalogue;  ///< what was taken from it, a sentence each
};

[[nodiscard]] Answer sizeAnswer(const SizeAnswerQuestion& question);

/// "book", "replica"
[[nodiscard]] const char* ruleName(SizingRule rule);

}  // namespace scalewright
