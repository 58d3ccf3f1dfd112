#include "core/output/answers/project_check.h"

#include <utility>

#include "core/base/text/message.h"

namespace scalewright {

namespace {

std::string counted(std::size_t number, const char* one)
{
    return say("{} {}{}", number, one, number == 1 ? "" : "s");
}

}  // namespace

Answer projectCheckAnswer(const ProjectCheck& check)
{
    Answer answer;
    answer.headline = check.problems.empty()
                          ? say("{}: valid, {}", check.file, counted(check.warnings.size(), "warning"))
                          : say("{}: not valid, {}", check.file, counted(check.problems.size(), "problem"));
    if (!check.warnings.empty())
        answer.because = capital(check.warnings.front()) + ".";
    if (!check.missing.empty()) {
        const Problem& first = check.missing.front();
        answer.next = {
            say("Enter {} for a prediction.", first.where.pointer.empty() ? first.message : first.where.pointer),
            {},
            first.where.pointer};
    }
    addFacts(answer, FactKind::Warning, "warning", check.warnings);
    for (const std::string& pointer : check.unread)
        addFact(answer, FactKind::Reading, "unread", say("{} is kept and not used.", pointer));
    for (Problem problem : check.missing) {
        const std::string right = std::exchange(problem.expected, {});
        addFact(answer, FactKind::Advice, "missing", describe(problem));
        addFact(answer, FactKind::Advice, "missing", right);
    }
    return answer;
}

}  // namespace scalewright
