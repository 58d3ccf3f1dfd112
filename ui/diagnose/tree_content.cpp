#include "ui/diagnose/tree_content.h"

#include <QCoreApplication>

#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

struct DiagnoseTr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

const QString separator = QStringLiteral(" · ");

Bottleneck sideLeaf(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return Bottleneck::MemoryCapacity;
    case Test::ServingBudgetMet: return Bottleneck::Latency;
    case Test::IoDominates: return Bottleneck::DataIo;
    case Test::CommunicationDominates: return Bottleneck::Coordination;
    case Test::IntensityAboveRidge: break;
    }
    return Bottleneck::MemoryBandwidth;
}

/// Yes leads on at "fits", "budget met" and "above the ridge"; no at the two that ask what dominates.
bool yesLeadsOn(Test test)
{
    return test != Test::IoDominates && test != Test::CommunicationDominates;
}

QString missingText(const FlowView& flow)
{
    const std::vector<Problem>& problems = flow.diagnosis.error().problems;
    const std::optional<ProfileField> field = fieldAt(problems.front().where.pointer);
    if (!field)
        return DiagnoseTr::tr("a figure is missing");
    return problems.size() == 1 ? DiagnoseTr::tr("needs the %1").arg(fieldText(*field))
                                : DiagnoseTr::tr("needs %1 figures").arg(problems.size());
}

TreeQuestion questionOf(const FlowView& flow, Test test)
{
    TreeQuestion question;
    question.test = test;
    question.question = questionText(test);
    question.leaf = sideLeaf(test);
    question.reached = flow.reaches(test);
    question.addition = test == Test::ServingBudgetMet;
    question.leafAnswer = yesLeadsOn(test) ? DiagnoseTr::tr("no") : DiagnoseTr::tr("yes");
    question.onAnswer = yesLeadsOn(test) ? DiagnoseTr::tr("yes") : DiagnoseTr::tr("no");
    if (question.addition)
        question.notes << DiagnoseTr::tr("added from") << DiagnoseTr::tr("Table 41.2.1");

    if (flow.waiting == test)
        question.sides = missingText(flow);
    const TestResult* result = flow.result(test);
    if (!result)
        return question;
    if (question.reached || result->answer != TestAnswer::NotApplicable)
        question.sides = sidesText(*result);
    if (!question.reached)
        return question;
    question.margin = marginText(*result);
    if (!result->certain)
        question.notes.prepend(DiagnoseTr::tr("uncertain"));
    const bool yes = result->answer == TestAnswer::Yes;
    const bool asked = result->answer != TestAnswer::NotApplicable;
    question.leafTaken = asked && yes != yesLeadsOn(test);
    question.passed = !question.leafTaken;
    (question.leafTaken ? question.leafAnswer : question.onAnswer) = answerText(*result);
    return question;
}

}  // namespace

Test testOf(Bottleneck leaf)
{
    for (const Test test : allTests)
        if (sideLeaf(test) == leaf)
            return test;
    return Test::IntensityAboveRidge;
}

TreeContent treeContent(const FlowView& flow, bool asksServing, const QString& whatIf)
{
    TreeContent content;
    content.headIsWhatIf = !whatIf.isEmpty();
    content.head = content.headIsWhatIf ? DiagnoseTr::tr("What-if: %1").arg(whatIf) : profileText(flow.profile);
    for (const Test test : allTests)
        if (test != Test::ServingBudgetMet || asksServing)
            content.questions.push_back(questionOf(flow, test));
    if (flow.diagnosis)
        content.verdict = flow.diagnosis->bottleneck;
    return content;
}

QString spokenQuestion(const FlowView& flow, Test test)
{
    const QString question = questionText(test);
    if (flow.waiting == test)
        return DiagnoseTr::tr("%1 Not answered: %2").arg(question, said(flow.diagnosis.error().problems.front()));
    const TestResult* result = flow.result(test);
    if (!flow.reaches(test) || !result)
        return DiagnoseTr::tr("%1 The flow does not come to it.").arg(question);
    if (result->answer == TestAnswer::NotApplicable)
        return DiagnoseTr::tr("%1 Not asked: %2").arg(question, qt(result->reason));
    return DiagnoseTr::tr("%1 %2: %3, %4")
        .arg(question, answerText(*result), inequalityText(*result), marginText(*result));
}

QString spokenLeaf(const FlowView& flow, Bottleneck bottleneck)
{
    const QString leaf = DiagnoseTr::tr("%1: %2").arg(ceilingText(bottleneck), remedyText(axisOf(bottleneck)));
    if (flow.diagnosis && flow.diagnosis->bottleneck == bottleneck)
        return DiagnoseTr::tr("Verdict, %1").arg(leaf);
    return DiagnoseTr::tr("Not the verdict, %1").arg(leaf);
}

QString spokenSummary(const FlowView& flow, bool asksServing)
{
    QStringList sentences{verdictSentence(flow.profile, flow.diagnosis)};
    for (const TestResult& result : flow.path)
        if (result.test != Test::ServingBudgetMet || asksServing)
            sentences << spokenQuestion(flow, result.test);
    if (flow.waiting)
        sentences << spokenQuestion(flow, *flow.waiting);
    return sentences.join(QStringLiteral(". "));
}

QString profileText(const Profile& profile)
{
    QStringList parts;
    const auto add = [&](ProfileField field, const QString& pattern) {
        if (const MaybeQuantity quantity = total(profile, field))
            parts << pattern.arg(amountText(quantity->value, field->dimension));
    };
    add(&Baseline::workingSetBytes, DiagnoseTr::tr("working set %1"));
    add(&WorkloadStep::stepTimeS, DiagnoseTr::tr("step %1"));
    add(&WorkloadStep::flops, QStringLiteral("%1"));
    add(&WorkloadStep::bytesMoved, DiagnoseTr::tr("%1 moved"));
    return parts.isEmpty() ? DiagnoseTr::tr("Profile the baseline: time, bytes, FLOP, working set")
                           : parts.join(separator);
}

}  // namespace scalewright::ui
