#include "ui/diagnose/node_panel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/words_button.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

/// A step's figure that only some of several steps have: a what-if would have to make up the others.
bool isPartial(const Profile& profile, ProfileField field)
{
    return field.ofStep() && profile.baseline.steps.size() > 1 && !total(profile, field);
}

double distance(const Flip& flip, const Profile& profile)
{
    const MaybeQuantity now = total(profile, flip.field);
    const double value = now ? now->value : flip.field == &Baseline::ioDominatesAt ? defaultIoDominatesAt : 0;
    return value > 0 && flip.value > 0 ? std::abs(std::log(flip.value / value))
                                       : std::numeric_limits<double>::infinity();
}

}  // namespace

void emptyLayout(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
}

std::vector<Flip> nearestFirst(std::vector<Flip> flips, const Profile& profile)
{
    std::stable_sort(flips.begin(), flips.end(),
                     [&](const Flip& a, const Flip& b) { return distance(a, profile) < distance(b, profile); });
    return flips;
}

namespace {

/// "working set > 12 GB"; how much that is, is said on hover.
QString shortText(const Flip& flip)
{
    const char* sign = flip.side == FlipSide::Above       ? ">"
                       : flip.side == FlipSide::AtOrAbove ? "≥"
                       : flip.side == FlipSide::Below     ? "<"
                                                          : "≤";
    return QStringLiteral("%1 %2 %3")
        .arg(fieldText(flip.field), QString::fromUtf8(sign), amountText(flip.value, flip.field->dimension));
}

}  // namespace

void fillWithFlips(QVBoxLayout& layout, const std::vector<Flip>& flips, const QString& pattern, FlipWords words,
                   const std::function<void(const Flip&)>& run)
{
    while (layout.count() > static_cast<int>(flips.size())) {
        QLayoutItem* item = layout.takeAt(layout.count() - 1);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    // Buttons are kept and renamed: a flip that is pressed must not delete its own button.
    for (std::size_t i = 0; i < flips.size(); ++i) {
        auto* button = i < static_cast<std::size_t>(layout.count())
                           ? qobject_cast<WordsButton*>(layout.itemAt(static_cast<int>(i))->widget())
                           : nullptr;
        if (!button) {
            button = new WordsButton(layout.parentWidget());
            layout.addWidget(button);
            button->show();  // at once: who keeps a word in its place asks for heights now
        }
        const Flip& flip = flips[i];
        const QString then =
            flip.becomes ? boundText(*flip.becomes) : NodePanel::tr("the flow then needs more figures");
        const QString text = qt(flip.text), tryIt = NodePanel::tr("Try it out: a what-if until you keep it");
        const bool isShort = words == FlipWords::Short;
        button->setWords(pattern.arg(isShort ? shortText(flip) : text, then), {});
        button->setAccessibleDescription(NodePanel::tr("Press to try it out"));
        button->setToolTip(isShort ? text + QLatin1Char('\n') + tryIt : tryIt);
        QObject::disconnect(button, &QAbstractButton::clicked, nullptr, nullptr);
        QObject::connect(button, &QAbstractButton::clicked, button, [run, flip] { run(flip); });
    }
}

NodePanel::NodePanel(QWidget* parent)
    : Card(parent),
      m_title(new Text(TextStyle::CardTitle, Role::Ink, true, this)),
      m_line(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_note(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_home(quietButton(QString(), this)),
      m_close(quietButton(tr("Close"), this)),
      m_figures(new QVBoxLayout),
      m_flipsTitle(new Text(tr("What flips the answer"), TextStyle::Label, Role::Ink, true, this)),
      m_flips(new QVBoxLayout)
{
    for (Text* text : {m_title, m_line, m_note, m_flipsTitle})
        text->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    m_close->setAccessibleName(tr("Close the figures"));
    m_line->setWordWrap(true);
    m_note->setWordWrap(true);
    m_home->setToolTip(tr("What is tried out here is kept there"));
    connect(m_home, &QPushButton::clicked, this, [this] { Q_EMIT baselineWanted(m_homePointer); });
    auto* header = new QHBoxLayout;
    header->addWidget(m_title, 1);
    header->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(3), Theme::space(3), Theme::space(3), Theme::space(3));  // and the indent
    column->setSpacing(Theme::space(2));
    column->addLayout(header);
    column->addWidget(m_line);
    m_figures->setSpacing(Theme::space(2));
    m_figures->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    column->addLayout(m_figures);
    column->addLayout(wordsInLine({m_home}));
    column->addWidget(m_flipsTitle);
    m_flips->setSpacing(0);
    column->addLayout(m_flips);
    column->addWidget(m_note);
    connect(m_close, &QPushButton::clicked, this, &NodePanel::closeWanted);
    hide();
}

void NodePanel::open(const TreeNode& node, const FlowView& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu)
{
    if (m_node != node) {
        m_node = node;
        emptyLayout(*m_figures);
        m_edits.clear();
        if (const Test* test = std::get_if<Test>(&node))
            buildFigures(flow.profile, *test);
    }
    refresh(flow, whatIf, menu);
    show();
}

void NodePanel::close()
{
    m_node.reset();
    emptyLayout(*m_figures);
    m_edits.clear();
    hide();
}

void NodePanel::buildFigures(const Profile& profile, Test test)
{
    for (const ProfileField field : inputsOf(test)) {
        if (isPartial(profile, field)) {
            auto* button = new WordsButton(this);
            button->setWords(sentenceCase(fieldText(field)),
                             tr("Not known for every step: enter it on the Baseline page"), true);
            connect(button, &QAbstractButton::clicked, this,
                    [this, profile, field] { Q_EMIT baselineWanted(qt(pointerOf(profile, field))); });
            m_figures->addWidget(button);
            continue;
        }
        QuantitySpec spec = fieldSpec(*field);
        spec.label = sentenceCase(fieldText(field));
        auto* edit = new QuantityEdit(std::move(spec), this);
        connect(edit, &QuantityEdit::valueEdited, this,
                [this, field](double value, EditPhase phase) { Q_EMIT figureEdited(field, value, phase); });
        m_figures->addWidget(edit);
        m_edits.push_back({field, edit});
    }
}

void NodePanel::refresh(const FlowView& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu)
{
    if (!m_node)
        return;
    for (const Figure& figure : m_edits) {
        figure.edit->setQuantity(total(flow.profile, figure.field));
        figure.edit->setProvenanceText(whatIf.contains(figure.field) ? tr("what-if, not kept") : QString());
    }
    m_home->setVisible(!m_edits.empty());
    if (!m_edits.empty()) {
        m_home->setText(tr("%1 on Baseline").arg(sentenceCase(fieldText(m_edits.front().field))));
        m_homePointer = qt(pointerOf(flow.profile, m_edits.front().field));
    }
    if (const Test* test = std::get_if<Test>(&*m_node))
        showFlips(flow, *test);
    else
        showLeaf(flow, std::get<Bottleneck>(*m_node), menu);
    setAccessibleName(m_title->text());
}

void NodePanel::showFlips(const FlowView& flow, Test test)
{
    m_title->setText(questionText(test));
    const TestResult* result = flow.result(test);
    QStringList notes;
    if (!result) {
        m_line->setText(flow.waiting == test ? qt(flow.diagnosis.error().problems.front().message)
                                             : tr("Its figures are not all known, and the flow does not come to it."));
        fillWithFlips(*m_flips, {}, {}, FlipWords::Whole, {});
    } else {
        const QString margin = marginText(*result);
        const QString answer = result->answer == TestAnswer::NotApplicable
                                   ? inequalityText(*result)
                                   : tr("%1: %2").arg(sentenceCase(answerText(*result)), inequalityText(*result));
        m_line->setText(margin.isEmpty() ? answer : tr("%1, %2").arg(answer, margin));
        fillWithFlips(*m_flips, nearestFirst(result->flips, flow.profile), tr("%1: %2"), FlipWords::Whole,
                      [this](const Flip& flip) { Q_EMIT flipChosen(flip); });
        if (!flow.reaches(test))
            notes << tr("The flow stops before this question.");
        if (!result->certain && result->marginInterval)
            notes << tr("Uncertain: within the intervals of its figures the left side is %1 to %2 of the right.")
                         .arg(factorText(result->marginInterval->low), factorText(result->marginInterval->high));
        if (!result->flipNote.empty())
            notes << qt(result->flipNote);
        if (result->answer != TestAnswer::NotApplicable && !result->reason.empty())
            notes << qt(result->reason);
        if (test == Test::CommunicationDominates && flow.diagnosis && flow.diagnosis->workers)
            notes << qt(flow.diagnosis->workers->sentence);
        if (test == Test::ServingBudgetMet)
            notes << tr("Figure 41.2.1 does not ask this: it is added from the row of Table 41.2.1 that has no leaf.");
    }
    m_flipsTitle->setVisible(result && !result->flips.empty());
    m_note->setText(notes.join(QLatin1Char('\n')));
    m_note->setVisible(!notes.isEmpty());
}

void NodePanel::showLeaf(const FlowView& flow, Bottleneck leaf, const Result<AxisMenu>& menu)
{
    m_title->setText(ceilingText(leaf));
    m_line->setText(flow.diagnosis && flow.diagnosis->bottleneck == leaf
                        ? tr("The verdict: %1").arg(remedyText(axisOf(leaf)))
                        : tr("Not the verdict. It would say: %1").arg(remedyText(axisOf(leaf))));
    m_flipsTitle->hide();
    fillWithFlips(*m_flips, {}, {}, FlipWords::Whole, {});
    QStringList notes;
    if (!menu) {
        notes << said(menu.error());
    } else {
        const AxisRow& row = menu->row(axisOf(leaf));
        QStringList tools;
        for (const std::string& tool : row.tools)
            tools << qt(tool);
        notes << tr("Table 41.2.1: %1").arg(qt(row.symptom)) << tr("Book: %1").arg(qt(row.book))
              << tr("Tools: %1").arg(tools.join(QStringLiteral(", ")));
        if (const std::string& remark = menu->leaf(leaf).remark; !remark.empty())
            notes << qt(remark);
    }
    m_note->setText(notes.join(QLatin1Char('\n')));
    m_note->show();
}

QuantityEdit* NodePanel::editor(ProfileField field) const
{
    for (const Figure& figure : m_edits)
        if (figure.field == field)
            return figure.edit;
    return nullptr;
}

void NodePanel::takeFocus()
{
    if (m_edits.empty())
        m_close->setFocus(Qt::OtherFocusReason);
    else
        m_edits.front().edit->editValue();
}

}  // namespace scalewright::ui
