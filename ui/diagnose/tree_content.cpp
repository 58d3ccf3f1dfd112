// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/tree_content.h"

#include <QCoreApplication>

#include "core/output/answers/flow_words.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

struct DiagnoseTr {
    Q_DECLARE_TR_FUNCTIONS(Diagnose)
};

const QString partSeparator = QStringLiteral(" · ");

QString missingFiguresText(const FlowProgress& flow)
{
    const std::vector<Problem>& problems = flow.diagnosis.error().problems;
    const std::optional<ProfileField> field = profileFieldAt(problems.front().location.jsonPointer);
    if (!field)
        return DiagnoseTr::tr("a figure is missing");
    return problems.size() == 1 ? DiagnoseTr::tr("needs the %1").arg(fieldText(*field))
                                : DiagnoseTr::tr("needs %1 figures").arg(problems.size());
}

TreeQuestion treeQuestion(const FlowProgress& flow, const FlowQuestion& answered)
{
    TreeQuestion question;
    question.test = answered.test;
    question.question = toQString(questionText(answered.test));
    question.comparison = flow.blockedTest == answered.test ? missingFiguresText(flow) : toQString(answered.comparison);
    question.margin = toQString(answered.margin);
    question.leaf = answered.leaf;
    question.isReached = answered.isReached;
    question.isAddition = answered.test == Test::ServingBudgetMet;
    question.leadsToLeaf = answered.leadsToLeaf;
    question.isPassed = answered.isPassed;
    question.leafAnswer = toQString(answered.leafAnswer);
    question.nextAnswer = toQString(answered.nextAnswer);
    if (!answered.isCertain)
        question.notes << DiagnoseTr::tr("uncertain");
    if (question.isAddition)
        question.notes << DiagnoseTr::tr("added from") << DiagnoseTr::tr("Table 41.2.1");
    return question;
}

}  // namespace

Test testOfLeaf(Bottleneck leaf)
{
    for (const FlowQuestion& each : flowQuestions(evaluateFlow({}), true))
        if (each.leaf == leaf)
            return each.test;
    return Test::IntensityAboveRidge;
}

TreeContent makeTreeContent(const FlowProgress& flow, bool hasServingQuestion, const QString& whatIf)
{
    TreeContent content;
    content.headingIsWhatIf = !whatIf.isEmpty();
    content.heading = content.headingIsWhatIf ? DiagnoseTr::tr("What-if: %1").arg(whatIf) : profileText(flow.profile);
    for (const FlowQuestion& each : flowQuestions(flow, hasServingQuestion))
        content.questions.push_back(treeQuestion(flow, each));
    if (flow.diagnosis)
        content.verdict = flow.diagnosis->bottleneck;
    return content;
}

QString spokenQuestion(const FlowProgress& flow, Test test)
{
    const QString question = toQString(questionText(test));
    if (flow.blockedTest == test)
        return DiagnoseTr::tr("%1 Not answered: %2").arg(question, said(flow.diagnosis.error().problems.front()));
    const TestResult* result = flow.resultOf(test);
    if (!flow.reaches(test) || !result)
        return DiagnoseTr::tr("%1 Not reached by the flow.").arg(question);
    if (result->answer == TestAnswer::NotApplicable)
        return DiagnoseTr::tr("%1 Skipped: %2").arg(question, toQString(result->reason));
    return DiagnoseTr::tr("%1 %2: %3, %4")
        .arg(question, toQString(answerText(*result)), toQString(inequalityText(*result)),
             toQString(marginText(*result)));
}

QString spokenLeaf(const FlowProgress& flow, Bottleneck bottleneck)
{
    const QString leaf =
        DiagnoseTr::tr("%1: %2").arg(ceilingText(bottleneck), toQString(remedyText(axisOf(bottleneck))));
    if (flow.diagnosis && flow.diagnosis->bottleneck == bottleneck)
        return DiagnoseTr::tr("Verdict, %1").arg(leaf);
    return DiagnoseTr::tr("Not the verdict, %1").arg(leaf);
}

QString spokenSummary(const FlowProgress& flow, bool hasServingQuestion)
{
    QStringList sentences{verdictSentence(flow.profile, flow.diagnosis)};
    for (const TestResult& result : flow.path)
        if (result.test != Test::ServingBudgetMet || hasServingQuestion)
            sentences << spokenQuestion(flow, result.test);
    if (flow.blockedTest)
        sentences << spokenQuestion(flow, *flow.blockedTest);
    return sentences.join(QStringLiteral(". "));
}

QString profileText(const Profile& profile)
{
    QStringList parts;
    const auto add = [&](ProfileField field, const QString& pattern) {
        if (const MaybeQuantity quantity = total(profile, field))
            parts << pattern.arg(shortAmountText(quantity->value, field->dimension));
    };
    add(&Baseline::workingSetBytes, DiagnoseTr::tr("working set %1"));
    add(&WorkloadStep::stepTimeS, DiagnoseTr::tr("step %1"));
    add(&WorkloadStep::flops, QStringLiteral("%1"));
    add(&WorkloadStep::bytesMoved, DiagnoseTr::tr("%1 moved"));
    return parts.isEmpty() ? DiagnoseTr::tr("Profile the baseline: time, bytes, FLOP, working set")
                           : parts.join(partSeparator);
}

}  // namespace scalewright::ui
