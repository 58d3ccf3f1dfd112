// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_run.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/model/layout/layout.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

LayoutRunEditor::LayoutRunEditor(QWidget* parent)
    : QWidget(parent),
      m_openButton(createDisclosureButton(QString(), this)),
      m_resultText(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_fields(new QWidget(this)),
      m_fieldsLayout(createFlexibleRow(Theme::spacing(5))),
      m_stepTimeEdit(new QuantityEdit({.label = tr("your step time"),
                                       .dimension = Dimension::Time,
                                       .low = 0.01,
                                       .high = 1000,
                                       .range = Range::Positive,
                                       .unsetHint = tr("the time of one step of this run")},
                                      m_fields)),
      m_cardsEdit(new QuantityEdit({.label = tr("cards of the run"),
                                    .dimension = Dimension::Count,
                                    .low = 1,
                                    .high = 4096,
                                    .range = Range::WorkerCount},
                                   m_fields)),
      m_batchEdit(new QuantityEdit({.label = tr("batch of the run"),
                                    .dimension = Dimension::Count,
                                    .low = 1,
                                    .high = 65536,
                                    .range = Range::Positive},
                                   m_fields)),
      m_layoutEdit(new QLineEdit(m_fields)),
      m_keepButton(createQuietButton(tr("Plan with this step"), m_fields))
{
    m_resultText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layoutEdit->setAccessibleName(tr("layout of the run"));
    m_layoutEdit->setToolTip(tr("For example tensor=8,stages=2,micro=1,sharding=1,recompute=full,sequence-parallel"));
    setTextStyle({m_layoutEdit}, TextStyle::Label);
    auto* layoutColumn = createBox<QVBoxLayout>(
        nullptr, -1,
        {new Text(tr("layout of the run"), TextStyle::Label, ColorRole::SoftInk, false, m_fields),
         m_layoutEdit,
         {m_keepButton, 0, Qt::AlignLeft}});
    m_fieldsLayout->setContentsMargins(0, 0, 0, 0);
    for (QuantityEdit* each : {m_cardsEdit, m_batchEdit, m_stepTimeEdit})
        m_fieldsLayout->addWidget(each, 1, Qt::AlignTop);
    m_fieldsLayout->insertLayout(2, layoutColumn, 2);
    m_fields->setLayout(m_fieldsLayout);
    m_fields->hide();
    auto* row = createBox<QHBoxLayout>(nullptr, -1, {{m_openButton, 0, Qt::AlignTop}, {m_resultText, 1}});
    createBox<QVBoxLayout>(this, Theme::spacing(2), {row, m_fields});
    connect(m_openButton, &QPushButton::toggled, this, [this](bool isOpen) {
        m_fields->setVisible(isOpen);
        if (isOpen)
            m_stepTimeEdit->focusValueField();
    });
    connect(m_keepButton, &QPushButton::clicked, this, &LayoutRunEditor::keepRun);
    connect(m_layoutEdit, &QLineEdit::returnPressed, this, &LayoutRunEditor::keepRun);
}

void LayoutRunEditor::refresh(const LayoutsQuestion& question, const ParallelLayout& chosen)
{
    m_question = question;
    const MeasuredRun run = profileRunOf(question, chosen);
    const int cards = run.layout.cards(), perNode = question.cluster.cluster.cardsPerNode;
    const bool isSmaller = cards < chosen.cards();
    m_openButton->setText(
        !isSmaller ? tr("Enter a measured step")
        : cards % perNode == 0
            ? tr("Profile %1, plan %2").arg(countedNounText(cards / perNode, tr("node"))).arg(chosen.cards())
            : tr("Profile %1, plan %2").arg(countedNounText(cards, tr("card"))).arg(chosen.cards()));
    if (!m_suggestedRun || !(m_suggestedRun->layout == run.layout) || m_suggestedRun->batch != run.batch) {
        m_suggestedRun = run;
        m_cardsEdit->setQuantity(typed(cards));
        m_batchEdit->setQuantity(typed(run.batch));
        m_layoutEdit->setText(toQString(layoutWords(run.layout)));
        m_stepTimeEdit->setQuantity(std::nullopt);
        showProblem({});
    }
    QStringList sentences;
    for (std::size_t i = 0; i < question.measuredRuns.size(); ++i) {
        const MeasuredRun& measured = question.measuredRuns[i];
        const RunResidual& before = question.residualsBefore[i];
        sentences << tr("%1 (%2) took %3, computed %4 before (%5 %).")
                         .arg(toQString(layoutFactorsText(measured.layout)),
                              toQString(layoutOptionsText(measured.layout)), toQString(timeText(measured.stepS)),
                              toQString(timeText(before.computedStepS)),
                              (before.relativeError < 0 ? QString() : QStringLiteral("+")) +
                                  numberText(100 * before.relativeError, 2));
    }
    if (!sentences.isEmpty())
        sentences << tr("Kernels reach %1 of the peak.").arg(shareAsPercent(question.trainer.kernels.peakShare));
    m_resultText->setText(sentences.join(QLatin1Char(' ')));
}

void LayoutRunEditor::setOpen(bool isOpen)
{
    m_openButton->setChecked(isOpen);
}

void LayoutRunEditor::keepRun()
{
    if (!m_question)
        return;
    showProblem({});
    if (!m_stepTimeEdit->quantity())
        return showProblem(tr("Enter the time of one step."));
    const Result<ParallelLayout> layout = parseLayout(m_layoutEdit->text().toStdString());
    if (!layout)
        return showProblem(errorText(layout.error()));
    MeasuredRun run{m_question->model.model, m_question->cluster.cluster, m_batchEdit->quantity()->value, *layout,
                    m_stepTimeEdit->quantity()->value};
    run.cluster.cards = static_cast<int>(m_cardsEdit->quantity()->value);
    run.layout = layoutOnCards(run.layout, run.model, run.cluster.cards);
    if (run.layout.data == 0 || run.layout.cards() != run.cluster.cards)
        return showProblem(tr("This layout does not divide %1.").arg(countedNounText(run.cluster.cards, tr("card"))));
    Q_EMIT runEntered(run);
}

void LayoutRunEditor::showProblem(const QString& text)
{
    m_stepTimeEdit->setErrorText(text);
}

void LayoutRunEditor::layOut(int width)
{
    setSideBySide(*m_fieldsLayout, width >= Theme::scaled(700));
}

QString LayoutRunEditor::text() const
{
    return m_resultText->text();
}

}  // namespace scalewright::ui
