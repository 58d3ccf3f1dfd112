#include "ui/timeline/break_card.h"

#include <QBoxLayout>
#include <QGridLayout>

#include <algorithm>
#include <cmath>

#include "ui/controls/quiet_combo.h"
#include "ui/quantity/log_slider.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// A slider of whole numbers: the value that was asked for, and always at least one away from `now` where it was moved
/// at all.
int whole(double asked, int now, int most)
{
    int next = static_cast<int>(std::lround(asked));
    if (next == now && asked > now)
        ++next;
    else if (next == now && asked < now)
        --next;
    return std::clamp(next, 0, most);
}

constexpr double mostSlow = 8, leastSlow = 0.5;
constexpr int mostStaleness = 32;

}  // namespace

BreakCard::BreakCard(QWidget* parent)
    : Card(parent),
      m_worker(new QuietSpinBox(this)),
      m_kill(quietButton(tr("Kill it"), this)),
      m_mend(quietButton(tr("As designed"), this)),
      m_step(new Text(TextStyle::Page, Role::Ink, true, this)),
      m_stepBefore(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_idle(new Text(TextStyle::Body, Role::Ink, true, this)),
      m_idleBefore(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_sentence(new Text(TextStyle::Label, Role::Soft, false, this))
{
    setAccessibleName(tr("break it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(1));
    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::space(2));
    head->addWidget(new Text(tr("Break it"), TextStyle::CardTitle, Role::Ink, true, this), 1);
    m_mend->setToolTip(tr("All handles back to the design"));
    head->addWidget(m_mend);
    column->addLayout(head);

    m_worker->setAccessibleName(tr("worker that is slowed or killed"));
    m_worker->setRange(0, 0);
    m_worker->setToolTip(tr("The worker that is slowed or killed; a click on a lane chooses it too"));
    m_kill->setCheckable(true);
    m_kill->setAccessibleName(tr("Kill the worker"));
    m_kill->setToolTip(tr("It dies in the middle of a step in sight, and the design’s recovery answers"));

    auto* sides = new QHBoxLayout;
    sides->setSpacing(Theme::space(5));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(Theme::space(3));
    grid->setVerticalSpacing(Theme::space(1));
    auto* who = new QHBoxLayout;
    who->setSpacing(Theme::space(2));
    who->addWidget(m_worker);
    who->addWidget(m_kill);
    who->addStretch();
    grid->addWidget(new Text(tr("worker"), TextStyle::Label, Role::Ink, true, this), 0, 0);
    grid->addLayout(who, 0, 1, 1, 2);
    m_slow = addHandle(*grid, tr("slow it"), tr("how much slower the worker is"));
    m_staleness = addHandle(*grid, tr("staleness bound"), tr("steps that a worker may run ahead"));
    m_backup = addHandle(*grid, tr("backup workers"), tr("workers that a step does not wait for"));
    m_jitter = addHandle(*grid, tr("jitter"), tr("standard deviation of a worker’s step"));
    grid->setColumnStretch(2, 1);
    sides->addLayout(grid, 1);
    auto* outcome = new QVBoxLayout;
    outcome->setSpacing(0);
    outcome->addStretch();
    for (Text* text : {m_step, m_stepBefore, m_idle, m_idleBefore}) {
        text->setAlignment(Qt::AlignRight);
        if (text == m_idle)
            outcome->addSpacing(Theme::space(2));
        outcome->addWidget(text);
    }
    outcome->addStretch();
    sides->addLayout(outcome);
    column->addLayout(sides, 1);
    m_sentence->setWordWrap(true);
    column->addWidget(m_sentence);

    m_slow.slider->setScale({leastSlow, mostSlow, false});
    m_staleness.slider->setScale({1, mostStaleness, true});
    connect(m_worker, &QSpinBox::valueChanged, this, [this](int worker) {
        Broken how = m_how;
        how.worker = worker;
        edit(how);
    });
    connect(m_kill, &QPushButton::toggled, this, [this](bool on) {
        Broken how = m_how;
        how.killed = on;
        edit(how);
    });
    connect(m_mend, &QPushButton::clicked, this, [this] {
        Broken how;
        how.worker = m_how.worker;
        edit(how);
    });
    connect(m_slow.slider, &LogSlider::amountEdited, this, [this](double value) {
        Broken how = m_how;
        how.factor = std::abs(value - 1) < 0.04 ? 1 : value;
        edit(how);
    });
    connect(m_staleness.slider, &LogSlider::amountEdited, this, [this](double value) {
        Broken how = m_how;
        const DesignTerms& terms = m_design.model.terms;
        const int own = terms.barrier == Barrier::BoundedStaleness ? terms.stalenessSteps : 0;
        const int next = whole(value, how.stalenessSteps.value_or(own), mostStaleness);
        how.stalenessSteps = next == own && terms.barrier != Barrier::None ? std::nullopt : std::optional(next);
        edit(how);
    });
    connect(m_backup.slider, &LogSlider::amountEdited, this, [this](double value) {
        Broken how = m_how;
        const int own = m_design.model.terms.backupWorkers,
                  next = whole(value, how.backupWorkers.value_or(own), std::max(0, m_design.p - 1));
        how.backupWorkers = next == own ? std::nullopt : std::optional(next);
        edit(how);
    });
    connect(m_jitter.slider, &LogSlider::amountEdited, this, [this](double value) {
        Broken how = m_how;
        how.jitterS = value;
        edit(how);
    });
    show();
}

BreakCard::Handle BreakCard::addHandle(QGridLayout& grid, const QString& title, const QString& name)
{
    const int row = grid.rowCount();
    Handle handle{new Text(title, TextStyle::Label, Role::Ink, true, this),
                  new Text(TextStyle::Label, Role::Ink, false, this), new LogSlider({1, 10, true}, this)};
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
    if (m_how.worker >= design.p)
        m_how.worker = 0;
    if (m_how.backupWorkers && *m_how.backupWorkers > design.p - 1)
        m_how.backupWorkers.reset();
    show();
}

void BreakCard::setBroken(const Broken& how)
{
    edit(how);
}

void BreakCard::takeFocus()
{
    m_worker->setFocus(Qt::OtherFocusReason);
}

void BreakCard::setWorker(int worker)
{
    if (worker >= 0 && worker < m_design.p)
        m_worker->setValue(worker);
}

void BreakCard::edit(Broken how)
{
    const bool same = how == m_how;
    m_how = how;
    show();
    if (!same)
        Q_EMIT changed();
}

void BreakCard::show()
{
    const DesignTerms& terms = m_design.model.terms;
    {
        const QSignalBlocker quiet(m_worker), silent(m_kill);
        m_worker->setRange(0, std::max(0, m_design.p - 1));
        m_worker->setValue(m_how.worker);
        m_kill->setChecked(m_how.killed);
    }
    m_mend->setEnabled(m_how.any());
    m_slow.slider->setAmount(m_how.factor);
    m_slow.value->setText(times(m_how.factor));
    const bool nobody = !m_how.stalenessSteps && terms.barrier == Barrier::None;
    const int staleness =
        m_how.stalenessSteps.value_or(terms.barrier == Barrier::BoundedStaleness ? terms.stalenessSteps : 0);
    m_staleness.slider->setAmount(nobody ? mostStaleness : staleness);
    m_staleness.value->setText(nobody           ? tr("nobody waits")
                               : staleness == 1 ? tr("1 step")
                                                : tr("%1 steps").arg(staleness));
    const int backup = m_how.backupWorkers.value_or(terms.backupWorkers);
    m_backup.slider->setScale({1, std::max(2.0, static_cast<double>(m_design.p - 1)), true});
    m_backup.slider->setEnabled(m_design.p > 1);
    m_backup.slider->setAmount(backup);
    m_backup.value->setText(QString::number(backup));
    const double compute =
        m_design.p > 0 ? m_design.model.tCompS / (m_design.model.scaling == Scaling::Strong ? m_design.p : 1) : 1;
    const double jitter = m_how.jitterS.value_or(terms.jitterS > 0 ? terms.jitterS : terms.jitterShare * compute);
    if (compute > 0 && std::isfinite(compute))
        m_jitter.slider->setScale(LogScale{compute * 1e-3, compute, true}.widened(jitter));
    m_jitter.slider->setAmount(jitter);
    m_jitter.value->setText(jitter > 0 ? amount(jitter, Dimension::Time, 2) : tr("none"));
}

void BreakCard::setOutcome(const QString& step, const QString& stepBefore, const QString& idle,
                           const QString& idleBefore, const QString& sentence)
{
    m_step->setText(step);
    m_stepBefore->setText(stepBefore);
    m_idle->setText(idle);
    m_idleBefore->setText(idleBefore);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

}  // namespace scalewright::ui
