#include "ui/measure/breakdown_chart.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QCursor>
#include <QGraphicsLayout>
#include <QGraphicsScene>
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
#include "ui/figure/chart_spec.h"
#include "ui/measure/ladder_charts.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {

struct Part {
    const char* key;
    double TimeParts::*seconds;
    Role role;
};

constexpr std::array<Part, 5> breakdownParts{{{"comp", &TimeParts::compS, Role::Compute},
                                              {"comm", &TimeParts::commS, Role::Communication},
                                              {"idle", &TimeParts::idleS, Role::Waiting},
                                              {"io", &TimeParts::ioS, Role::InputOutput},
                                              {"unattributed", &TimeParts::restS, Role::Hairline}}};

QString titleOf(const Part& part)
{
    switch (part.role) {
    case Role::Compute: return BreakdownChart::tr("compute");
    case Role::Communication: return BreakdownChart::tr("communication");
    case Role::Waiting: return BreakdownChart::tr("waiting");
    case Role::InputOutput: return BreakdownChart::tr("input/output");
    default: return BreakdownChart::tr("unattributed");
    }
}

bool occurs(const Part& part, const std::vector<Rung>& rungs)
{
    return std::any_of(rungs.begin(), rungs.end(), [&](const Rung& rung) { return (*rung.parts).*part.seconds > 0; });
}

constexpr std::size_t mostBars = 32;  // one more and no number fits under its bar

double shown(const Rung& rung, const Part& part, bool percent)
{
    const double seconds = (*rung.parts).*part.seconds;
    return percent ? 100 * seconds / rung.parts->totalS() : seconds;
}

std::unique_ptr<QChart> makeChart(const std::vector<Rung>& rungs, bool percent, const Look& look)
{
    auto chart = std::make_unique<QChart>();
    chart->setBackgroundVisible(false);
    chart->setMargins({0, 0, 0, 0});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    const QFont small = look.font(TextStyle::Small);

    auto* series = new QStackedBarSeries;
    for (const Part& part : breakdownParts) {
        if (!occurs(part, rungs))
            continue;
        auto* set = new QBarSet(titleOf(part));
        set->setProperty("part", QString::fromLatin1(part.key));
        QList<qreal> values;
        for (const Rung& rung : rungs)
            values << shown(rung, part, percent);
        set->append(values);
        set->setBrush(look.color(part.role));
        set->setPen(QPen(look.color(part.role == Role::Hairline ? Role::Soft : part.role),
                         part.role == Role::Hairline ? 0.5 : 0));
        series->append(set);
    }
    series->setBarWidth(0.72);
    chart->addSeries(series);

    auto* x = new QBarCategoryAxis;
    QStringList names;
    for (const Rung& rung : rungs)
        names << QString::number(rung.p);
    x->append(names);
    x->setTitleText(BreakdownChart::tr("workers p"));
    x->setGridLineVisible(false);
    auto* y = new QValueAxis;
    if (percent) {
        y->setRange(0, 100);
        y->setTickCount(5);
        y->setLabelFormat(QStringLiteral("%d"));
        y->setTitleText(BreakdownChart::tr("share (%)"));
    } else {
        double most = 0;
        for (const Rung& rung : rungs)
            most = std::max(most, rung.parts->totalS());
        y->setRange(0, most);
        y->applyNiceNumbers();
        y->setLabelFormat(QStringLiteral("%g"));
        y->setTitleText(BreakdownChart::tr("time (s)"));
    }
    for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(x), static_cast<QAbstractAxis*>(y)}) {
        axis->setLabelsFont(small);
        axis->setLabelsColor(look.color(Role::Soft));
        axis->setTitleFont(small);
        axis->setTitleBrush(look.color(Role::Soft));
        axis->setGridLineColor(look.color(Role::Hairline));
        axis->setLinePen(QPen(look.color(Role::Hairline), 1));
    }
    y->setLineVisible(false);
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    series->attachAxis(x);
    series->attachAxis(y);

    QLegend* legend = chart->legend();
    legend->setAlignment(Qt::AlignTop);
    legend->setFont(small);
    legend->setLabelColor(look.color(Role::Ink));
    legend->setShowToolTips(false);
    for (QLegendMarker* marker : legend->markers())
        marker->setPen(Qt::NoPen);
    return chart;
}

}  // namespace

BreakdownChart::BreakdownChart(QWidget* parent)
    : QWidget(parent), m_view(new QChartView(this)), m_empty(new Text(TextStyle::Label, Role::Soft, false, this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // as high as there is room
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setStyleSheet(QStringLiteral("background: transparent"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* stack = new QStackedLayout(this);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->addWidget(m_view);
    stack->addWidget(m_empty);
    connect(&Theme::instance(), &Theme::changed, this, &BreakdownChart::rebuild);
    rebuild();
}

void BreakdownChart::setLadder(const MeasuredLadder* ladder, const QString& caption, const QString& why)
{
    std::vector<Rung> rungs;
    if (ladder && ladder->hasParts)
        rungs = drawnRungs(*ladder, mostBars);
    m_allRungs = ladder ? ladder->rungs.size() : 0;
    m_caption = caption;
    m_why = why;
    const auto same = [](const Rung& a, const Rung& b) { return a.p == b.p && a.parts == b.parts; };
    if (!rungs.empty() && std::equal(rungs.begin(), rungs.end(), m_rungs.begin(), m_rungs.end(), same))
        return;
    m_rungs = std::move(rungs);
    rebuild();
}

void BreakdownChart::setPercent(bool percent)
{
    if (percent == m_percent)
        return;
    m_percent = percent;
    rebuild();
}

void BreakdownChart::rebuild()
{
    auto* stack = static_cast<QStackedLayout*>(layout());
    stack->setCurrentIndex(m_rungs.empty() ? 1 : 0);
    m_empty->setText(m_why);
    setAccessibleName(texts().title);
    setAccessibleDescription(texts().summary);
    m_view->setAccessibleName(texts().title);
    m_view->setAccessibleDescription(texts().summary);
    if (m_rungs.empty())
        return;
    QChart* chart = makeChart(m_rungs, m_percent, Theme::instance().look()).release();
    QChart* old = m_view->chart();
    m_view->setChart(chart);
    delete old;
    auto* series = static_cast<QStackedBarSeries*>(chart->series().constFirst());
    connect(series, &QStackedBarSeries::hovered, this, [this](bool over, int index, QBarSet* set) {
        const Rung& rung = m_rungs[static_cast<std::size_t>(index)];
        const QString key = set->property("part").toString();
        for (const Part& part : breakdownParts)
            if (over && key == QLatin1String(part.key))
                QToolTip::showText(
                    QCursor::pos(),
                    tr("p = %1, %2: %3, %4 of the time")
                        .arg(rung.p)
                        .arg(set->label(), qt(formatAmount(shown(rung, part, false), Dimension::Time).joined()),
                             formatNumber(shown(rung, part, true) / 100, {NumberStyle::Kind::Percent})),
                    m_view);
        if (!over)
            QToolTip::hideText();
    });
}

FigureTexts BreakdownChart::texts() const
{
    FigureTexts texts{tr("Where the time of each p went"), m_caption, m_why};
    if (m_rungs.empty())
        return texts;
    if (m_rungs.size() < m_allRungs)
        texts.caption += tr(" · %1 of %2 worker counts shown").arg(m_rungs.size()).arg(m_allRungs);
    QStringList sentences;
    for (const Rung& rung : m_rungs) {
        QStringList shares;
        for (const Part& part : breakdownParts)
            if (occurs(part, m_rungs))
                shares << tr("%1 %2").arg(titleOf(part),
                                          formatNumber(shown(rung, part, true) / 100, {NumberStyle::Kind::Percent}));
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
    for (const Part& part : breakdownParts)
        if (occurs(part, m_rungs))
            table.columns.push_back({part.key, titleOf(part).toStdString(), m_percent ? "%" : "s", m_percent ? 1 : -1});
    for (const Rung& rung : m_rungs) {
        std::vector<Cell> row{static_cast<double>(rung.p), rung.parts->totalS()};
        for (const Part& part : breakdownParts)
            if (occurs(part, m_rungs))
                row.push_back(shown(rung, part, m_percent));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void BreakdownChart::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
    if (m_rungs.empty()) {
        painter.setFont(look.font(TextStyle::Label));
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap, m_why);
        return;
    }
    QGraphicsScene scene;
    QChart* chart = makeChart(m_rungs, m_percent, look).release();
    scene.addItem(chart);
    chart->resize(size);
    chart->layout()->activate();
    scene.setSceneRect(QRectF({0, 0}, size));
    scene.render(&painter, QRectF({0, 0}, size), QRectF({0, 0}, size));
}

QSize BreakdownChart::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(220 * scale), static_cast<int>(180 * scale)};
}

}  // namespace scalewright::ui
