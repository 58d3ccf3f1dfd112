// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/ledger_card.h"

#include <QComboBox>
#include <QDate>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"
#include "ui/controls/freeze.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr std::size_t maximumRungs = 200;  // a list to choose from; longer ladders are thinned

QString titleOf(const FrozenPrediction& frozen)
{
    return LedgerCard::tr("%1, frozen %2").arg(toQString(frozen.name), toQString(frozen.date));
}

}  // namespace

LedgerCard::LedgerCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_freezeButton(createQuietButton(tr("Freeze prediction"), this)),
      m_pCombo(new QuietCombo(this)),
      m_stepsField(new QLineEdit(this)),
      m_planStepsButton(createQuietButton(QString(), this)),
      m_reasonLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_problemLabel(createWarning(TextStyle::Small, this))
{
    auto* title = new Text(tr("What was predicted?"), TextStyle::CardTitle, ColorRole::Ink, true, this);
    setAccessibleName(title->text());
    auto* header = createBox<QHBoxLayout>(nullptr, -1, {{title, 1}, m_freezeButton});
    m_freezeButton->setToolTip(tr("Save today’s parameters with the date, to compare with later measurements"));
    m_predictionRows = createBox<QVBoxLayout>(nullptr, 0);

    auto* pRow = createBox<QHBoxLayout>(
        nullptr, Theme::spacing(2),
        {new Text(tr("Compare at p ="), TextStyle::Label, ColorRole::SoftInk, false, this), m_pCombo, Stretch{}});
    m_pCombo->setAccessibleName(tr("rung at which prediction and measurement are compared"));
    m_stepsLabel = new Text(TextStyle::Label, ColorRole::SoftInk, false, this);
    auto* steps = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_stepsLabel});
    m_stepsField->setAccessibleName(tr("steps that one measured time covers"));
    m_stepsField->setToolTip(tr(
        "1 if a step was timed, the number of steps if a whole run was; a fraction if the ladder holds throughputs"));
    addItems(*steps, {m_stepsField, m_planStepsButton, Stretch{}});

    createBox<QVBoxLayout>(this, Theme::spacing(2),
                           {header, m_predictionRows, pRow, steps, m_reasonLabel, m_problemLabel, Stretch{}},
                           Theme::margins(4, 3, 4, 3));

    connect(m_freezeButton, &QPushButton::clicked, this, &LedgerCard::freezeNow);
    connect(m_pCombo, &QComboBox::activated, this,
            [this](int index) { chooseP(m_selectablePs[static_cast<std::size_t>(index)]); });
    connect(m_stepsField, &QLineEdit::editingFinished, this, &LedgerCard::commitSteps);
    connect(m_planStepsButton, &QPushButton::clicked, this, [this] {
        m_stepsField->setText(toQString(roundTripText(m_document.project().plan.steps->value)));
        commitSteps();
    });
    setTextStyle({m_stepsField}, TextStyle::Label);
    followTheme(this, [this] { m_stepsField->setFixedWidth(Theme::scaled(84)); });
    refresh();
}

void LedgerCard::refresh()
{
    const Project& project = m_document.project();
    const Analysis& analysis = m_document.analysis();
    if (m_chosenIndex && *m_chosenIndex >= project.ledger.size())
        m_chosenIndex.reset();
    rebuildRows();
    m_freezeButton->setEnabled(analysis.model.has_value());
    m_planStepsButton->setVisible(project.plan.steps && project.plan.steps->value != stepsPerTime());
    const Ladder* ladder = shownLadder();
    const bool answered = ladder && ladder->stepsPerMeasuredTime;
    const QString steps = toQString(significantText(stepsPerTime(), 6));
    // A guess is shown only as a placeholder, not as an answer.
    m_stepsField->setPlaceholderText(answered ? QString() : steps);
    if (!m_stepsField->hasFocus() || !m_stepsField->isModified())
        m_stepsField->setText(answered ? steps : QString());
    if (project.plan.steps)
        m_planStepsButton->setText(
            tr("%1 (the plan’s run)").arg(toQString(significantText(project.plan.steps->value, 6))));

    std::vector<int> rungs;
    if (analysis.ladder && analysis.ladder->measured)
        for (const Rung& rung : rungsToDraw(*analysis.ladder->measured, maximumRungs))
            rungs.push_back(rung.p);
    if (m_chosenP && std::find(rungs.begin(), rungs.end(), *m_chosenP) == rungs.end())
        m_chosenP.reset();
    if (rungs != m_selectablePs) {
        m_selectablePs = rungs;
        m_pCombo->clear();
        for (const int p : rungs)
            m_pCombo->addItem(QString::number(p));
    }
    m_pCombo->setEnabled(!rungs.empty());
    m_pCombo->setCurrentIndex(static_cast<int>(std::find(rungs.begin(), rungs.end(), comparedP()) - rungs.begin()));
    m_comparison = computeComparison();
    m_reasonLabel->showMessage(m_comparison.reason.isEmpty() ? m_comparison.doubt : m_comparison.reason,
                               m_comparison.reason.isEmpty());
    // The step count matters: a step may be compared with an epoch or a run, or a goal depends on it.
    const bool needsSteps = !m_comparison.doubt.isEmpty() ||
                            (analysis.ladderOfRuns() && !analysis.ladderOfRuns()->stepsPerTimeRequest.empty());
    m_stepsLabel->setText(needsSteps ? tr("How many steps are in one measured time?")
                                     : tr("Steps in one measured time"));
    m_stepsLabel->setColorRole(needsSteps ? ColorRole::Ink : ColorRole::SoftInk);
    m_stepsLabel->setBold(needsSteps);
}

void LedgerCard::rebuildRows()
{
    const std::vector<FrozenPrediction>& ledger = m_document.project().ledger;
    QStringList titles{m_chosenIndex ? QString::number(*m_chosenIndex) : QString()};
    for (const FrozenPrediction& frozen : ledger)
        titles << titleOf(frozen);
    if (titles == m_shownTitles)
        return;
    m_shownTitles = titles;
    removeWidgets(*m_predictionRows);
    const auto add = [this](const QString& title, std::optional<std::size_t> index) {
        auto* row = new QWidget(this);
        QPushButton* button = createToggleButton(title, row);
        button->setAutoExclusive(false);
        button->setChecked(m_chosenIndex == index);
        button->setAccessibleName(tr("compare the ladder with: %1").arg(title));
        connect(button, &QPushButton::clicked, this, [this, index] { choosePrediction(index); });
        auto* layout = createBox<QHBoxLayout>(row, Theme::spacing(2), {button, Stretch{}});
        if (index) {
            QPushButton* removed = createQuietButton(tr("Remove"), row);
            removed->setAccessibleName(tr("Remove %1").arg(title));
            connect(removed, &QPushButton::clicked, this, [this, index] { removePrediction(*index); });
            layout->addWidget(removed);
        }
        m_predictionRows->addWidget(row);
    };
    add(tr("The current design"), std::nullopt);
    for (std::size_t i = 0; i < ledger.size(); ++i)
        add(titleOf(ledger[i]), i);
}

void LedgerCard::freezeNow()
{
    const Result<void> frozen = freezePrediction(m_document);
    showProblem(frozen ? QString() : errorText(frozen.error(), 3));
}

void LedgerCard::removePrediction(std::size_t index)
{
    Project after = m_document.project();
    after.ledger.erase(after.ledger.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_chosenIndex)
        m_chosenIndex =
            *m_chosenIndex == index ? std::nullopt : std::optional(*m_chosenIndex - (*m_chosenIndex > index ? 1 : 0));
    m_document.edit(tr("remove a frozen prediction"), std::move(after));
}

void LedgerCard::choosePrediction(std::optional<std::size_t> index)
{
    m_chosenIndex = index;
    m_shownTitles.clear();  // clicking the chosen one has unchecked it, so rebuild
    refresh();
    Q_EMIT changed();
}

QString LedgerCard::chosenName() const
{
    return m_chosenIndex ? titleOf(m_document.project().ledger[*m_chosenIndex]) : tr("the current design");
}

Result<ScalingModel> LedgerCard::predictionModel() const
{
    return m_chosenIndex ? scalingModel(m_document.project().ledger[*m_chosenIndex]) : m_document.analysis().model;
}

const FrozenPrediction* LedgerCard::ghostPrediction() const
{
    const std::vector<FrozenPrediction>& ledger = m_document.project().ledger;
    if (ledger.empty())
        return nullptr;
    return m_chosenIndex ? &ledger[*m_chosenIndex] : &ledger.back();
}

int LedgerCard::comparedP() const
{
    if (m_selectablePs.empty())
        return 0;
    if (m_chosenP)
        return *m_chosenP;
    const std::optional<int> plan = m_document.analysis().plannedP();
    if (plan && std::find(m_selectablePs.begin(), m_selectablePs.end(), *plan) != m_selectablePs.end())
        return *plan;
    return m_document.analysis().ladder->measured->fastestP;
}

void LedgerCard::chooseP(int p)
{
    m_chosenP = p;
    refresh();
    Q_EMIT changed();
}

const Ladder* LedgerCard::shownLadder() const
{
    const std::shared_ptr<const LadderAnalysis>& ladderAnalysis = m_document.analysis().ladder;
    return ladderAnalysis ? &m_document.project().measurements.ladders[ladderAnalysis->index] : nullptr;
}

void LedgerCard::focusStepsField()
{
    m_stepsField->setFocus(Qt::OtherFocusReason);
    m_stepsField->selectAll();
}

double LedgerCard::stepsPerTime() const
{
    const Analysis& analysis = m_document.analysis();
    if (const Ladder* ladder = shownLadder(); ladder && ladder->stepsPerMeasuredTime)
        return ladder->stepsPerMeasuredTime->value;
    const Result<ScalingModel> predicted = predictionModel();
    if (!predicted || !analysis.ladder || !analysis.ladder->measured)
        return 1;
    return scalewright::guessStepsPerMeasuredTime(*predicted, *analysis.ladder->measured, m_document.project().plan);
}

void LedgerCard::commitSteps()
{
    const Ladder* ladder = shownLadder();
    if (!ladder)
        return;
    const QString text = m_stepsField->text().trimmed();
    const Result<ParsedEntry> steps = parseEntry(text.toStdString(), Dimension::Ratio);
    if (!text.isEmpty() && (!steps || steps->value <= 0)) {
        showProblem(steps ? tr("Steps must be above zero; expected a number such as 1 or 500")
                          : said(steps.error().problems.front()));
        return;
    }
    showProblem({});
    m_stepsField->setModified(false);
    if (text.isEmpty() ? !ladder->stepsPerMeasuredTime
                       : ladder->stepsPerMeasuredTime && steps->value == ladder->stepsPerMeasuredTime->value)
        return;
    m_document.applyChange(tr("steps in one measured time"), [&](Project& after) {
        after.measurements.ladders[m_document.analysis().ladder->index].stepsPerMeasuredTime =
            text.isEmpty() ? MaybeQuantity() : typed(steps->value);
    });
    refresh();
    Q_EMIT changed();
}

LedgerCard::Comparison LedgerCard::computeComparison() const
{
    Comparison comparison;
    const Analysis& analysis = m_document.analysis();
    if (!analysis.ladder || !analysis.ladder->measured) {
        comparison.reason = tr("Add a ladder first.");
        return comparison;
    }
    const Result<ScalingModel> predicted = predictionModel();
    if (!predicted) {
        QStringList missing;
        for (const Problem& problem : predicted.error().problems)
            missing << toQString(problem.message);
        comparison.reason = tr("Nothing to compare with yet: %1.").arg(missing.join(QStringLiteral("; ")));
        return comparison;
    }
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    if (predicted->scaling != ladder.scaling) {
        comparison.reason = tr("Not comparable: the prediction is for %1 scaling, the ladder for %2 scaling.")
                                .arg(predicted->scaling == Scaling::Strong ? tr("strong") : tr("weak"),
                                     ladder.scaling == Scaling::Strong ? tr("strong") : tr("weak"));
        return comparison;
    }
    const double steps = stepsPerTime();
    for (const Waterfall& each : waterfalls(*predicted, ladder, steps))
        if (each.p == comparedP())
            comparison.waterfall = each;
    if (!comparison.waterfall) {
        comparison.reason = tr("The prediction never finishes at p = %1, so there is no predicted time to start from.")
                                .arg(comparedP());
        return comparison;
    }
    comparison.caption =
        tr("%1 against %2 · seconds of a step%3")
            .arg(chosenName(), ladder.name.empty() ? tr("the ladder") : toQString(ladder.name),
                 steps == 1 ? QString()
                            : tr(", %1 steps in one measured time").arg(toQString(significantText(steps, 6))));
    if (!ladder.hasParts)
        comparison.caption += tr(" · totals only: the cause of the difference is unknown");
    else if (const CommunicationShift shift = communicationShift(*predicted, ladder, steps); !shift.linkShift)
        comparison.caption += tr(" · %1").arg(toQString(shift.missingReason));
    comparison.doubt = toQString(scaleMismatchText(*predicted, ladder, steps));
    if (!knownStepsPerMeasuredTime(*predicted, *shownLadder(), ladder, m_document.project().plan)) {
        comparison.waterfall.reset();
        comparison.reason = comparison.doubt.isEmpty()
                                ? tr("The ladder holds throughputs: enter how many steps make one unit of work.")
                                : comparison.doubt;
        comparison.doubt.clear();
    }
    return comparison;
}

QString LedgerCard::answerText() const
{
    if (const std::optional<Waterfall>& waterfall = m_comparison.waterfall)
        return toQString(differenceText(*waterfall));
    const std::string& disagreement = m_document.analysis().claim.disagreement;
    return disagreement.empty() ? QString() : toQString(capitalised(disagreement)) + QLatin1Char('.');
}

void LedgerCard::showProblem(const QString& problem)
{
    m_problemLabel->showText(problem);
}

}  // namespace scalewright::ui
