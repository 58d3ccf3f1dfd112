// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/fits_card.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/project/document/project.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/track_record.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// For example "0.0277, 95 % in [0.021, 0.034]"; a missing end is shown as "…".
QString parameterText(const FittedParameter& parameter)
{
    QString text = amountWithUnit(parameter.value, parameter.dimension);
    const auto end = [&](const std::optional<double>& value) {
        return value ? amountWithUnit(*value, parameter.dimension) : QStringLiteral("…");
    };
    if (parameter.low || parameter.high)
        text += FitsCard::tr(" [%1, %2]").arg(end(parameter.low), end(parameter.high));
    if (!parameter.note.empty())
        text += QStringLiteral(" · ") + toQString(parameter.note);
    return text;
}

/// The interval of a peak or a limit, and its note.
QString limitIntervalText(const std::optional<double>& low, const std::optional<double>& high, const std::string& note)
{
    QString text;
    if (low || high)
        text = FitsCard::tr(" [%1, %2]")
                   .arg(low ? numberText(*low) : QStringLiteral("…"), high ? numberText(*high) : QStringLiteral("…"));
    return note.empty() ? text : text + QStringLiteral(" · ") + toQString(note);
}

QString refusalText(const LawRefusal& refusal)
{
    return FitsCard::tr("%1: %2").arg(toQString(titleOf(refusal.law)), toQString(refusal.reason));
}

}  // namespace

FitsCard::FitsCard(QWidget* parent)
    : Card(parent),
      m_worker(new Worker<FitComparison>(this)),
      m_lawCombo(new QuietCombo(this)),
      m_statusLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_details(new CollapsibleDetails(tr("the law"), this)),
      m_trackRecord(new CollapsibleTrackRecord(tr("How often is this verdict right?"), this)),
      m_parameterPanel(new QWidget(this)),
      m_parameterGrid(createGrid(m_parameterPanel, Theme::spacing(4), Theme::spacing(1))),
      m_refusedLabel(createParagraph(TextStyle::Small, ColorRole::SoftInk, this))
{
    auto* title = new Text(tr("Which law does it follow?"), TextStyle::CardTitle, ColorRole::Ink, true, this);
    setAccessibleName(title->text());
    m_lawCombo->addItem(tr("best"));
    for (const Law law : allLaws)
        m_lawCombo->addItem(toQString(titleOf(law)), static_cast<int>(law));
    m_lawCombo->setAccessibleName(tr("law that is fitted"));
    auto* header = createBox<QHBoxLayout>(nullptr, Theme::spacing(3), {{title, 1}, m_lawCombo});
    m_parameterGrid->setContentsMargins(0, Theme::spacing(1), 0, Theme::spacing(1));
    m_parameterGrid->setColumnStretch(1, 1);
    m_details->contentLayout().addWidget(m_refusedLabel);
    m_details->contentLayout().addWidget(m_trackRecord);
    createBox<QVBoxLayout>(this, Theme::spacing(1), {header, m_statusLabel, m_parameterPanel, m_details, Stretch{}},
                           Theme::margins(4, 3, 4, 3));

    connect(m_lawCombo, &QComboBox::activated, this, [this] {
        updateView();
        Q_EMIT fitChanged();
    });
    connect(m_worker, &WorkerBase::finished, this, [this] {
        if (m_runningGeneration != m_generation)
            startFitting();  // the ladder has changed in the meantime, so this result is outdated
        else if (!m_comparison && !m_worker->items().empty())
            setComparison(m_worker->items().front());
    });
    updateView();
}

void FitsCard::refresh(const Project& project, const Analysis& analysis)
{
    std::optional<MeasuredLadder> ladder;
    if (analysis.ladderOfRuns())
        ladder = *analysis.ladder->measured;
    const FitOptions options = fitOptionsOf(project);
    int reachP = ladder ? ladderAxisEnd(analysis) : 1;
    if (analysis.prediction && !analysis.prediction->hasNoPStar())
        reachP = std::min(reachP, analysis.prediction->landmarks.pStar);
    const std::optional<double> predicted =
        ladder && analysis.prediction ? speedupAtP(analysis, reachP).predicted : std::nullopt;
    m_predictedReach = predicted ? std::optional(std::pair(reachP, *predicted)) : std::nullopt;
    if (ladder == m_ladder && options == m_options)
        return;
    m_ladder = std::move(ladder);
    m_options = options;
    m_comparison.reset();
    ++m_generation;
    if (m_ladder && !m_worker->isRunning())
        startFitting();
    updateView();
    Q_EMIT fitChanged();
}

void FitsCard::startFitting()
{
    m_runningGeneration = m_generation;
    if (!m_ladder)
        return;
    m_worker->compute(
        [ladder = *m_ladder, options = m_options](const std::stop_token&) { return fitLaws(ladder, options); });
}

void FitsCard::fitNow()
{
    if (!isFitting())
        return;
    setComparison(fitLaws(*m_ladder, m_options));
}

void FitsCard::setComparison(FitComparison comparison)
{
    m_comparison = std::move(comparison);
    updateView();
    Q_EMIT fitChanged();
}

QString FitsCard::answerText() const
{
    if (!m_comparison || !m_ladder || m_comparison->fits.empty() || m_ladder->areHostsMixed)
        return {};
    const BestSpeedup& best = m_comparison->best;
    const bool isPredictedHigher =
        best.hasInterval() && m_predictedReach && m_predictedReach->second > best.value.value_or(*best.high);
    return toQString(bestSpeedupSentence(best, m_ladder->rungs.back().p)) +
           (isPredictedHigher ? tr(" The prediction says %1 at %2.")
                                    .arg(multipleText(m_predictedReach->second))
                                    .arg(m_predictedReach->first)
                              : QString());
}

std::optional<LadderFit> FitsCard::chosenFit() const
{
    if (!m_comparison || m_comparison->fits.empty())
        return std::nullopt;
    if (m_lawCombo->currentIndex() == 0)
        return m_comparison->fits.front();
    for (const LadderFit& fit : m_comparison->fits)
        if (static_cast<int>(fit.law) == m_lawCombo->currentData().toInt())
            return fit;
    return std::nullopt;
}

std::optional<double> FitsCard::amdahlCeiling() const
{
    if (m_comparison && m_ladder)
        for (const LadderFit& fit : m_comparison->fits)
            if (fit.law == Law::Amdahl && fit.limitThroughput && !fit.isRejected && chosenFit() &&
                chosenFit()->law == fit.law) {
                // Relative to the measured base, like S. A value that some run exceeded, or a law that is not the one
                // shown, is not a ceiling.
                const double ceiling = fit.baseP * *fit.limitThroughput / fit.baseThroughputPerS;
                const bool passed = std::any_of(m_ladder->rungs.begin(), m_ladder->rungs.end(),
                                                [&](const Rung& rung) { return rung.speedup > ceiling; });
                return passed ? std::nullopt : std::optional(ceiling);
            }
    return std::nullopt;
}

void FitsCard::updateView()
{
    removeWidgets(*m_parameterGrid);
    m_lawCombo->setEnabled(m_comparison.has_value());
    const std::optional<LadderFit> fit = chosenFit();
    const LawRefusal* refusal = nullptr;
    if (m_comparison && !fit && m_lawCombo->currentIndex() > 0)
        for (const LawRefusal& each : m_comparison->refusedLaws)
            if (static_cast<int>(each.law) == m_lawCombo->currentData().toInt())
                refusal = &each;
    m_verdict = !m_ladder       ? tr("Add a ladder first.")
                : !m_comparison ? tr("Fitting …")
                : refusal       ? refusalText(*refusal)
                                : toQString(capitalised(m_comparison->verdict));
    m_statusLabel->setText(fit ? QString() : m_verdict);
    m_statusLabel->setVisible(!fit);
    QStringList details;
    if (fit)
        details << m_verdict << tr("Brackets: 95 % confidence intervals.");
    m_trackRecord->setText(m_comparison ? toQString(m_comparison->recordText) : QString());
    m_parameterPanel->setVisible(fit.has_value());
    int row = 0;
    const auto add = [&](const QString& name, const QString& value) {
        auto* label = new Text(name, TextStyle::Label, ColorRole::SoftInk, false, m_parameterPanel);
        auto* text = createParagraph(TextStyle::Label, ColorRole::Ink, m_parameterPanel, false, value);
        m_parameterGrid->addWidget(label, row, 0, Qt::AlignTop);
        m_parameterGrid->addWidget(text, row++, 1);
        for (Text* each : {label, text})
            each->show();  // show immediately, because fits may arrive just before a frame is painted
    };
    if (fit) {
        add(tr("law"), fit->isRejected ? tr("%1, rejected: the repeats scatter less than the points do about it")
                                             .arg(toQString(titleOf(fit->law)))
                                       : toQString(titleOf(fit->law)));
        for (const FittedParameter& parameter : fit->parameters)
            add(toQString(parameter.name), parameterText(parameter));
        add(tr("peak"), fit->peakP ? tr("p = %1").arg(numberText(*fit->peakP)) +
                                         limitIntervalText(fit->peakLow, fit->peakHigh, fit->peakIntervalNote)
                                   : toQString(fit->peakNote));
        if (!fit->peakIntervalRecord.empty())
            details << toQString(fit->peakIntervalRecord);
        if (fit->limitSpeedup || !fit->limitNote.empty())
            add(tr("limit"), fit->limitSpeedup
                                 ? tr("%1× the law’s single-worker speed").arg(numberText(*fit->limitSpeedup)) +
                                       limitIntervalText(fit->limitLow, fit->limitHigh, fit->limitIntervalNote)
                                 : toQString(fit->limitNote).replace(QLatin1String("no limit:"), tr("none:")));
        if (fit->limitThroughput)
            details << tr("Limit of the throughput: %1, %2× the measured base; interval unknown.")
                           .arg(amountWithUnit(*fit->limitThroughput, Dimension::Rate),
                                numberText(fit->baseP * *fit->limitThroughput / fit->baseThroughputPerS));
        QStringList noise{toQString(fit->noiseNote)};
        if (fit->rSquared)
            noise << tr("R² %1").arg(numberText(*fit->rSquared));
        details << tr("Noise: %1.").arg(noise.join(QStringLiteral(", ")));
        for (const std::string& warning : fit->warnings)
            add(tr("note"), toQString(warning));
    }
    QStringList refused;
    if (m_comparison)
        for (const LawRefusal& each : m_comparison->refusedLaws)
            if (&each != refusal)
                refused << refusalText(each);
    m_refusedLabel->showText(refused.isEmpty() ? QString()
                                               : tr("Not fitted: %1").arg(refused.join(QStringLiteral("; "))));
    m_details->setText(details.join(QLatin1Char('\n')));
    m_details->setVisible(m_comparison.has_value());
}

}  // namespace scalewright::ui
