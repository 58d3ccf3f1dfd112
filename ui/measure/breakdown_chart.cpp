// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/breakdown_chart.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QCursor>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QStackedBarSeries>
#include <QStackedLayout>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/output/chart/axis_layout.h"
#include "ui/measure/ladder_charts.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct BreakdownPart {
    const char* key;
    const char* title;
    double TimeParts::*seconds;
    ColorRole role;
};

constexpr std::array breakdownParts{
    BreakdownPart{"comp", QT_TRANSLATE_NOOP("Scalewright", "compute"), &TimeParts::compS, ColorRole::Compute},
    BreakdownPart{"comm", QT_TRANSLATE_NOOP("Scalewright", "communication"), &TimeParts::commS,
                  ColorRole::Communication},
    BreakdownPart{"idle", QT_TRANSLATE_NOOP("Scalewright", "waiting"), &TimeParts::idleS, ColorRole::Waiting},
    BreakdownPart{"io", QT_TRANSLATE_NOOP("Scalewright", "input/output"), &TimeParts::ioS, ColorRole::InputOutput},
    BreakdownPart{"unattributed", QT_TRANSLATE_NOOP("Scalewright", "unattributed"), &TimeParts::unattributedS,
                  ColorRole::Hairline}};

bool isPartPresent(const BreakdownPart& part, const std::vector<Rung>& rungs)
{
    return std::any_of(rungs.begin(), rungs.end(), [&](const Rung& rung) { return (*rung.parts).*part.seconds > 0; });
}

constexpr std::size_t maximumBars = 32;  // with more bars, the numbers below them no longer fit

double partValue(const Rung& rung, const BreakdownPart& part, bool percent)
{
    const double seconds = (*rung.parts).*part.seconds;
    return percent ? 100 * seconds / rung.parts->totalS() : seconds;
}

std::unique_ptr<QChart> makeChart(const ChartSpec& spec, const VisualStyle& look)
{
    auto chart = std::make_unique<QChart>();
    chart->setBackgroundVisible(false);
    chart->setMargins({0, 0, 0, 0});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    const QFont small = look.font(TextStyle::Small);

    auto* series = new QStackedBarSeries;
    for (const BarPart& part : spec.barParts) {
        auto* set = new QBarSet(toQString(part.name));
        set->append({part.values.begin(), part.values.end()});
        set->setBrush(look.color(part.role));
        set->setPen(QPen(look.color(ColorRole::SoftInk), 0.5));
        series->append(set);
    }
    series->setBarWidth(0.72);
    chart->addSeries(series);

    auto* x = new QBarCategoryAxis;
    for (const std::string& name : spec.barNames)
        x->append(toQString(name));
    x->setTitleText(toQString(spec.x.title));
    x->setGridLineVisible(false);
    auto* y = new QValueAxis;
    const AxisLayout axisLayout = layOutAxis(spec.y, yDataRange(spec, {}), 5);
    y->setRange(axisLayout.low, axisLayout.high);
    y->setTickCount(static_cast<int>(axisLayout.ticks.size()));
    y->setLabelFormat(QStringLiteral("%g"));
    y->setTitleText(toQString(axisLayout.title));
    for (QAbstractAxis* axis : std::initializer_list<QAbstractAxis*>{x, y}) {
        axis->setLabelsFont(small);
        axis->setLabelsColor(look.color(ColorRole::SoftInk));
        axis->setTitleFont(small);
        axis->setTitleBrush(look.color(ColorRole::SoftInk));
        axis->setGridLineColor(look.color(ColorRole::Hairline));
        axis->setLinePen(QPen(look.color(ColorRole::Hairline), 1));
    }
    y->setLineVisible(false);
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    series->attachAxis(x);
    series->attachAxis(y);

    QLegend* legend = chart->legend();
    legend->setAlignment(Qt::AlignTop);
    legend->setFont(small);
    legend->setLabelColor(look.color(ColorRole::Ink));
    legend->setShowToolTips(false);
    for (QLegendMarker* marker : legend->markers())
        marker->setPen(Qt::NoPen);
    return chart;
}

}  // namespace

BreakdownChart::BreakdownChart(QWidget* parent)
    : QWidget(parent),
      m_view(new QChartView(this)),
      m_emptyLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // takes all available height
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setStyleSheet(QStringLiteral("background: transparent"));
    m_emptyLabel->setAlignment(Qt::AlignCenter);
    auto* stack = new QStackedLayout(this);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->addWidget(m_view);
    stack->addWidget(m_emptyLabel);
    connect(&Theme::instance(), &Theme::changed, this, &BreakdownChart::rebuild);
    rebuild();
}

void BreakdownChart::setLadder(const MeasuredLadder* ladder, const QString& caption, const QString& emptyText)
{
    std::vector<Rung> rungs;
    if (ladder && ladder->hasParts)
        rungs = rungsToDraw(*ladder, maximumBars);
    m_totalRungCount = ladder ? ladder->rungs.size() : 0;
    m_caption = caption;
    m_emptyText = emptyText;
    const auto haveSameParts = [](const Rung& a, const Rung& b) { return a.p == b.p && a.parts == b.parts; };
    if (!rungs.empty() && std::equal(rungs.begin(), rungs.end(), m_rungs.begin(), m_rungs.end(), haveSameParts))
        return;
    m_rungs = std::move(rungs);
    rebuild();
}

void BreakdownChart::setPercent(bool percent)
{
    if (percent == m_isPercent)
        return;
    m_isPercent = percent;
    rebuild();
}

void BreakdownChart::rebuild()
{
    auto* stack = static_cast<QStackedLayout*>(layout());
    stack->setCurrentIndex(m_rungs.empty() ? 1 : 0);
    m_emptyLabel->setText(m_emptyText);
    setAccessibleName(texts().title);
    setAccessibleDescription(texts().summary);
    m_view->setAccessibleName(texts().title);
    m_view->setAccessibleDescription(texts().summary);
    if (m_rungs.empty())
        return;
    QChart* chart = makeChart(spec(), Theme::instance().visualStyle()).release();
    QChart* old = m_view->chart();
    m_view->setChart(chart);
    delete old;
    auto* series = static_cast<QStackedBarSeries*>(chart->series().constFirst());
    connect(series, &QStackedBarSeries::hovered, this, [this](bool isHovered, int index, QBarSet* set) {
        const Rung& rung = m_rungs[static_cast<std::size_t>(index)];
        for (const BreakdownPart& part : breakdownParts)
            if (isHovered && set->label() == Tr::tr(part.title))
                QToolTip::showText(
                    QCursor::pos(),
                    tr("p = %1, %2: %3, %4 of the time")
                        .arg(rung.p)
                        .arg(set->label(), toQString(timeText(partValue(rung, part, false))),
                             toQString(formatNumber(partValue(rung, part, true) / 100, {NumberStyle::Kind::Percent}))),
                    m_view);
        if (!isHovered)
            QToolTip::hideText();
    });
}

FigureTexts BreakdownChart::texts() const
{
    FigureTexts texts{tr("Where the time goes at each p"), m_caption, m_emptyText};
    if (m_rungs.empty())
        return texts;
    if (m_rungs.size() < m_totalRungCount)
        texts.caption += tr(" · %1 of %2 worker counts shown").arg(m_rungs.size()).arg(m_totalRungCount);
    QStringList sentences;
    for (const Rung& rung : m_rungs) {
        QStringList shares;
        for (const BreakdownPart& part : breakdownParts)
            if (isPartPresent(part, m_rungs))
                shares << tr("%1 %2").arg(Tr::tr(part.title), toQString(formatNumber(partValue(rung, part, true) / 100,
                                                                                     {NumberStyle::Kind::Percent})));
        sentences << tr("p = %1: %2.").arg(rung.p).arg(shares.join(QStringLiteral(", ")));
    }
    texts.summary = sentences.join(QLatin1Char(' '));
    return texts;
}

Table BreakdownChart::table() const
{
    Table table;
    if (m_rungs.empty())
        return table;
    table.caption = texts().caption.toStdString();
    table.columns = {{"p", "p", "", 0}, {"t", "T(p)", "s", -1}};
    for (const BreakdownPart& part : breakdownParts)
        if (isPartPresent(part, m_rungs))
            table.columns.push_back(
                {part.key, Tr::tr(part.title).toStdString(), m_isPercent ? "%" : "s", m_isPercent ? 1 : -1});
    for (const Rung& rung : m_rungs) {
        std::vector<Cell> row{static_cast<double>(rung.p), rung.parts->totalS()};
        for (const BreakdownPart& part : breakdownParts)
            if (isPartPresent(part, m_rungs))
                row.push_back(partValue(rung, part, m_isPercent));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ChartSpec BreakdownChart::spec() const
{
    ChartSpec spec{.x = {.title = tr("workers p")}, .emptyText = m_emptyText};
    spec.y = m_isPercent ? AxisSpec{.title = tr("share (%)"), .high = 100}
                         : AxisSpec{.title = tr("time"), .numberStyle = {NumberStyle::Kind::Amount, Dimension::Time}};
    for (const Rung& rung : m_rungs)
        spec.barNames.emplace_back(std::to_string(rung.p));
    for (const BreakdownPart& part : breakdownParts) {
        if (!isPartPresent(part, m_rungs))
            continue;
        BarPart bar{Tr::tr(part.title), part.role, {}};
        for (const Rung& rung : m_rungs)
            bar.values.push_back(partValue(rung, part, m_isPercent));
        spec.barParts.push_back(std::move(bar));
    }
    return spec;
}

std::optional<ChartLayout> BreakdownChart::drawing(const QSizeF& size, const VisualStyle& style) const
{
    return layOutChart(spec(), {size.width(), size.height()}, chartStyle(style));
}

}  // namespace scalewright::ui
