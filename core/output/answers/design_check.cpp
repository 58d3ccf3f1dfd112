#include "core/output/answers/design_check.h"

#include <algorithm>

#include "core/base/text/message.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"

namespace scalewright {

namespace {

const char* severityTitle(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "cannot work";
    case Severity::Warning: return "costs more";
    case Severity::Advice: break;
    }
    return "suggestion";
}

/// The worst finding, the first of them.
const Finding* worstOf(const std::vector<Finding>& findings)
{
    const auto worst = std::min_element(findings.begin(), findings.end(),
                                        [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    return worst == findings.end() ? nullptr : &*worst;
}

Next fixFor(const DesignCheckQuestion& question, const Finding& worst)
{
    const auto fixed = std::find_if(question.findings.begin(), question.findings.end(),
                                    [&](const Finding& each) { return each.fix && each.severity == worst.severity; });
    if (fixed == question.findings.end()) {
        const Slot slot = worst.slotsRead.front();
        return {say("Decide slot {}: {}", static_cast<int>(slot) + 1, question.catalogue.menu(slot).question),
                {},
                worst.pointer};
    }
    return {fixed->fix->title + ".",
            say("scalewright-cli design check {} --fix {} -o FIXED.scalewright", question.file, fixed->rule),
            fixed->pointer};
}

}  // namespace

std::string countText(Severity severity, int number)
{
    if (number == 0)
        return {};
    switch (severity) {
    case Severity::Error: return say("{} error{}", number, number == 1 ? "" : "s");
    case Severity::Warning: return say("{} warning{}", number, number == 1 ? "" : "s");
    case Severity::Advice: break;
    }
    return say("{} suggestion{}", number, number == 1 ? "" : "s");
}

Answer designCheckAnswer(const DesignCheckQuestion& question)
{
    const std::vector<Finding>& findings = question.findings;
    Answer answer;
    const int errors = count(findings, Severity::Error), warnings = count(findings, Severity::Warning),
              advice = count(findings, Severity::Advice);
    answer.headline = findings.empty()
                          ? "No problems: 6 of 6 slots pass every rule."
                          : joined({countText(Severity::Error, errors), countText(Severity::Warning, warnings),
                                    countText(Severity::Advice, advice)},
                                   ", ") +
                                ".";
    const Finding* worst = worstOf(findings);
    if (worst != nullptr) {
        answer.because = firstStatement(worst->says);
        answer.next = fixFor(question, *worst);
        answer.table.columns = {{"slot", "slot", "", -1}, {"severity", "what", "", -1}, {"rule", "rule", "", -1}};
    }
    addFact(answer, FactKind::Reading, "design", say("{}, variant {}", question.file, question.variant));
    for (const Finding& finding : findings) {
        const Slot slot = finding.slotsRead.front();
        answer.table.rows.push_back({say("{}. {}", static_cast<int>(slot) + 1, question.catalogue.menu(slot).title),
                                     std::string(severityTitle(finding.severity)), finding.rule});
        const FactKind kind = finding.severity == Severity::Advice ? FactKind::Advice : FactKind::Warning;
        // What stands in sight is not said again.
        const bool begun = &finding == worst && finding.says.starts_with(answer.because);
        addFact(answer, kind, finding.rule,
                begun ? finding.says.substr(std::min(answer.because.size() + 1, finding.says.size())) : finding.says);
        if (std::none_of(answer.details.begin(), answer.details.end(),
                         [&](const Fact& fact) { return fact.label == finding.rule && fact.says == finding.source; }))
            addFact(answer, FactKind::Source, finding.rule, finding.source);
        if (finding.fix)
            addFact(answer, FactKind::Advice, finding.rule, "fix: " + finding.fix->title);
    }
    if (question.plan) {
        addFact(answer, FactKind::Figure, "plan p", say("{} ({})", question.plan->p, question.plan->why));
        addFacts(answer, FactKind::Goal, "goal", goalFacts(*question.plan));
    }
    return answer;
}

}  // namespace scalewright
