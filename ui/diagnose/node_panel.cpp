// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/node_panel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/design/tools/tool_table.h"
#include "core/output/answers/flow_words.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/text_button.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

/// Whether only some of several steps have this figure; a what-if would have to invent the rest.
bool isPartial(const Profile& profile, ProfileField field)
{
    return field.isPerStep() && profile.baseline.steps.size() > 1 && !total(profile, field);
}

double flipDistance(const FlipPoint& flip, const Profile& profile)
{
    const MaybeQuantity current = total(profile, flip.field);
    const double value = current                                     ? current->value
                         : flip.field == &Baseline::ioDominanceShare ? defaultIoDominanceShare
                                                                     : 0;
    return value > 0 && flip.value > 0 ? std::abs(std::log(flip.value / value))
                                       : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<FlipPoint> sortedByDistance(std::vector<FlipPoint> flips, const Profile& profile)
{
    std::stable_sort(flips.begin(), flips.end(), [&](const FlipPoint& a, const FlipPoint& b) {
        return flipDistance(a, profile) < flipDistance(b, profile);
    });
    return flips;
}

namespace {

/// For example "working set > 12 GB"; the tool tip has the full text with the factor.
QString shortFlipText(const FlipPoint& flip)
{
    const char* sign = flip.side == FlipSide::Above       ? ">"
                       : flip.side == FlipSide::AtOrAbove ? "≥"
                       : flip.side == FlipSide::Below     ? "<"
                                                          : "≤";
    return QStringLiteral("%1 %2 %3")
        .arg(fieldText(flip.field), QString::fromUtf8(sign), shortAmountText(flip.value, flip.field->dimension));
}

}  // namespace

void fillFlipButtons(QVBoxLayout& layout, const std::vector<FlipPoint>& flips, const QString& pattern, FlipLabel words,
                     const std::function<void(const FlipPoint&)>& run)
{
    while (layout.count() > static_cast<int>(flips.size())) {
        QLayoutItem* item = layout.takeAt(layout.count() - 1);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    // Existing buttons are reused, so that clicking a flip does not delete the button being clicked.
    for (std::size_t i = 0; i < flips.size(); ++i) {
        auto* button = i < static_cast<std::size_t>(layout.count())
                           ? qobject_cast<TextButton*>(layout.itemAt(static_cast<int>(i))->widget())
                           : nullptr;
        if (!button) {
            button = new TextButton(layout.parentWidget());
            layout.addWidget(button);
            button->show();  // immediately, because keepInPlaceDuring needs the button's height
        }
        const FlipPoint& flip = flips[i];
        const QString outcome =
            flip.newBottleneck ? boundText(*flip.newBottleneck) : NodePanel::tr("the flow then needs more figures");
        const QString text = toQString(flip.text), tryHint = NodePanel::tr("Try it: a what-if until you keep it");
        const bool isShort = words == FlipLabel::Short;
        button->setTexts(pattern.arg(isShort ? shortFlipText(flip) : text, outcome), {});
        button->setAccessibleDescription(NodePanel::tr("Press to try it out"));
        button->setToolTip(isShort ? text + QLatin1Char('\n') + tryHint : tryHint);
        QObject::disconnect(button, &QAbstractButton::clicked, nullptr, nullptr);
        QObject::connect(button, &QAbstractButton::clicked, button, [run, flip] { run(flip); });
    }
}

NodePanel::NodePanel(QWidget* parent)
    : Card(parent),
      m_titleText(new Text(TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_answerText(new Text(TextStyle::Label, ColorRole::Ink, false, this)),
      m_notesText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_baselineButton(createQuietButton(QString(), this)),
      m_closeButton(createQuietButton(tr("Close"), this)),
      m_valuesLayout(new QVBoxLayout),
      m_flipsTitle(new Text(tr("What flips the answer"), TextStyle::Label, ColorRole::Ink, true, this)),
      m_flipsLayout(new QVBoxLayout)
{
    for (Text* text : {m_titleText, m_answerText, m_notesText, m_flipsTitle})
        text->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
    m_closeButton->setAccessibleName(tr("Close the panel"));
    m_answerText->setWordWrap(true);
    m_notesText->setWordWrap(true);
    m_baselineButton->setToolTip(tr("Changes made here are kept there"));
    connect(m_baselineButton, &QPushButton::clicked, this, [this] { Q_EMIT baselineRequested(m_baselinePointer); });
    auto* header = new QHBoxLayout;
    header->addWidget(m_titleText, 1);
    header->addWidget(m_closeButton);
    auto* column = new QVBoxLayout(this);
    // Includes the indent.
    column->setContentsMargins(Theme::margins(3, 3, 3, 3));
    column->setSpacing(Theme::spacing(2));
    column->addLayout(header);
    column->addWidget(m_answerText);
    m_valuesLayout->setSpacing(Theme::spacing(2));
    m_valuesLayout->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
    column->addLayout(m_valuesLayout);
    column->addLayout(createButtonRow({m_baselineButton}));
    column->addWidget(m_flipsTitle);
    m_flipsLayout->setSpacing(0);
    column->addLayout(m_flipsLayout);
    column->addWidget(m_notesText);
    connect(m_closeButton, &QPushButton::clicked, this, &NodePanel::closeRequested);
    hide();
}

void NodePanel::openNode(const TreeNode& node, const FlowProgress& flow, const WhatIf& whatIf,
                         const Result<AxisMenu>& menu)
{
    if (m_node != node) {
        m_node = node;
        removeWidgets(*m_valuesLayout);
        m_figureEdits.clear();
        if (const Test* test = std::get_if<Test>(&node))
            buildFigureEdits(flow.profile, *test);
    }
    refresh(flow, whatIf, menu);
    show();
}

void NodePanel::closeNode()
{
    m_node.reset();
    removeWidgets(*m_valuesLayout);
    m_figureEdits.clear();
    hide();
}

void NodePanel::buildFigureEdits(const Profile& profile, Test test)
{
    for (const ProfileField field : inputsOf(test)) {
        if (isPartial(profile, field)) {
            auto* button = new TextButton(this);
            button->setTexts(sentenceCase(fieldText(field)),
                             tr("Unknown for some steps: enter it on the Baseline page"), true);
            connect(button, &QAbstractButton::clicked, this,
                    [this, profile, field] { Q_EMIT baselineRequested(toQString(jsonPointerOf(profile, field))); });
            m_valuesLayout->addWidget(button);
            continue;
        }
        QuantitySpec spec = quantitySpecOf(*field);
        spec.label = sentenceCase(fieldText(field));
        auto* edit = new QuantityEdit(std::move(spec), this);
        connect(edit, &QuantityEdit::valueEdited, this,
                [this, field](double value, EditPhase phase) { Q_EMIT figureEdited(field, value, phase); });
        m_valuesLayout->addWidget(edit);
        m_figureEdits.push_back({field, edit});
    }
}

void NodePanel::refresh(const FlowProgress& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu)
{
    if (!m_node)
        return;
    for (const FigureEdit& figure : m_figureEdits) {
        figure.edit->setQuantity(total(flow.profile, figure.field));
        figure.edit->setProvenanceText(whatIf.contains(figure.field) ? tr("what-if, not kept") : QString());
    }
    m_baselineButton->setVisible(!m_figureEdits.empty());
    if (!m_figureEdits.empty()) {
        m_baselineButton->setText(tr("%1 on Baseline").arg(sentenceCase(fieldText(m_figureEdits.front().field))));
        m_baselinePointer = toQString(jsonPointerOf(flow.profile, m_figureEdits.front().field));
    }
    if (const Test* test = std::get_if<Test>(&*m_node))
        showFlips(flow, *test);
    else
        showLeaf(flow, std::get<Bottleneck>(*m_node), menu);
    setAccessibleName(m_titleText->text());
}

void NodePanel::showFlips(const FlowProgress& flow, Test test)
{
    m_titleText->setText(toQString(questionText(test)));
    const TestResult* result = flow.resultOf(test);
    QStringList notes;
    if (!result) {
        m_answerText->setText(flow.blockedTest == test
                                  ? toQString(flow.diagnosis.error().problems.front().message)
                                  : tr("The flow does not reach this question, and some of its figures are unknown."));
        fillFlipButtons(*m_flipsLayout, {}, {}, FlipLabel::Full, {});
    } else {
        const QString margin = toQString(marginText(*result));
        const QString answer =
            result->answer == TestAnswer::NotApplicable
                ? toQString(inequalityText(*result))
                : tr("%1: %2").arg(sentenceCase(toQString(answerText(*result))), toQString(inequalityText(*result)));
        m_answerText->setText(margin.isEmpty() ? answer : tr("%1, %2").arg(answer, margin));
        fillFlipButtons(*m_flipsLayout, sortedByDistance(result->flips, flow.profile), tr("%1: %2"), FlipLabel::Full,
                        [this](const FlipPoint& flip) { Q_EMIT flipChosen(flip); });
        if (!flow.reaches(test))
            notes << tr("The flow stops before this question.");
        if (!result->isCertain && result->marginInterval)
            notes << tr("Uncertain: within the intervals of its figures, the left side is %1 to %2 of the right side.")
                         .arg(plainFactorText(result->marginInterval->low),
                              plainFactorText(result->marginInterval->high));
        if (!result->noFlipReason.empty())
            notes << toQString(result->noFlipReason);
        if (result->answer != TestAnswer::NotApplicable && !result->reason.empty())
            notes << toQString(result->reason);
        if (test == Test::CommunicationDominates && flow.diagnosis && flow.diagnosis->workerImplication)
            notes << toQString(flow.diagnosis->workerImplication->sentence);
        if (test == Test::ServingBudgetMet)
            notes << tr("Not in Figure 41.2.1: added from the row of Table 41.2.1 that has no leaf.");
    }
    m_flipsTitle->setVisible(result && !result->flips.empty());
    m_notesText->setText(notes.join(QLatin1Char('\n')));
    m_notesText->setVisible(!notes.isEmpty());
}

void NodePanel::showLeaf(const FlowProgress& flow, Bottleneck leaf, const Result<AxisMenu>& menu)
{
    m_titleText->setText(ceilingText(leaf));
    m_answerText->setText(
        flow.diagnosis && flow.diagnosis->bottleneck == leaf
            ? tr("The verdict: %1").arg(toQString(remedyText(axisOf(leaf))))
            : tr("Not the verdict. Its remedy would be: %1").arg(toQString(remedyText(axisOf(leaf)))));
    m_flipsTitle->hide();
    fillFlipButtons(*m_flipsLayout, {}, {}, FlipLabel::Full, {});
    QStringList notes;
    if (!menu) {
        notes << errorText(menu.error());
    } else {
        const AxisRow& row = menu->row(axisOf(leaf));
        QStringList tools;
        for (const std::string& tool : toolsForAxis(row, flow.profile))
            tools << toQString(tool);
        notes << tr("Table 41.2.1: %1").arg(toQString(row.symptom)) << tr("Book: %1").arg(toQString(row.bookSection))
              << tr("Tools: %1").arg(tools.join(QStringLiteral(", ")));
        if (const std::string& remark = menu->leaf(leaf).remark; !remark.empty())
            notes << toQString(remark);
    }
    m_notesText->setText(notes.join(QLatin1Char('\n')));
    m_notesText->show();
}

QuantityEdit* NodePanel::editorOf(ProfileField field) const
{
    for (const FigureEdit& figure : m_figureEdits)
        if (figure.field == field)
            return figure.edit;
    return nullptr;
}

void NodePanel::focusFirstFigure()
{
    if (m_figureEdits.empty())
        m_closeButton->setFocus(Qt::OtherFocusReason);
    else
        m_figureEdits.front().edit->focusValueField();
}

}  // namespace scalewright::ui
