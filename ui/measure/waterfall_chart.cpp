// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/waterfall_chart.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/output/chart/axis_layout.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

/// "−2.25"; a gain is "+0.40".
QString lostText(double folds)
{
    const QString size = toQString(plainFactorText(std::abs(folds)));
    if (size.toDouble() == 0)
        return QStringLiteral("0");
    return (folds > 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

/// "+0.12 s", "−0.05 s".
QString addedTimeText(double seconds)
{
    return (seconds < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
           amountWithUnit(std::abs(seconds), Dimension::Time);
}

bool isGain(const WaterfallBar& bar, bool lessIsGain)
{
    return !bar.isTotal && (lessIsGain ? bar.to < bar.from : bar.to > bar.from);
}

/// The two lines of a name: long names are split at the space nearest to their middle.
std::pair<QString, QString> nameLines(const QString& name)
{
    constexpr qsizetype longName = 16;
    if (name.size() <= longName)
        return {name, {}};
    qsizetype best = -1;
    for (qsizetype at = name.indexOf(QLatin1Char(' ')); at >= 0; at = name.indexOf(QLatin1Char(' '), at + 1))
        if (best < 0 || std::abs(2 * at - name.size()) < std::abs(2 * best - name.size()))
            best = at;
    return best < 0 ? std::pair(name, QString()) : std::pair(name.left(best), name.mid(best + 1));
}

}  // namespace

WaterfallContent lostSpeedupWaterfall(const MeasuredLadder& ladder, const Attribution& attribution, int p)
{
    const Rung& rung = *ladder.findRung(p);
    const LostFolds& lost = *std::find_if(attribution.rows.begin(), attribution.rows.end(),
                                          [&](const LostFolds& each) { return each.p == p; });
    WaterfallContent content{.title = Tr::tr("Speedup lost at p = %1").arg(p),
                             .caption = {},
                             .emptyText = {},
                             .amount = {"lost_folds", Tr::tr("speedup lost").toStdString(), "", 3},
                             .numberStyle = {NumberStyle::Kind::Factor},
                             .bars = {}};
    double level = p;
    content.bars.push_back(
        {"ideal", Tr::tr("ideal"), {}, QStringLiteral("%1×").arg(p), 0, level, ColorRole::Hairline, true});
    struct Part {
        const char* key;
        QString name;
        double folds;
        ColorRole role;
        std::optional<double> seconds;
    };
    std::vector<Part> parts{{"unattributed", Tr::tr("cause unknown"), lost.total, ColorRole::FaintInk, {}}};
    if (lost.hasParts && rung.parts) {
        parts = {
            {"communication", Tr::tr("communication"), lost.communication, ColorRole::Communication, rung.parts->commS},
            {"waiting", Tr::tr("waiting"), lost.waiting, ColorRole::Waiting, rung.parts->idleS},
            {"serial", toQString(computeLossName(attribution.computeCause)), lost.compute, ColorRole::Compute, {}},
            {"io", Tr::tr("input/output"), lost.io, ColorRole::InputOutput, rung.parts->ioS},
            {"unattributed", Tr::tr("unattributed"), lost.unattributed, ColorRole::FaintInk, {}}};
        std::erase_if(parts, [](const Part& part) { return std::abs(part.folds) < 0.005; });
        std::ranges::stable_sort(parts, std::greater<>(), &Part::folds);  // as in the sentence
    }
    for (const Part& part : parts) {
        const QString note = part.seconds && rung.timeS > 0
                                 ? Tr::tr("%1 of time").arg(shareAsPercent(*part.seconds / rung.timeS))
                                 : QString();
        content.bars.push_back({part.key, part.name, note, lostText(part.folds), level, level - part.folds, part.role});
        level -= part.folds;
    }
    content.bars.push_back({"reached",
                            ladder.baseP == 1 ? Tr::tr("measured") : Tr::tr("measured, S(%1) = %1").arg(ladder.baseP),
                            {},
                            toQString(plainFactorText(rung.speedup)) + QStringLiteral("×"),
                            0,
                            rung.speedup,
                            ColorRole::Ink,
                            true});
    return content;
}

WaterfallContent stepTimeWaterfall(const std::optional<Waterfall>& waterfall, const QString& caption,
                                   const QString& emptyText)
{
    WaterfallContent content{.title = Tr::tr("From predicted to measured"),
                             .caption = caption,
                             .emptyText = emptyText,
                             .amount = {"seconds", Tr::tr("time").toStdString(), "s", -1},
                             .numberStyle = {NumberStyle::Kind::Amount, Dimension::Time},
                             .bars = {}};
    if (!waterfall)
        return content;
    content.title = Tr::tr("From predicted to measured at p = %1").arg(waterfall->p);
    double level = waterfall->predictedS;
    const double larger = std::max(waterfall->predictedS, waterfall->measuredS);
    const auto total = [&](const char* key, const QString& name, double seconds, ColorRole role) {
        content.bars.push_back({key, name, {}, amountWithUnit(seconds, Dimension::Time), 0, seconds, role, true});
    };
    struct Part {
        const char* key;
        QString name;
        double seconds;
        ColorRole role;
    };
    std::vector<Part> parts{
        {"compute", Tr::tr("compute"), waterfall->computeS, ColorRole::Compute},
        {"latency", Tr::tr("latency"), waterfall->latencyS, ColorRole::Communication},
        {"bandwidth", Tr::tr("bandwidth"), waterfall->bandwidthS, ColorRole::Communication},
        {"communication", Tr::tr("communication"), waterfall->otherCommunicationS, ColorRole::Communication},
        {"waiting", Tr::tr("waiting"), waterfall->waitingS, ColorRole::Waiting},
        {"io", Tr::tr("input/output"), waterfall->ioS, ColorRole::InputOutput},
        {"unexplained", Tr::tr("unexplained"), waterfall->unexplainedS, ColorRole::FaintInk}};
    std::erase_if(parts, [&](const Part& part) { return std::abs(part.seconds) <= 1e-4 * larger; });  // rounding errors
    for (const Part& part : parts)
        content.parts.emplace_back(part.name, part.seconds);
    // Bars of less than a hundredth of the step are slivers: several become one.
    const auto isSmall = [&](const Part& part) { return std::abs(part.seconds) < 0.01 * larger; };
    if (std::ranges::count_if(parts, isSmall) > 1) {
        Part other{"other", Tr::tr("other"), 0, ColorRole::FaintInk};
        for (const Part& part : parts)
            other.seconds += isSmall(part) ? part.seconds : 0;
        std::erase_if(parts, isSmall);
        parts.push_back(other);
    }
    std::ranges::stable_sort(parts, std::greater<>(), [](const Part& part) { return std::abs(part.seconds); });
    total("predicted", Tr::tr("predicted"), level, ColorRole::Hairline);
    for (const Part& part : parts) {
        content.bars.push_back(
            {part.key, part.name, {}, addedTimeText(part.seconds), level, level + part.seconds, part.role});
        level += part.seconds;
    }
    total("measured", Tr::tr("measured"), waterfall->measuredS, ColorRole::SoftInk);
    return content;
}

constexpr double smallestShrink = 0.8;
constexpr double rowHeight = 1.7;  // of a bar in a column, in lines of text

WaterfallChart::WaterfallChart(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent) {}

void WaterfallChart::setContent(WaterfallContent content)
{
    m_content = std::move(content);
    updateForNewContent();
}

FigureTexts WaterfallChart::texts() const
{
    FigureTexts texts{m_content.title, m_content.caption, m_content.emptyText};
    QStringList parts;
    for (const WaterfallBar& bar : m_content.bars)
        parts << QStringLiteral("%1 %2").arg(bar.name, bar.valueText);
    if (!parts.isEmpty())
        texts.summary = parts.join(QStringLiteral(", "));
    return texts;
}

Table WaterfallChart::table() const
{
    Table table;
    if (m_content.bars.empty())
        return table;
    table.caption = m_content.caption.toStdString();
    table.columns = {{"part", tr("part").toStdString(), "", -1},
                     m_content.amount,
                     {"total", tr("reached").toStdString(), m_content.amount.unit, m_content.amount.decimals}};
    if (m_content.parts.empty()) {
        for (const WaterfallBar& bar : m_content.bars)
            table.rows.push_back({bar.name.toStdString(), bar.to - bar.from, bar.to});
        return table;
    }
    const WaterfallBar &first = m_content.bars.front(), &last = m_content.bars.back();
    double level = first.to;
    table.rows.push_back({first.name.toStdString(), level, level});
    for (const auto& [name, amount] : m_content.parts)
        table.rows.push_back({name.toStdString(), amount, level += amount});
    table.rows.push_back({last.name.toStdString(), last.to, last.to});
    return table;
}

double WaterfallChart::minimumWidth(const VisualStyle& look) const
{
    const QFontMetricsF names(look.font(TextStyle::Label, true)), notes(look.font(TextStyle::Small));
    double widest = 0;
    for (const WaterfallBar& bar : m_content.bars)
        widest = std::max({widest, names.horizontalAdvance(nameLines(bar.name).first) + 8,
                           names.horizontalAdvance(nameLines(bar.name).second) + 8,
                           names.horizontalAdvance(bar.valueText) + 8, notes.horizontalAdvance(bar.note) + 8});
    return widest * static_cast<double>(m_content.bars.size()) + 5 * names.averageCharWidth() + 12;
}

QSizeF WaterfallChart::sizeForWidth(double width) const
{
    if (const double wide = std::min(width, naturalSize().width()); wide >= smallestShrink * minimumWidth({}))
        return {wide, std::min(naturalSize().height(), 0.7 * wide)};
    return {width, rowHeight * QFontMetricsF(VisualStyle{}.font(TextStyle::Label)).height() *
                       static_cast<double>(std::max<std::size_t>(2, m_content.bars.size()))};
}

void WaterfallChart::renderRows(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    const std::vector<WaterfallBar>& bars = m_content.bars;
    const QFont label = look.font(TextStyle::Label), bold = look.font(TextStyle::Label, true);
    const QFontMetricsF metrics(bold);
    double names = 0, values = 0;
    chart::ValueRange range;
    for (const WaterfallBar& bar : bars) {
        names = std::max(names, metrics.horizontalAdvance(bar.name));
        values = std::max(values, metrics.horizontalAdvance(bar.valueText));
        range.low = std::min({range.low, bar.from, bar.to});
        range.high = std::max({range.high, bar.from, bar.to});
    }
    const double gap = metrics.averageCharWidth(), left = names + gap,
                 width = std::max(20.0, size.width() - left - values - 2 * gap),
                 row = size.height() / static_cast<double>(bars.size()), thick = 0.6 * row;
    const auto toX = [&](double amount) {
        return left + width * (amount - range.low) / std::max(range.high - range.low, 1e-300);
    };
    const bool lessIsGain = m_content.amount.key == "seconds";
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const WaterfallBar& bar = bars[i];
        const double top = row * static_cast<double>(i) + (row - thick) / 2,
                     baseline = top + (thick + metrics.capHeight()) / 2;
        const QRectF box(
            toX(std::min(bar.from, bar.to)), top,
            std::max(look.scaledLength(2), toX(std::max(bar.from, bar.to)) - toX(std::min(bar.from, bar.to))), thick);
        const bool isOutline = isGain(bar, lessIsGain);
        painter.setPen(isOutline ? QPen(look.color(bar.role), look.scaledLength(1.5)) : QPen(Qt::NoPen));
        painter.setBrush(isOutline ? QBrush(Qt::NoBrush) : QBrush(look.color(bar.role)));
        painter.drawRect(box);
        painter.setFont(bar.isTotal ? bold : label);
        painter.setPen(look.color(bar.isTotal ? ColorRole::Ink : ColorRole::SoftInk));
        painter.drawText(QPointF(0, baseline), bar.name);
        painter.setFont(bold);
        painter.setPen(look.color(ColorRole::Ink));
        painter.drawText(QPointF(box.right() + gap, baseline), bar.valueText);
        if (i + 1 < bars.size()) {  // the level at which the next bar starts
            painter.setPen(QPen(look.color(ColorRole::SoftInk), look.scaledLength(1), Qt::DashLine));
            painter.drawLine(QPointF(toX(bar.to), top + thick), QPointF(toX(bar.to), top + row));
        }
    }
}

void WaterfallChart::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<WaterfallBar>& bars = m_content.bars;
    if (bars.empty()) {
        painter.setFont(look.font(TextStyle::Label));
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap, m_content.emptyText);
        return;
    }
    if (size.width() < smallestShrink * minimumWidth(look)) {
        renderRows(painter, size, look);
        return;
    }
    // Names that do not fit next to each other are drawn smaller rather than over each other.
    const double shrink = std::clamp(size.width() / minimumWidth(look), 0.5, 1.0);
    const auto fitted = [&](TextStyle style, bool bold) {
        QFont font = look.font(style, bold);
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * shrink)));
        return font;
    };
    const QFont label = fitted(TextStyle::Label, false), bold = fitted(TextStyle::Label, true),
                small = fitted(TextStyle::Small, false), value = fitted(TextStyle::CardTitle, true);
    const QFontMetricsF labelMetrics(label), smallMetrics(small), valueMetrics(value);

    chart::ValueRange range;
    bool hasNotes = false, hasTwoLines = false;
    for (const WaterfallBar& bar : bars) {
        range.low = std::min({range.low, bar.from, bar.to});
        range.high = std::max({range.high, bar.from, bar.to});
        hasNotes = hasNotes || !bar.note.isEmpty();
        hasTwoLines = hasTwoLines || !nameLines(bar.name).second.isEmpty();
    }
    const double top = 1.5 * valueMetrics.height(),
                 below = 1.4 * labelMetrics.height() +
                         std::max(hasNotes ? 1.1 * smallMetrics.height() : 0, hasTwoLines ? labelMetrics.height() : 0),
                 bottom = std::max(top + 20, size.height() - below - 2);
    const chart::AxisLayout axis = chart::layOutAxis(
        {.low = range.low < 0 ? std::nullopt : std::optional(0.0), .numberStyle = m_content.numberStyle}, range,
        std::clamp(static_cast<int>((bottom - top) / 60), 2, 5));
    const double high = std::max(range.high, 1e-300);
    const auto toY = [&](double amount) { return bottom - (amount - range.low) / (high - range.low) * (bottom - top); };
    double left = 0;
    for (const std::string& text : axis.labels)
        left = std::max(left, labelMetrics.horizontalAdvance(toQString(text)));
    left += 10;
    painter.setFont(label);
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        if (axis.ticks[i] < range.low || axis.ticks[i] > high)
            continue;
        const double y = std::round(toY(axis.ticks[i])) + 0.5;
        painter.setPen(QPen(look.color(ColorRole::Hairline), look.scaledLength(1)));
        painter.drawLine(QPointF(left, y), QPointF(size.width(), y));
        painter.setPen(look.color(ColorRole::SoftInk));
        const QString text = toQString(axis.labels[i]);
        painter.drawText(QPointF(left - 8 - labelMetrics.horizontalAdvance(text), y + labelMetrics.capHeight() / 2),
                         text);
    }
    const double place = (size.width() - left) / static_cast<double>(bars.size()),
                 thick = std::min(0.76 * place, look.scaledLength(120));
    const bool lessIsGain = m_content.amount.key == "seconds";
    const auto drawCentred = [&](const QFont& font, ColorRole role, double x, double baseline, const QString& text) {
        painter.setFont(font);
        painter.setPen(look.color(role));
        painter.drawText(QPointF(x - QFontMetricsF(font).horizontalAdvance(text) / 2, baseline), text);
    };
    double largest = 0;
    for (const WaterfallBar& bar : bars)
        if (!bar.isTotal)
            largest = std::max(largest, std::abs(bar.to - bar.from));
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const WaterfallBar& bar = bars[i];
        const double middle = left + place * (static_cast<double>(i) + 0.5);
        const double upper = toY(std::max(bar.from, bar.to)), lower = toY(std::min(bar.from, bar.to));
        const QRectF box(middle - thick / 2, upper, thick, std::max(look.scaledLength(2), lower - upper));
        const QColor color = look.color(bar.role);
        if (isGain(bar, lessIsGain)) {  // an outline
            painter.setPen(QPen(color, look.scaledLength(1.5)));
            painter.setBrush(Qt::NoBrush);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
        }
        painter.drawRoundedRect(box, 2, 2);
        drawCentred(value, ColorRole::Ink, middle, upper - 0.35 * valueMetrics.height(), bar.valueText);
        const bool isLargest = bar.isTotal || (largest > 0 && std::abs(bar.to - bar.from) == largest);
        const auto [name, secondLine] = nameLines(bar.name);
        const double nameBaseline = bottom + 0.3 * labelMetrics.height() + labelMetrics.ascent();
        const QFont& nameFont = isLargest ? bold : label;
        const ColorRole nameRole = isLargest ? ColorRole::Ink : ColorRole::SoftInk;
        drawCentred(nameFont, nameRole, middle, nameBaseline, name);
        if (secondLine.isEmpty())
            drawCentred(small, ColorRole::SoftInk, middle, bottom + 1.4 * labelMetrics.height() + smallMetrics.ascent(),
                        bar.note);
        else
            drawCentred(nameFont, nameRole, middle, nameBaseline + labelMetrics.height(), secondLine);
        if (i + 1 < bars.size()) {  // the level at which the next bar starts
            painter.setPen(QPen(look.color(ColorRole::SoftInk), look.scaledLength(1), Qt::DashLine));
            painter.drawLine(QPointF(middle + thick / 2, toY(bar.to)),
                             QPointF(middle + place - thick / 2, toY(bar.to)));
        }
    }
}

}  // namespace scalewright::ui
