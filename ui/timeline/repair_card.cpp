// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/repair_card.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>

#include <cmath>

#include "ui/controls/no_wheel_combo.h"
#include "ui/quantity/log_slider.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

RepairCard::RepairCard(QWidget* parent)
    : Card(parent),
      m_controls(new QWidget(this)),
      m_medianCombo(new QuietCombo(this)),
      m_removedRankCombo(new QuietCombo(this)),
      m_exchangeSlider(new LogSlider({0.1, 10, true}, this)),
      m_exchangeValueLabel(new Text(TextStyle::Label, ColorRole::Ink, false, this)),
      m_overlapCheckBox(new QCheckBox(tr("fully overlapped"), this)),
      m_spanLabel(new Text(TextStyle::Page, ColorRole::Ink, true, this)),
      m_spanBeforeLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_resultLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_resetButton(createQuietButton(tr("As recorded"), this))
{
    setAccessibleName(tr("repair it"));
    auto* head = createBox<QHBoxLayout>(
        nullptr, -1, {{new Text(tr("Repair it"), TextStyle::CardTitle, ColorRole::Ink, true, this), 1}, m_resetButton});
    m_resetButton->setToolTip(tr("Discards the changes made here"));
    connect(m_resetButton, &QPushButton::clicked, this, [this] { setHandles({}); });
    m_medianCombo->setAccessibleName(tr("rank that becomes as fast as the median"));
    m_removedRankCombo->setAccessibleName(tr("removed rank"));
    m_exchangeSlider->setAccessibleName(tr("exchange time, as a multiple"));
    m_exchangeValueLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_overlapCheckBox->setToolTip(tr("A transfer counts only where the work after it does not hide it"));
    for (QuietCombo* combo : {m_medianCombo, m_removedRankCombo})
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);

    auto* grid = createGrid(m_controls, Theme::spacing(3), Theme::spacing(2));
    const auto label = [&](const QString& text, int row) {
        grid->addWidget(createParagraph(TextStyle::Label, ColorRole::Ink, m_controls, true, text), row, 0);
    };
    label(tr("as fast as the median"), 0);
    grid->addWidget(m_medianCombo, 0, 1, 1, 2, Qt::AlignLeft);
    label(tr("exchange time"), 1);
    grid->addWidget(m_exchangeValueLabel, 1, 1);
    grid->addWidget(m_exchangeSlider, 1, 2);
    label(tr("without"), 2);
    grid->addWidget(m_removedRankCombo, 2, 1, 1, 2, Qt::AlignLeft);
    grid->addWidget(m_overlapCheckBox, 3, 0, 1, 3);
    grid->setColumnStretch(2, 1);

    auto* outcome = createBox<QVBoxLayout>(nullptr, 0, {Stretch{}});
    for (Text* text : {m_spanLabel, m_spanBeforeLabel}) {
        text->setAlignment(Qt::AlignRight);
        outcome->addWidget(text);
    }
    outcome->addStretch();
    auto* sides = createBox<QHBoxLayout>(nullptr, Theme::spacing(5), {{m_controls, 1}, outcome});
    createBox<QVBoxLayout>(this, Theme::spacing(2), {head, {sides, 1}, m_resultLabel}, Theme::margins(4, 3, 4, 3));

    connect(m_medianCombo, &QComboBox::currentIndexChanged, this, &RepairCard::updateReplay);
    connect(m_removedRankCombo, &QComboBox::currentIndexChanged, this, &RepairCard::updateReplay);
    connect(m_overlapCheckBox, &QCheckBox::toggled, this, &RepairCard::updateReplay);
    connect(m_exchangeSlider, &LogSlider::amountEdited, this, [this](double factor) {
        m_exchangeFactor = std::abs(factor - 1) < 0.06 ? 1 : factor;
        updateReplay();
    });
    updateReplay();
}

void RepairCard::setRun(const TraceRun* run, const QString& emptyText)
{
    if (run && run == m_run)
        return;  // keeps the changes
    m_run = run;
    m_exchangeFactor = 1;
    {
        const QSignalBlocker a(m_medianCombo), b(m_removedRankCombo), c(m_overlapCheckBox);
        m_overlapCheckBox->setChecked(false);
        for (QuietCombo* combo : {m_medianCombo, m_removedRankCombo}) {
            combo->clear();
            combo->addItem(tr("no rank"), -1);
            if (run)
                for (const TraceRank& rank : run->ranks)
                    combo->addItem(tr("rank %1").arg(rank.rank), rank.rank);
        }
    }
    m_canReplay = run && replay(*run).has_value();
    m_controls->setVisible(m_canReplay);
    updateReplay();
    if (!run)
        m_resultLabel->setText(emptyText);
}

void RepairCard::setHandles(const ReplayOptions& handles)
{
    {
        const QSignalBlocker a(m_medianCombo), b(m_removedRankCombo), c(m_overlapCheckBox);
        m_medianCombo->setCurrentIndex(
            handles.ranksAtMedian.empty() ? 0 : std::max(0, m_medianCombo->findData(handles.ranksAtMedian.front())));
        m_removedRankCombo->setCurrentIndex(
            handles.ranksLeftOutOfReplay.empty()
                ? 0
                : std::max(0, m_removedRankCombo->findData(handles.ranksLeftOutOfReplay.front())));
        m_overlapCheckBox->setChecked(handles.overlapTransfers);
    }
    m_exchangeFactor = handles.transferFactor;
    updateReplay();
}

ReplayOptions RepairCard::handles() const
{
    ReplayOptions handles;
    if (m_medianCombo->currentData().toInt() >= 0 && m_medianCombo->currentIndex() > 0)
        handles.ranksAtMedian = {m_medianCombo->currentData().toInt()};
    if (m_removedRankCombo->currentIndex() > 0)
        handles.ranksLeftOutOfReplay = {m_removedRankCombo->currentData().toInt()};
    handles.transferFactor = m_exchangeFactor;
    handles.overlapTransfers = m_overlapCheckBox->isChecked();
    return handles;
}

void RepairCard::updateReplay()
{
    m_exchangeSlider->setAmount(m_exchangeFactor);
    m_exchangeValueLabel->setText(multipleText(m_exchangeFactor));
    m_spanLabel->clear();
    m_spanBeforeLabel->clear();
    m_resultLabel->clear();
    m_resetButton->setVisible(m_run && handles() != ReplayOptions{});
    const bool hadReplay = m_modifiedReplay.has_value();
    m_modifiedReplay.reset();
    if (m_run)
        showReplay();
    if (hadReplay || m_modifiedReplay)
        Q_EMIT changed();
}

void RepairCard::showReplay()
{
    const Result<Replay> unchanged = replay(*m_run);
    if (!unchanged) {
        m_resultLabel->setText(errorText(unchanged.error()));
        return;
    }
    const ReplayOptions requested = handles();
    const Result<Replay> modified = replay(*m_run, requested);
    if (!modified) {
        m_resultLabel->setText(errorText(modified.error()));
        return;
    }
    m_spanLabel->setText(amountWithUnit(modified->spanS, Dimension::Time));
    const bool isModified = requested != ReplayOptions{};
    m_spanBeforeLabel->setText(isModified
                                   ? tr("instead of %1").arg(amountWithUnit(unchanged->spanS, Dimension::Time))
                                   : tr("recorded %1").arg(amountWithUnit(unchanged->recordedSpanS, Dimension::Time)));
    if (isModified)
        m_modifiedReplay = *modified;
    const double error = unchanged->relativeError();
    m_resultLabel->setText(tr("Replayed unchanged, it takes %1, %2 %3 than the recording.%4")
                               .arg(amountWithUnit(unchanged->spanS, Dimension::Time),
                                    tr("%1 %").arg(numberText(100 * std::abs(error), 2)),
                                    error < 0 ? tr("shorter") : tr("longer"),
                                    requested.ranksLeftOutOfReplay.empty()
                                        ? QString()
                                        : tr(" No other rank takes over the work of the removed rank.")));
}

}  // namespace scalewright::ui
