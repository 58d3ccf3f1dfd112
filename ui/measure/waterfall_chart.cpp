#include "ui/measure/waterfall_chart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString timeWords(double seconds)
{
    return amount(seconds, Dimension::Time);
}

/// "+0.12 s", "−0.05 s, a gain".
QString differenceText(double seconds)
{
    return seconds < 0 ? WaterfallChart::tr("−%1, a gain").arg(timeWords(-seconds))
                       : QStringLiteral("+%1").arg(timeWords(seconds));
}

double rowHeight(const Look& look)
{
    return std::round(1.9 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

WaterfallChart::WaterfallChart(QWidget* parent) : FigureView(QSizePolicy::Preferred, parent) {}

void WaterfallChart::setWaterfall(const std::optional<Waterfall>& waterfall, const QString& caption, const QString& why)
{
    m_waterfall = waterfall;
    m_caption = caption;
    m_why = why;
    contentChanged();
}

std::vector<WaterfallChart::Bar> WaterfallChart::bars() const
{
    std::vector<Bar> bars;
    if (!m_waterfall)
        return bars;
    const Waterfall& fall = *m_waterfall;
    double at = fall.predictedS;
    bars.push_back({"predicted", tr("predicted"), 0, at, Role::Faint, true});
    const auto add = [&](const char* key, const QString& name, double seconds, Role role) {
        if (std::abs(seconds) <= 1e-4 * std::max(fall.predictedS, fall.measuredS))
            return;  // the rounding of what was written down
        bars.push_back({key, name, at, at + seconds, role, false});
        at += seconds;
    };
    add("compute", tr("compute"), fall.computeS, Role::Compute);
    add("latency", tr("latency"), fall.latencyS, Role::Communication);
    add("bandwidth", tr("bandwidth"), fall.bandwidthS, Role::Communication);
    add("communication", tr("communication"), fall.communicationS, Role::Communication);
    add("waiting", tr("waiting"), fall.waitingS, Role::Waiting);
    add("io", tr("input/output"), fall.ioS, Role::InputOutput);
    add("unexplained", tr("unexplained"), fall.unexplainedS, Role::Hairline);
    bars.push_back({"measured", tr("measured"), 0, fall.measuredS, Role::Ink, true});
    return bars;
}

FigureTexts WaterfallChart::texts() const
{
    FigureTexts texts{tr("From predicted to measured"), m_caption, m_why};
    if (!m_waterfall)
        return texts;
    texts.title = tr("From predicted to measured at p = %1").arg(m_waterfall->p);
    QStringList parts;
    for (const Bar& bar : bars())
        parts << tr("%1 %2").arg(bar.name, bar.whole ? timeWords(bar.toS) : differenceText(bar.toS - bar.fromS));
    texts.summary = parts.join(QStringLiteral(", "));
    return texts;
}

Table WaterfallChart::table() const
{
    Table table;
    if (!m_waterfall)
        return table;
    table.caption = m_caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1},
                     {"seconds", tr("time").toStdString(), "s", -1},
                     {"total", tr("reached").toStdString(), "s", -1}};
    for (const Bar& bar : bars())
        table.rows.push_back({bar.name.toStdString(), bar.whole ? bar.toS : bar.toS - bar.fromS, bar.toS});
    return table;
}

QSizeF WaterfallChart::naturalSize() const
{
    return {560, std::max(3.0, static_cast<double>(bars().size())) * rowHeight({}) + 4};
}

void WaterfallChart::render(QCPPainter& given, const QSizeF& size, const Look& look) const
{
    QPainter& painter = plainPainter(given);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.font(TextStyle::Label);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const std::vector<Bar> all = bars();
    if (all.empty()) {
        painter.setPen(look.color(Role::Soft));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_why);
        return;
    }
    double names = 0, values = 0, low = 0, high = 0;
    const auto valueText = [](const Bar& bar) {
        return bar.whole ? timeWords(bar.toS) : differenceText(bar.toS - bar.fromS);
    };
    for (const Bar& bar : all) {
        names = std::max(names, metrics.horizontalAdvance(bar.name));
        values = std::max(values, metrics.horizontalAdvance(valueText(bar)));
        low = std::min({low, bar.fromS, bar.toS});
        high = std::max({high, bar.fromS, bar.toS});
    }
    const double left = names + 12, room = std::max(20.0, size.width() - left - values - 14);
    const auto toX = [&](double seconds) { return left + room * (high > low ? (seconds - low) / (high - low) : 0); };
    const double row = std::min(size.height() / static_cast<double>(all.size()), 1.5 * rowHeight(look));
    const double thick = std::round(0.85 * font.pixelSize());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Bar& bar = all[i];
        const double top = row * static_cast<double>(i), baseline = std::round(top + (row + metrics.capHeight()) / 2);
        painter.setPen(look.color(bar.whole ? Role::Ink : Role::Soft));
        painter.drawText(QPointF(0, baseline), bar.name);
        painter.setPen(look.color(Role::Ink));
        painter.drawText(QPointF(size.width() - metrics.horizontalAdvance(valueText(bar)) - 2, baseline),
                         valueText(bar));
        const double from = toX(std::min(bar.fromS, bar.toS)), to = toX(std::max(bar.fromS, bar.toS)),
                     y = std::round(top + (row - thick) / 2);
        // A gain is an outline: it takes away.
        const bool gain = bar.toS < bar.fromS;
        painter.setPen(gain || bar.role == Role::Hairline
                           ? QPen(look.color(bar.role == Role::Hairline ? Role::Soft : bar.role), 1)
                           : QPen(Qt::NoPen));
        painter.setBrush(gain ? QBrush(Qt::NoBrush) : QBrush(look.color(bar.role)));
        painter.drawRect(QRectF(from, y, std::max(1.0, to - from), thick));
        if (i + 1 < all.size()) {  // the level that the next bar starts from
            painter.setPen(QPen(look.color(Role::Faint), 1, Qt::DotLine));
            const double level = toX(bar.toS);
            painter.drawLine(QPointF(level, y + thick), QPointF(level, std::round(top + row + (row - thick) / 2)));
        }
    }
}

QSize WaterfallChart::sizeHint() const
{
    const Look& look = Theme::instance().look();
    return {static_cast<int>(300 * look.typeScale),
            static_cast<int>(std::max(4.0, static_cast<double>(bars().size())) * rowHeight(look))};
}

QSize WaterfallChart::minimumSizeHint() const
{
    return {static_cast<int>(200 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui
