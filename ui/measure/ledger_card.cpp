#include "ui/controls/freeze.h"
#include "ui/measure/ledger_card.h"

#include <QComboBox>
#include <QDate>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"
#include "ui/controls/quiet_combo.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t mostRungs = 200;  // a list to choose from; a ladder of thousands is thinned

QString titleOf(const FrozenPrediction& frozen)
{
    return LedgerCard::tr("%1, frozen %2").arg(qt(frozen.name), qt(frozen.date));
}

}  // namespace

LedgerCard::LedgerCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_freeze(quietButton(tr("Freeze prediction"), this)),
      m_at(new QuietCombo(this)),
      m_stepsField(new QLineEdit(this)),
      m_planSteps(quietButton(QString(), this)),
      m_why(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_problem(new Text(TextStyle::Small, Role::Ink, false, this))
{
    auto* title = new Text(tr("What was predicted?"), TextStyle::CardTitle, Role::Ink, true, this);
    setAccessibleName(title->text());
    auto* header = new QHBoxLayout;
    header->addWidget(title, 1);
    header->addWidget(m_freeze);
    m_freeze->setToolTip(tr("Keep today’s parameters, dated, to be held against what is measured later"));
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(0);

    auto* at = new QHBoxLayout;
    at->setSpacing(Theme::space(2));
    at->addWidget(new Text(tr("Compare at p ="), TextStyle::Label, Role::Soft, false, this));
    at->addWidget(m_at);
    at->addStretch();
    m_at->setAccessibleName(tr("rung at which prediction and measurement are compared"));
    auto* steps = new QHBoxLayout;
    steps->setSpacing(Theme::space(2));
    m_stepsLabel = new Text(TextStyle::Label, Role::Soft, false, this);
    steps->addWidget(m_stepsLabel);
    m_stepsField->setAccessibleName(tr("steps that one measured time covers"));
    m_stepsField->setToolTip(
        tr("1 where a step was timed, the number of steps where a whole run was; a part of one where the ladder is a "
           "throughput"));
    steps->addWidget(m_stepsField);
    steps->addWidget(m_planSteps);
    steps->addStretch();
    m_why->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_problem->setMark(Role::Warning);
    m_problem->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(2));
    column->addLayout(header);
    column->addLayout(m_rows);
    column->addLayout(at);
    column->addLayout(steps);
    column->addWidget(m_why);
    column->addWidget(m_problem);
    column->addStretch();

    connect(m_freeze, &QPushButton::clicked, this, &LedgerCard::freezeNow);
    connect(m_at, &QComboBox::activated, this,
            [this](int index) { chooseP(m_rungs[static_cast<std::size_t>(index)]); });
    connect(m_stepsField, &QLineEdit::editingFinished, this, &LedgerCard::commitSteps);
    connect(m_planSteps, &QPushButton::clicked, this, [this] {
        m_stepsField->setText(qt(roundTrip(m_document.project().plan.steps->value)));
        commitSteps();
    });
    const auto restyle = [this] {
        m_stepsField->setFont(Theme::instance().font(TextStyle::Label));
        m_stepsField->setFixedWidth(static_cast<int>(84 * Theme::instance().typeScale()));
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

void LedgerCard::refresh()
{
    const Project& project = m_document.project();
    const Analysis& analysis = m_document.analysis();
    if (m_chosen && *m_chosen >= project.ledger.size())
        m_chosen.reset();
    rebuildRows();
    m_freeze->setEnabled(analysis.model.has_value());
    m_planSteps->setVisible(project.plan.steps && project.plan.steps->value != stepsPerTime());
    const Ladder* ladder = shownLadder();
    const bool answered = ladder && ladder->stepsPerTime;
    const QString steps = qt(significant(stepsPerTime(), 6));
    m_stepsField->setPlaceholderText(answered ? QString() : steps);  // a guess answers nothing
    if (!m_stepsField->hasFocus() || !m_stepsField->isModified())
        m_stepsField->setText(answered ? steps : QString());
    if (project.plan.steps)
        m_planSteps->setText(tr("%1, the plan’s run").arg(qt(significant(project.plan.steps->value, 6))));

    std::vector<int> rungs;
    if (analysis.ladder && analysis.ladder->measured)
        for (const Rung& rung : drawnRungs(*analysis.ladder->measured, mostRungs))
            rungs.push_back(rung.p);
    if (m_p && std::find(rungs.begin(), rungs.end(), *m_p) == rungs.end())
        m_p.reset();
    if (rungs != m_rungs) {
        m_rungs = rungs;
        m_at->clear();
        for (const int p : rungs)
            m_at->addItem(QString::number(p));
    }
    m_at->setEnabled(!rungs.empty());
    m_at->setCurrentIndex(static_cast<int>(std::find(rungs.begin(), rungs.end(), p()) - rungs.begin()));
    m_fall = computeFall();
    m_why->setText(m_fall.why.isEmpty() ? m_fall.doubt : m_fall.why);
    m_why->setMark(m_fall.why.isEmpty() ? Role::Warning : Role::Hairline);
    m_why->setVisible(!m_why->text().isEmpty());
    // A step is held against an epoch or a run, or a goal waits for the answer.
    const bool asked = !m_fall.doubt.isEmpty() || (analysis.runs() && !analysis.runs()->runUnknown.empty());
    m_stepsLabel->setText(asked ? tr("How many steps are in one measured time?") : tr("Steps in one measured time"));
    m_stepsLabel->setRole(asked ? Role::Ink : Role::Soft);
    m_stepsLabel->setBold(asked);
}

void LedgerCard::rebuildRows()
{
    const std::vector<FrozenPrediction>& ledger = m_document.project().ledger;
    QStringList shown{m_chosen ? QString::number(*m_chosen) : QString()};
    for (const FrozenPrediction& frozen : ledger)
        shown << titleOf(frozen);
    if (shown == m_rowsShown)
        return;
    m_rowsShown = shown;
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const auto add = [this](const QString& title, std::optional<std::size_t> index) {
        auto* row = new QWidget(this);
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(Theme::space(2));
        QPushButton* button = quietButton(title, row);
        button->setCheckable(true);
        button->setAutoExclusive(false);
        button->setChecked(m_chosen == index);
        button->setAccessibleName(tr("hold the ladder against: %1").arg(title));
        connect(button, &QPushButton::clicked, this, [this, index] { choose(index); });
        layout->addWidget(button);
        layout->addStretch();
        if (index) {
            QPushButton* removed = quietButton(tr("Remove"), row);
            removed->setAccessibleName(tr("Remove %1").arg(title));
            connect(removed, &QPushButton::clicked, this, [this, index] { remove(*index); });
            layout->addWidget(removed);
        }
        m_rows->addWidget(row);
    };
    add(tr("The design as it stands"), std::nullopt);
    for (std::size_t i = 0; i < ledger.size(); ++i)
        add(titleOf(ledger[i]), i);
}

void LedgerCard::freezeNow()
{
    const Result<void> frozen = freezePrediction(m_document);
    say(frozen ? QString() : said(frozen.error(), 3));
}

void LedgerCard::remove(std::size_t index)
{
    Project after = m_document.project();
    after.ledger.erase(after.ledger.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_chosen)
        m_chosen = *m_chosen == index ? std::nullopt : std::optional(*m_chosen - (*m_chosen > index ? 1 : 0));
    m_document.edit(tr("remove a frozen prediction"), std::move(after));
}

void LedgerCard::choose(std::optional<std::size_t> frozen)
{
    m_chosen = frozen;
    m_rowsShown.clear();  // a click on the chosen one has unchecked it
    refresh();
    Q_EMIT changed();
}

QString LedgerCard::chosenName() const
{
    return m_chosen ? titleOf(m_document.project().ledger[*m_chosen]) : tr("the design as it stands");
}

Result<ScalingModel> LedgerCard::model() const
{
    return m_chosen ? scalingModel(m_document.project().ledger[*m_chosen]) : m_document.analysis().model;
}

const FrozenPrediction* LedgerCard::ghost() const
{
    const std::vector<FrozenPrediction>& ledger = m_document.project().ledger;
    if (ledger.empty())
        return nullptr;
    return m_chosen ? &ledger[*m_chosen] : &ledger.back();
}

int LedgerCard::p() const
{
    if (m_rungs.empty())
        return 0;
    if (m_p)
        return *m_p;
    const std::optional<int> plan = m_document.analysis().plannedP();
    if (plan && std::find(m_rungs.begin(), m_rungs.end(), *plan) != m_rungs.end())
        return *plan;
    return m_document.analysis().ladder->measured->fastestP;
}

void LedgerCard::chooseP(int p)
{
    m_p = p;
    refresh();
    Q_EMIT changed();
}

const Ladder* LedgerCard::shownLadder() const
{
    const std::shared_ptr<const LadderAnalysis>& shown = m_document.analysis().ladder;
    return shown ? &m_document.project().measurements.ladders[shown->index] : nullptr;
}

void LedgerCard::focusSteps()
{
    m_stepsField->setFocus(Qt::OtherFocusReason);
    m_stepsField->selectAll();
}

double LedgerCard::stepsPerTime() const
{
    const Analysis& analysis = m_document.analysis();
    if (const Ladder* ladder = shownLadder(); ladder && ladder->stepsPerTime)
        return ladder->stepsPerTime->value;
    const Result<ScalingModel> predicted = model();
    if (!predicted || !analysis.ladder || !analysis.ladder->measured)
        return 1;
    return scalewright::stepsPerTime(*predicted, *analysis.ladder->measured, m_document.project().plan);
}

void LedgerCard::commitSteps()
{
    const Ladder* ladder = shownLadder();
    if (!ladder)
        return;
    const QString text = m_stepsField->text().trimmed();
    const Result<Entry> steps = parseEntry(text.toStdString(), Dimension::Ratio);
    if (!text.isEmpty() && (!steps || steps->value <= 0)) {
        say(steps ? tr("Steps must be above zero; expected a number such as 1 or 500")
                  : said(steps.error().problems.front()));
        return;
    }
    say({});
    m_stepsField->setModified(false);
    if (text.isEmpty() ? !ladder->stepsPerTime : ladder->stepsPerTime && steps->value == ladder->stepsPerTime->value)
        return;
    Project after = m_document.project();
    after.measurements.ladders[m_document.analysis().ladder->index].stepsPerTime =
        text.isEmpty() ? MaybeQuantity() : typed(steps->value);
    m_document.edit(tr("steps in one measured time"), std::move(after));
    refresh();
    Q_EMIT changed();
}

LedgerCard::Fall LedgerCard::computeFall() const
{
    Fall fall;
    const Analysis& analysis = m_document.analysis();
    if (!analysis.ladder || !analysis.ladder->measured) {
        fall.why = tr("A ladder comes first.");
        return fall;
    }
    const Result<ScalingModel> predicted = model();
    if (!predicted) {
        QStringList missing;
        for (const Problem& problem : predicted.error().problems)
            missing << qt(problem.message);
        fall.why = tr("Nothing to compare with yet: %1.").arg(missing.join(QStringLiteral("; ")));
        return fall;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (predicted->scaling != ladder.scaling) {
        fall.why = tr("Not comparable: the prediction is of %1, the ladder of %2 scaling.")
                       .arg(predicted->scaling == Scaling::Strong ? tr("strong") : tr("weak"),
                            ladder.scaling == Scaling::Strong ? tr("strong") : tr("weak"));
        return fall;
    }
    const double steps = stepsPerTime();
    for (const Waterfall& each : waterfalls(*predicted, ladder, steps))
        if (each.p == p())
            fall.waterfall = each;
    if (!fall.waterfall) {
        fall.why = tr("The prediction never finishes at p = %1: there is no predicted time to start from.").arg(p());
        return fall;
    }
    fall.caption =
        tr("%1 against %2 · seconds of a step%3")
            .arg(chosenName(), ladder.name.empty() ? tr("the ladder") : qt(ladder.name),
                 steps == 1 ? QString() : tr(", %1 of them in one measured time").arg(qt(significant(steps, 6))));
    if (!ladder.hasParts)
        fall.caption += tr(" · totals only: the difference has no cause yet");
    fall.doubt = qt(scaleDoubt(*predicted, ladder, steps));
    if (!knownStepsPerTime(*predicted, *shownLadder(), ladder, m_document.project().plan)) {
        fall.waterfall.reset();
        fall.why = fall.doubt.isEmpty() ? tr("The ladder holds throughputs: say how many steps one unit of work is.")
                                        : fall.doubt;
        fall.doubt.clear();
    }
    return fall;
}

void LedgerCard::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

}  // namespace scalewright::ui
