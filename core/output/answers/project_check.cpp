// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/project_check.h"

#include <utility>

#include "core/base/text/message.h"

namespace scalewright {

namespace {

std::string countAndNoun(std::size_t number, const char* noun)
{
    return formatMessage("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace

Answer projectCheckAnswer(const ProjectCheck& check)
{
    Answer answer;
    answer.headline =
        check.problems.empty()
            ? formatMessage("{}: valid, {}", check.file, countAndNoun(check.warnings.size(), "warning"))
            : formatMessage("{}: not valid, {}", check.file, countAndNoun(check.problems.size(), "problem"));
    if (!check.warnings.empty())
        answer.because = capitalised(check.warnings.front()) + ".";
    if (!check.missingInputs.empty()) {
        const Problem& first = check.missingInputs.front();
        answer.next = {formatMessage("Enter {} for a prediction.",
                                     first.location.jsonPointer.empty() ? first.message : first.location.jsonPointer),
                       {},
                       first.location.jsonPointer};
    }
    answer.add(Fact::Warning, "warning", check.warnings);
    for (const std::string& pointer : check.unusedPointers)
        answer.add(Fact::Interpretation, "unread", "{} is kept but not used.", pointer);
    for (Problem problem : check.missingInputs) {
        const std::string expected = std::exchange(problem.expected, {});
        answer.add(Fact::Advice, "missing", describe(problem));
        answer.add(Fact::Advice, "missing", expected);
    }
    return answer;
}

}  // namespace scalewright
