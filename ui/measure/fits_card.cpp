#include "ui/measure/fits_card.h"

#include <algorithm>

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/track_record.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString digits(double value)
{
    return qt(significant(value, 4));
}

/// "0.0277, 95 % in [0.021, 0.034]", an end that does not exist as three dots.
QString parameterText(const FittedParameter& parameter)
{
    QString text = amount(parameter.value, parameter.dimension, 4);
    const auto end = [&](const std::optional<double>& value) {
        return value ? amount(*value, parameter.dimension, 4) : QStringLiteral("…");
    };
    if (parameter.low || parameter.high)
        text += FitsCard::tr(", %1 % in [%2, %3]")
                    .arg(digits(100 * parameter.level), end(parameter.low), end(parameter.high));
    if (!parameter.note.empty())
        text += QStringLiteral(" · ") + qt(parameter.note);
    return text;
}

/// Of a peak or a limit.
QString endsText(const std::optional<double>& low, const std::optional<double>& high, const std::string& note)
{
    QString text;
    if (low || high)
        text = FitsCard::tr(", %1 % in [%2, %3]")
                   .arg(QStringLiteral("95"), low ? digits(*low) : QStringLiteral("…"),
                        high ? digits(*high) : QStringLiteral("…"));
    return note.empty() ? text : text + QStringLiteral(" · ") + qt(note);
}

QString refusalText(const LawRefusal& refusal)
{
    return FitsCard::tr("%1: %2").arg(qt(titleOf(refusal.law)), qt(refusal.why));
}

}  // namespace

FitsCard::FitsCard(QWidget* parent)
    : Card(parent),
      m_worker(new Worker<FitComparison>(this)),
      m_law(new QuietCombo(this)),
      m_verdict(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_record(new TrackRecordFold(tr("How often is such a verdict right?"), this)),
      m_rows(new QWidget(this)),
      m_grid(new QGridLayout(m_rows)),
      m_refused(new Text(TextStyle::Small, Role::Soft, false, this))
{
    auto* title = new Text(tr("Which law does it follow?"), TextStyle::CardTitle, Role::Ink, true, this);
    setAccessibleName(title->text());
    m_law->addItem(tr("the best"));
    for (const Law law : allLaws)
        m_law->addItem(qt(titleOf(law)), static_cast<int>(law));
    m_law->setAccessibleName(tr("law that is fitted"));
    auto* header = new QHBoxLayout;
    header->addWidget(title, 1);
    header->addWidget(m_law);
    m_grid->setContentsMargins(0, Theme::space(1), 0, Theme::space(1));
    m_grid->setHorizontalSpacing(Theme::space(4));
    m_grid->setVerticalSpacing(Theme::space(1));
    m_grid->setColumnStretch(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(1));
    column->addLayout(header);
    for (Text* text : {m_verdict, m_refused})
        text->setWordWrap(true);
    column->addWidget(m_verdict);
    column->addWidget(m_record);
    column->addWidget(m_rows);
    column->addWidget(m_refused);
    column->addStretch();

    connect(m_law, &QComboBox::activated, this, [this] {
        show();
        Q_EMIT fitChanged();
    });
    connect(m_worker, &WorkerBase::finished, this, [this] {
        if (m_fitting != m_generation)
            start();  // the ladder changed meanwhile: what came is of another one
        else if (!m_comparison && !m_worker->items().empty())
            take(m_worker->items().front());
    });
    show();
}

void FitsCard::refresh(const Project& project, const Analysis& analysis)
{
    std::optional<MeasuredLadder> ladder;
    if (analysis.runs())
        ladder = *analysis.ladder->measured;
    const FitOptions options = fitOptionsOf(project);
    if (ladder == m_ladder && options == m_options)
        return;
    m_ladder = std::move(ladder);
    m_options = options;
    m_comparison.reset();
    ++m_generation;
    if (m_ladder && !m_worker->isRunning())
        start();
    show();
    Q_EMIT fitChanged();
}

void FitsCard::start()
{
    m_fitting = m_generation;
    if (!m_ladder)
        return;
    m_worker->start([ladder = *m_ladder, options = m_options](
                        std::stop_token, const Worker<FitComparison>::Report& report) -> Result<void> {
        report.add(fitLaws(ladder, options));
        return {};
    });
}

void FitsCard::settle()
{
    if (!isFitting())
        return;
    take(fitLaws(*m_ladder, m_options));
}

void FitsCard::take(FitComparison comparison)
{
    m_comparison = std::move(comparison);
    show();
    Q_EMIT fitChanged();
}

std::optional<LadderFit> FitsCard::chosen() const
{
    if (!m_comparison || m_comparison->fits.empty())
        return std::nullopt;
    if (m_law->currentIndex() == 0)
        return m_comparison->fits.front();
    for (const LadderFit& fit : m_comparison->fits)
        if (static_cast<int>(fit.law) == m_law->currentData().toInt())
            return fit;
    return std::nullopt;
}

std::optional<double> FitsCard::amdahlCeiling() const
{
    if (m_comparison && m_ladder)
        for (const LadderFit& fit : m_comparison->fits)
            if (fit.law == Law::Amdahl && fit.limitThroughput && !fit.rejected) {
                // Against the measured base, as S is. What a run has passed is no ceiling, nor is what the runs reject.
                const double ceiling = fit.baseP * *fit.limitThroughput / fit.baseThroughputPerS;
                const bool passed = std::any_of(m_ladder->rungs.begin(), m_ladder->rungs.end(),
                                                [&](const Rung& rung) { return rung.speedup > ceiling; });
                return passed ? std::nullopt : std::optional(ceiling);
            }
    return std::nullopt;
}

void FitsCard::chooseLaw(std::optional<Law> law)
{
    m_law->setCurrentIndex(law ? m_law->findData(static_cast<int>(*law)) : 0);
    show();
    Q_EMIT fitChanged();
}

void FitsCard::show()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_law->setEnabled(m_comparison.has_value());
    const std::optional<LadderFit> fit = chosen();
    const LawRefusal* refusal = nullptr;
    if (m_comparison && !fit && m_law->currentIndex() > 0)
        for (const LawRefusal& each : m_comparison->refused)
            if (static_cast<int>(each.law) == m_law->currentData().toInt())
                refusal = &each;
    m_verdict->setText(!m_ladder       ? tr("A ladder comes first.")
                       : !m_comparison ? tr("Fitting …")
                       : refusal       ? refusalText(*refusal)
                                       : qt(capital(m_comparison->verdict)));
    m_verdict->setRole(m_comparison ? Role::Ink : Role::Soft);
    m_record->setText(m_comparison ? qt(m_comparison->calibration) : QString());
    m_rows->setVisible(fit.has_value());
    int row = 0;
    const auto add = [&](const QString& name, const QString& value) {
        auto* label = new Text(name, TextStyle::Label, Role::Soft, false, m_rows);
        auto* text = new Text(value, TextStyle::Label, Role::Ink, false, m_rows);
        text->setWordWrap(true);
        m_grid->addWidget(label, row, 0, Qt::AlignTop);
        m_grid->addWidget(text, row++, 1);
        for (Text* each : {label, text})
            each->show();  // now, not a turn later: fits arrive between a frame and the wait before it
    };
    if (fit) {
        add(tr("law"), qt(titleOf(fit->law)));
        for (const FittedParameter& parameter : fit->parameters)
            add(qt(parameter.name), parameterText(parameter));
        add(tr("peak"), fit->peakP ? tr("p = %1").arg(digits(*fit->peakP)) +
                                         endsText(fit->peakLow, fit->peakHigh, fit->peakIntervalNote)
                                   : qt(fit->peakNote));
        if (!fit->peakRecord.empty())
            add(tr("how often"), qt(fit->peakRecord));
        if (fit->limitSpeedup || !fit->limitNote.empty())
            add(tr("limit"), fit->limitSpeedup ? tr("%1× the law’s own single worker").arg(digits(*fit->limitSpeedup)) +
                                                     endsText(fit->limitLow, fit->limitHigh, fit->limitIntervalNote)
                                               : qt(fit->limitNote));
        if (fit->limitThroughput)
            add(QString(), tr("a throughput of %1, %2× the measured base’s; no interval is known")
                               .arg(amount(*fit->limitThroughput, Dimension::Rate, 4),
                                    digits(fit->baseP * *fit->limitThroughput / fit->baseThroughputPerS)));
        QStringList spread{qt(fit->noiseNote)};
        if (fit->rSquared)
            spread << tr("R² %1").arg(digits(*fit->rSquared));
        add(tr("noise"), spread.join(QStringLiteral(", ")));
        for (const std::string& warning : fit->warnings)
            add(tr("mind"), qt(warning));
    }
    QStringList refused;
    if (m_comparison)
        for (const LawRefusal& each : m_comparison->refused)
            if (&each != refusal)
                refused << refusalText(each);
    m_refused->setText(refused.isEmpty() ? QString() : tr("Not fitted: %1").arg(refused.join(QStringLiteral("; "))));
    m_refused->setVisible(!refused.isEmpty());
}

}  // namespace scalewright::ui
