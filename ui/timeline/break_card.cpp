// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/break_card.h"

#include <QBoxLayout>
#include <QGridLayout>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/no_wheel_combo.h"
#include "ui/quantity/log_slider.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// Rounds a slider value, but moves at least one step away from `current` if the slider was moved at all.
int roundAwayFrom(double requested, int current, int maximum)
{
    int next = static_cast<int>(std::lround(requested));
    if (next == current && requested > current)
        ++next;
    else if (next == current && requested < current)
        --next;
    return std::clamp(next, 0, maximum);
}

constexpr double maximumSlowdown = 8, minimumSlowdown = 0.5;
constexpr int maximumStaleness = 32;

}  // namespace

BreakCard::BreakCard(QWidget* parent)
    : Card(parent),
      m_workerSpinBox(new NoWheelSpinBox(this)),
      m_killButton(createToggleButton(tr("Kill it"), this,
                                      tr("It dies in the middle of a visible step; the design’s recovery takes over"),
                                      tr("Kill the worker"))),
      m_resetButton(createQuietButton(tr("As designed"), this)),
      m_stepLabel(new Text(TextStyle::Page, ColorRole::Ink, true, this)),
      m_stepBeforeLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_idleLabel(new Text(TextStyle::Body, ColorRole::Ink, true, this)),
      m_idleBeforeLabel(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_sentenceLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this))
{
    setAccessibleName(tr("The worker to slow or kill; a click on a lane also chooses it"));
    m_resetButton->setToolTip(tr("Reset all handles to the design"));
    auto* head = createBox<QHBoxLayout>(
        nullptr, Theme::spacing(2),
        {{new Text(tr("Break it"), TextStyle::CardTitle, ColorRole::Ink, true, this), 1}, m_resetButton});

    m_workerSpinBox->setAccessibleName(tr("worker to slow or kill"));
    m_workerSpinBox->setRange(0, 0);
    m_workerSpinBox->setToolTip(tr("The worker that is slowed or killed; a click on a lane chooses it too"));

    auto* grid = createGrid(nullptr, Theme::spacing(3), Theme::spacing(1));
    auto* workerRow = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_workerSpinBox, m_killButton, Stretch{}});
    grid->addWidget(new Text(tr("worker"), TextStyle::Label, ColorRole::Ink, true, this), 0, 0);
    grid->addLayout(workerRow, 0, 1, 1, 2);
    m_slowdown = addHandle(*grid, tr("slow it"), tr("slowdown of the worker"));
    m_staleness = addHandle(*grid, tr("staleness bound"), tr("steps that a worker may run ahead"));
    m_backup = addHandle(*grid, tr("backup workers"), tr("workers that a step does not wait for"));
    m_jitter = addHandle(*grid, tr("jitter"), tr("standard deviation of a worker’s step"));
    grid->setColumnStretch(2, 1);
    auto* outcome = createBox<QVBoxLayout>(nullptr, 0, {Stretch{}});
    for (Text* text : {m_stepLabel, m_stepBeforeLabel, m_idleLabel, m_idleBeforeLabel}) {
        text->setAlignment(Qt::AlignRight);
        if (text == m_idleLabel)
            outcome->addSpacing(Theme::spacing(2));
        outcome->addWidget(text);
    }
    outcome->addStretch();
    auto* sides = createBox<QHBoxLayout>(nullptr, Theme::spacing(5), {{grid, 1}, outcome});
    createBox<QVBoxLayout>(this, Theme::spacing(1), {head, {sides, 1}, m_sentenceLabel}, Theme::margins(4, 3, 4, 3));

    m_slowdown.slider->setScale({minimumSlowdown, maximumSlowdown, false});
    m_staleness.slider->setScale({1, maximumStaleness, true});
    const auto edit = [this](auto* control, auto signal, auto change) {
        connect(control, signal, this, [this, change](auto value) {
            Perturbation changes = m_perturbation;
            change(changes, value);
            setPerturbation(changes);
        });
    };
    edit(m_workerSpinBox, &QSpinBox::valueChanged, [](Perturbation& changes, int worker) { changes.worker = worker; });
    edit(m_killButton, &QPushButton::toggled, [](Perturbation& changes, bool killed) { changes.killed = killed; });
    edit(m_resetButton, &QPushButton::clicked,
         [](Perturbation& changes, bool) { changes.worker = std::exchange(changes, {}).worker; });
    edit(m_slowdown.slider, &LogSlider::amountEdited,
         [](Perturbation& changes, double value) { changes.factor = std::abs(value - 1) < 0.04 ? 1 : value; });
    edit(m_staleness.slider, &LogSlider::amountEdited, [this](Perturbation& changes, double value) {
        const DesignTerms& terms = m_design.model.terms;
        const int designValue = terms.barrier == Barrier::BoundedStaleness ? terms.stalenessSteps : 0;
        const int next = roundAwayFrom(value, changes.stalenessSteps.value_or(designValue), maximumStaleness);
        changes.stalenessSteps =
            next == designValue && terms.barrier != Barrier::None ? std::nullopt : std::optional(next);
    });
    edit(m_backup.slider, &LogSlider::amountEdited, [this](Perturbation& changes, double value) {
        const int designValue = m_design.model.terms.backupWorkers,
                  next = roundAwayFrom(value, changes.backupWorkers.value_or(designValue), std::max(0, m_design.p - 1));
        changes.backupWorkers = next == designValue ? std::nullopt : std::optional(next);
    });
    edit(m_jitter.slider, &LogSlider::amountEdited,
         [](Perturbation& changes, double value) { changes.jitterS = value; });
    updateView();
}

BreakCard::Handle BreakCard::addHandle(QGridLayout& grid, const QString& title, const QString& name)
{
    const int row = grid.rowCount();
    Handle handle{new Text(title, TextStyle::Label, ColorRole::Ink, true, this),
                  new Text(TextStyle::Label, ColorRole::Ink, false, this), new LogSlider({1, 10, true}, this)};
    handle.slider->setAccessibleName(name);
    handle.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid.addWidget(handle.title, row, 0);
    grid.addWidget(handle.value, row, 1);
    grid.addWidget(handle.slider, row, 2);
    return handle;
}

void BreakCard::setDesign(const SimulationQuestion& design)
{
    m_design = design;
    if (m_perturbation.worker >= design.p)
        m_perturbation.worker = 0;
    if (m_perturbation.backupWorkers && *m_perturbation.backupWorkers > design.p - 1)
        m_perturbation.backupWorkers.reset();
    updateView();
}

void BreakCard::focusFirstControl()
{
    m_workerSpinBox->setFocus(Qt::OtherFocusReason);
}

void BreakCard::setWorker(int worker)
{
    if (worker >= 0 && worker < m_design.p)
        m_workerSpinBox->setValue(worker);
}

void BreakCard::setPerturbation(const Perturbation& changes)
{
    const bool isUnchanged = changes == m_perturbation;
    m_perturbation = changes;
    updateView();
    if (!isUnchanged)
        Q_EMIT changed();
}

void BreakCard::updateView()
{
    const DesignTerms& terms = m_design.model.terms;
    {
        const QSignalBlocker quiet(m_workerSpinBox), silent(m_killButton);
        m_workerSpinBox->setRange(0, std::max(0, m_design.p - 1));
        m_workerSpinBox->setValue(m_perturbation.worker);
        m_killButton->setChecked(m_perturbation.killed);
    }
    m_resetButton->setEnabled(m_perturbation.hasChanges());
    m_slowdown.slider->setAmount(m_perturbation.factor);
    m_slowdown.value->setText(multipleText(m_perturbation.factor));
    const bool isAsynchronous = !m_perturbation.stalenessSteps && terms.barrier == Barrier::None;
    const int staleness =
        m_perturbation.stalenessSteps.value_or(terms.barrier == Barrier::BoundedStaleness ? terms.stalenessSteps : 0);
    m_staleness.slider->setAmount(isAsynchronous ? maximumStaleness : staleness);
    m_staleness.value->setText(isAsynchronous   ? tr("no waiting")
                               : staleness == 1 ? tr("1 step")
                                                : tr("%1 steps").arg(staleness));
    const int backup = m_perturbation.backupWorkers.value_or(terms.backupWorkers);
    m_backup.slider->setScale({1, std::max(2.0, static_cast<double>(m_design.p - 1)), true});
    m_backup.slider->setEnabled(m_design.p > 1);
    m_backup.slider->setAmount(backup);
    m_backup.value->setText(QString::number(backup));
    const double compute =
        m_design.p > 0 ? m_design.model.tCompS / (m_design.model.scaling == Scaling::Strong ? m_design.p : 1) : 1;
    const double jitter =
        m_perturbation.jitterS.value_or(terms.jitterS > 0 ? terms.jitterS : terms.jitterShare * compute);
    if (compute > 0 && std::isfinite(compute))
        m_jitter.slider->setScale(LogScale{compute * 1e-3, compute, true}.widened(jitter));
    m_jitter.slider->setAmount(jitter);
    m_jitter.value->setText(jitter > 0 ? amountWithUnit(jitter, Dimension::Time, 2) : tr("none"));
}

void BreakCard::setOutcome(const QString& step, const QString& stepBefore, const QString& idle,
                           const QString& idleBefore, const QString& sentence)
{
    m_stepLabel->setText(step);
    m_stepBeforeLabel->setText(stepBefore);
    m_idleLabel->setText(idle);
    m_idleBeforeLabel->setText(idleBefore);
    m_sentenceLabel->showText(sentence);
}

}  // namespace scalewright::ui
