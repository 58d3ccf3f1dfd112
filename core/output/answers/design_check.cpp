// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/design_check.h"

#include <algorithm>

#include "core/base/text/message.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"

namespace scalewright {

namespace {

/// The first finding of the highest severity.
const Finding* findWorst(const std::vector<Finding>& findings)
{
    const auto worst =
        std::ranges::min_element(findings, [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
    return worst == findings.end() ? nullptr : &*worst;
}

NextStep chooseFix(const DesignCheckQuestion& question, const Finding& worst)
{
    const auto fixed = std::ranges::find_if(
        question.findings, [&](const Finding& each) { return each.fix && each.severity == worst.severity; });
    if (fixed == question.findings.end()) {
        const Slot slot = worst.slotsRead.front();
        return {formatMessage("Decide slot {}: {}", static_cast<int>(slot) + 1, question.catalogue.menu(slot).question),
                {},
                worst.jsonPointer};
    }
    return {
        fixed->fix->title + ".",
        formatMessage("scalewright-cli design check {} --fix {} -o FIXED.scalewright", question.file, fixed->ruleName),
        fixed->jsonPointer};
}

}  // namespace

std::string severityCountText(Severity severity, int number)
{
    if (number == 0)
        return {};
    switch (severity) {
    case Severity::Error: return formatMessage("{} error{}", number, number == 1 ? "" : "s");
    case Severity::Warning: return formatMessage("{} warning{}", number, number == 1 ? "" : "s");
    case Severity::Advice: break;
    }
    return formatMessage("{} suggestion{}", number, number == 1 ? "" : "s");
}

Answer designCheckAnswer(const DesignCheckQuestion& question)
{
    const std::vector<Finding>& findings = question.findings;
    Answer answer;
    const int errors = count(findings, Severity::Error), warnings = count(findings, Severity::Warning),
              advice = count(findings, Severity::Advice);
    answer.headline =
        findings.empty()
            ? "No problems: 6 of 6 slots pass every rule."
            : joinNonEmpty({severityCountText(Severity::Error, errors), severityCountText(Severity::Warning, warnings),
                            severityCountText(Severity::Advice, advice)},
                           ", ") +
                  ".";
    const Finding* worst = findWorst(findings);
    if (worst != nullptr) {
        answer.because = firstStatement(worst->text);
        answer.next = chooseFix(question, *worst);
        answer.table.columns = {{"slot", "slot", "", -1}, {"severity", "what", "", -1}, {"rule", "rule", "", -1}};
    }
    answer.add(Fact::Interpretation, "design", "{}, variant {}", question.file, question.variant);
    for (const Finding& finding : findings) {
        const Slot slot = finding.slotsRead.front();
        answer.table.rows.push_back(
            {formatMessage("{}. {}", static_cast<int>(slot) + 1, question.catalogue.menu(slot).title),
             std::string(titleOf(finding.severity)), finding.ruleName});
        const FactKind kind = finding.severity == Severity::Advice ? FactKind::Advice : FactKind::Warning;
        // Do not repeat what the reason already shows.
        const bool startsWithReason = &finding == worst && finding.text.starts_with(answer.because);
        answer.add(kind, finding.ruleName,
                   startsWithReason ? finding.text.substr(std::min(answer.because.size() + 1, finding.text.size()))
                                    : finding.text);
        if (std::ranges::none_of(answer.details, [&](const Fact& fact) {
                return fact.label == finding.ruleName && fact.text == finding.source;
            }))
            answer.add(Fact::Source, finding.ruleName, finding.source);
        if (finding.fix)
            answer.add(Fact::Advice, finding.ruleName, "fix: " + finding.fix->title);
    }
    if (question.plan) {
        answer.add(Fact::Value, "plan p", "{} ({})", question.plan->p, question.plan->reason);
        answer.add(Fact::Goal, "goal", goalTexts(*question.plan));
    }
    return answer;
}

}  // namespace scalewright
