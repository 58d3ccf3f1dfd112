// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/waterfall_chart.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

QString barTimeText(double seconds)
{
    return amountWithUnit(seconds, Dimension::Time);
}

/// "+0.12 s", "−0.05 s, a gain".
QString signedSecondsText(double seconds)
{
    return seconds < 0 ? WaterfallChart::tr("−%1, a gain").arg(barTimeText(-seconds))
                       : QStringLiteral("+%1").arg(barTimeText(seconds));
}

double barRowHeight(const VisualStyle& look)
{
    return std::round(1.9 * look.font(TextStyle::Label).pixelSize());
}

}  // namespace

WaterfallChart::WaterfallChart(QWidget* parent) : FigureView(QSizePolicy::Preferred, parent) {}

void WaterfallChart::setWaterfall(const std::optional<Waterfall>& waterfall, const QString& caption,
                                  const QString& emptyText)
{
    m_waterfall = waterfall;
    m_caption = caption;
    m_emptyText = emptyText;
    updateForNewContent();
}

std::vector<WaterfallChart::Bar> WaterfallChart::bars() const
{
    std::vector<Bar> bars;
    if (!m_waterfall)
        return bars;
    const Waterfall& waterfall = *m_waterfall;
    double level = waterfall.predictedS;
    bars.push_back({"predicted", tr("predicted"), 0, level, ColorRole::FaintInk, true});
    const auto add = [&](const char* key, const QString& name, double seconds, ColorRole role) {
        if (std::abs(seconds) <= 1e-4 * std::max(waterfall.predictedS, waterfall.measuredS))
            return;  // ignore rounding errors
        bars.push_back({key, name, level, level + seconds, role, false});
        level += seconds;
    };
    add("compute", tr("compute"), waterfall.computeS, ColorRole::Compute);
    add("latency", tr("latency"), waterfall.latencyS, ColorRole::Communication);
    add("bandwidth", tr("bandwidth"), waterfall.bandwidthS, ColorRole::Communication);
    add("communication", tr("communication"), waterfall.otherCommunicationS, ColorRole::Communication);
    add("waiting", tr("waiting"), waterfall.waitingS, ColorRole::Waiting);
    add("io", tr("input/output"), waterfall.ioS, ColorRole::InputOutput);
    add("unexplained", tr("unexplained"), waterfall.unexplainedS, ColorRole::Hairline);
    bars.push_back({"measured", tr("measured"), 0, waterfall.measuredS, ColorRole::Ink, true});
    return bars;
}

FigureTexts WaterfallChart::texts() const
{
    FigureTexts texts{tr("From predicted to measured"), m_caption, m_emptyText};
    if (!m_waterfall)
        return texts;
    texts.title = tr("From predicted to measured at p = %1").arg(m_waterfall->p);
    QStringList parts;
    for (const Bar& bar : bars())
        parts << tr("%1 %2").arg(bar.name, bar.isTotal ? barTimeText(bar.toS) : signedSecondsText(bar.toS - bar.fromS));
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
        table.rows.push_back({bar.name.toStdString(), bar.isTotal ? bar.toS : bar.toS - bar.fromS, bar.toS});
    return table;
}

QSizeF WaterfallChart::naturalSize() const
{
    return {560, std::max(3.0, static_cast<double>(bars().size())) * barRowHeight({}) + 4};
}

void WaterfallChart::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.font(TextStyle::Label);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const std::vector<Bar> barList = bars();
    if (barList.empty()) {
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
        return;
    }
    double nameWidth = 0, values = 0, low = 0, high = 0;
    const auto valueText = [](const Bar& bar) {
        return bar.isTotal ? barTimeText(bar.toS) : signedSecondsText(bar.toS - bar.fromS);
    };
    for (const Bar& bar : barList) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(bar.name));
        values = std::max(values, metrics.horizontalAdvance(valueText(bar)));
        low = std::min({low, bar.fromS, bar.toS});
        high = std::max({high, bar.fromS, bar.toS});
    }
    const double left = nameWidth + 12, plotWidth = std::max(20.0, size.width() - left - values - 14);
    const auto toX = [&](double seconds) {
        return left + plotWidth * (high > low ? (seconds - low) / (high - low) : 0);
    };
    const double row = std::min(size.height() / static_cast<double>(barList.size()), 1.5 * barRowHeight(look));
    const double thick = std::round(0.85 * font.pixelSize());
    for (std::size_t i = 0; i < barList.size(); ++i) {
        const Bar& bar = barList[i];
        const double top = row * static_cast<double>(i), baseline = std::round(top + (row + metrics.capHeight()) / 2);
        painter.setPen(look.color(bar.isTotal ? ColorRole::Ink : ColorRole::SoftInk));
        painter.drawText(QPointF(0, baseline), bar.name);
        painter.setPen(look.color(ColorRole::Ink));
        painter.drawText(QPointF(size.width() - metrics.horizontalAdvance(valueText(bar)) - 2, baseline),
                         valueText(bar));
        const double barLeft = toX(std::min(bar.fromS, bar.toS)), barRight = toX(std::max(bar.fromS, bar.toS)),
                     y = std::round(top + (row - thick) / 2);
        // A gain is drawn as an outline.
        const bool gain = bar.toS < bar.fromS;
        painter.setPen(gain || bar.role == ColorRole::Hairline
                           ? QPen(look.color(bar.role == ColorRole::Hairline ? ColorRole::SoftInk : bar.role), 1)
                           : QPen(Qt::NoPen));
        painter.setBrush(gain ? QBrush(Qt::NoBrush) : QBrush(look.color(bar.role)));
        painter.drawRect(QRectF(barLeft, y, std::max(1.0, barRight - barLeft), thick));
        if (i + 1 < barList.size()) {  // the level at which the next bar starts
            painter.setPen(QPen(look.color(ColorRole::FaintInk), 1, Qt::DotLine));
            const double level = toX(bar.toS);
            painter.drawLine(QPointF(level, y + thick), QPointF(level, std::round(top + row + (row - thick) / 2)));
        }
    }
}

QSize WaterfallChart::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(300 * look.typeScale),
            static_cast<int>(std::max(4.0, static_cast<double>(bars().size())) * barRowHeight(look))};
}

QSize WaterfallChart::minimumSizeHint() const
{
    return {static_cast<int>(200 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui
