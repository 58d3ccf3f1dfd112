// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_run.h"

#include <QBoxLayout>
#include <QPushButton>

#include "ui/design/layouts/layout_bars.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

LayoutRunEditor::LayoutRunEditor(QWidget* parent)
    : QWidget(parent),
      m_stepTimeEdit(new QuantityEdit({.label = tr("your step time"),
                                       .dimension = Dimension::Time,
                                       .low = 0.01,
                                       .high = 1000,
                                       .range = Range::Positive,
                                       .unsetHint = tr("the time of one step of your run")},
                                      this)),
      m_resultText(new Text(TextStyle::Label, ColorRole::Ink, false, this)),
      m_useKnownButton(createQuietButton(QString(), this)),
      m_forgetButton(createQuietButton(tr("Forget the run"), this))
{
    m_stepTimeEdit->setClearable(true);
    m_resultText->setWordWrap(true);
    m_resultText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::spacing(1));
    words->addWidget(m_resultText);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_useKnownButton);
    buttons->addWidget(m_forgetButton);
    buttons->addStretch();
    words->addLayout(buttons);
    words->addStretch();
    auto* row = createBox<QHBoxLayout>(this, Theme::spacing(5));
    row->addWidget(m_stepTimeEdit, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    connect(m_stepTimeEdit, &QuantityEdit::valueEdited, this, [this](double stepS, EditPhase phase) {
        if (phase == EditPhase::End)
            Q_EMIT stepTimeEntered(stepS);
    });
    connect(m_stepTimeEdit, &QuantityEdit::cleared, this, &LayoutRunEditor::cleared);
    connect(m_useKnownButton, &QPushButton::clicked, this, &LayoutRunEditor::knownTimeAccepted);
    connect(m_forgetButton, &QPushButton::clicked, this, &LayoutRunEditor::cleared);
}

void LayoutRunEditor::refresh(const ParallelLayout& layout, const std::optional<CalibratedRun>& run,
                              const std::optional<double>& knownStepS)
{
    m_stepTimeEdit->setQuantity(run ? MaybeQuantity(typed(run->run.stepS)) : std::nullopt);
    if (run) {
        const RunResidual& before = run->calibration.residualsBefore.front();
        m_resultText->setText(tr("%1 (%2) took %3, computed %4 before (%5 %). Kernels reach %6 of the peak.")
                                  .arg(parallelismText(run->run.layout), layoutOptionsText(run->run.layout),
                                       toQString(timeText(run->run.stepS)), toQString(timeText(before.computedStepS)),
                                       (before.relativeError < 0 ? QString() : QStringLiteral("+")) +
                                           numberText(100 * before.relativeError, 2),
                                       shareAsPercent(run->calibration.trainer.kernels.peakShare)));
    } else {
        m_resultText->setText(tr("Did you run the chosen row, %1? Enter its step time.").arg(parallelismText(layout)));
    }
    m_useKnownButton->setVisible(knownStepS && !(run && run->run.stepS == *knownStepS));
    if (knownStepS)
        m_useKnownButton->setText(tr("Use the measured %1").arg(toQString(timeText(*knownStepS))));
    m_forgetButton->setVisible(run.has_value());
}

void LayoutRunEditor::showProblem(const QString& text)
{
    m_stepTimeEdit->setErrorText(text);
}

void LayoutRunEditor::layOut(int width)
{
    m_stepTimeEdit->setFixedWidth(std::min(width / 3, static_cast<int>(190 * Theme::instance().typeScale())));
}

QString LayoutRunEditor::text() const
{
    return m_resultText->text();
}

}  // namespace scalewright::ui
