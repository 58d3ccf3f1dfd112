// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/memory_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/quantity/number_text.h"
#include "core/base/text/message.h"
#include "core/output/chart/diagram.h"
#include "core/output/chart/text_width.h"

namespace scalewright::chart {

namespace {

using Anchor = TextPiece::Anchor;

constexpr double thinnestBar = 2.4, thickestBar = 5;  // relative to the type size

/// Shades of the compute colour, since all parts fill the same card; neighbours differ also in greyscale.
double shadeOf(std::size_t part)
{
    constexpr std::array shades{1.0, 0.45, 0.75, 0.25, 0.6, 0.35, 0.85, 0.15};
    return shades[part % shades.size()];
}

/// "39", or with its unit if that is not the unit of `whole`.
std::string partText(double bytes, double whole)
{
    const AmountText amount = formatAmount(bytes, Dimension::Bytes);
    return amount.unit == formatAmount(whole, Dimension::Bytes).unit ? amount.number : amount.joined();
}

/// A part's name at the bottom, behind a patch of its colour.
struct LegendEntry {
    std::string text;
    std::size_t part = 0;
    std::size_t line = 0;
    double left = 0;
};

class MemoryDrawing {
public:
    MemoryDrawing(const MemoryChart& chart, double width, const ChartStyle& style)
        : m_chart(chart), m_width(width), m_style(style)
    {
        placeLegend();
        for (const MemoryRow& row : chart.rows)
            if (!row.title.empty() && titleWidth(row) + roomWidth(row) > width)
                m_isRoomBelow = true;
    }

    [[nodiscard]] double height(double barThickness) const
    {
        const auto bars = double(std::max<std::size_t>(1, m_chart.rows.size()));
        return bars * (rowTextHeight() + barThickness) + (bars - 1) * rowGap() +
               double(m_legendLines) * legendHeight() + (m_legendLines > 0 ? rowGap() / 2 : 0) + 4;
    }
    [[nodiscard]] double thinnest() const { return std::round(thinnestBar * m_style.label); }

    [[nodiscard]] ChartLayout layOut(Size size) const
    {
        Diagram diagram(size);
        const auto bars = double(std::max<std::size_t>(1, m_chart.rows.size()));
        const double thickness = std::clamp(thinnest() + (size.height - height(thinnest())) / bars, thinnest(),
                                            std::round(thickestBar * m_style.label));
        double top = 0;
        for (const MemoryRow& row : m_chart.rows) {
            addRow(diagram, row, top, thickness);
            top += rowTextHeight() + thickness + rowGap();
        }
        for (const LegendEntry& entry : m_legend) {
            const double baseline = top - rowGap() / 2 + double(entry.line) * legendHeight() + m_style.small + 2;
            const double side = std::round(0.85 * m_style.small);
            diagram.addBox({entry.left, baseline - side + 1, side, side}, ColorRole::Compute, {}, 1,
                           shadeOf(entry.part));
            diagram.addText({entry.text,
                             {entry.left + patchWidth(), baseline},
                             m_style.small,
                             false,
                             Anchor::Start,
                             ColorRole::SoftInk});
        }
        if (m_limitLine < m_legendLines)
            diagram.addText({m_chart.limitText(),
                             {0, top - rowGap() / 2 + double(m_limitLine) * legendHeight() + m_style.small + 2},
                             m_style.small,
                             false,
                             Anchor::Start,
                             ColorRole::SoftInk});
        ChartLayout layout = diagram.layout();
        layout.style = m_style;
        return layout;
    }

private:
    [[nodiscard]] double textHeight() const { return std::round(1.5 * m_style.label); }
    [[nodiscard]] double rowTextHeight() const { return (m_isRoomBelow ? 2 : 1) * textHeight(); }
    [[nodiscard]] double titleWidth(const MemoryRow& row) const
    {
        return row.title.empty() ? 0 : textWidth(row.title, m_style.label) + m_style.label;
    }
    [[nodiscard]] double roomWidth(const MemoryRow& row) const
    {
        return textWidth(m_chart.roomText(row), m_style.label, true);
    }
    [[nodiscard]] double legendHeight() const { return std::round(1.6 * m_style.small); }
    [[nodiscard]] double rowGap() const { return std::round(1.1 * m_style.label); }
    [[nodiscard]] double patchWidth() const { return std::round(1.3 * m_style.small); }
    [[nodiscard]] double toX(double bytes) const
    {
        const double fullScale = 1.02 * std::max(m_chart.totalBytes(), m_chart.cardBytes);
        return fullScale > 0 ? 1 + (m_width - 2) * bytes / fullScale : 1;
    }
    [[nodiscard]] bool isNamedInside(const MemoryRow& row, std::size_t part) const
    {
        double start = 0;
        for (std::size_t i = 0; i < part; ++i)
            start += row.parts[i].second;
        const double bytes = row.parts[part].second;
        return textWidth(partText(bytes, m_chart.cardBytes), m_style.small, true) + 8 <=
               toX(start + bytes) - toX(start);
    }

    /// A part has the same colour in every bar.
    [[nodiscard]] std::size_t colorIndex(const std::string& name) const
    {
        return static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), name) - m_names.begin());
    }

    void placeLegend()
    {
        for (const MemoryRow& row : m_chart.rows)
            for (const auto& [name, bytes] : row.parts)
                if (colorIndex(name) == m_names.size())
                    m_names.push_back(name);
        double left = 0;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            // A number that all bars share, unless it is inside one; a part thinner than a pixel is only in the table.
            std::set<std::string> amounts;
            bool isInside = false, isVisible = false;
            for (const MemoryRow& row : m_chart.rows)
                for (std::size_t part = 0; part < row.parts.size(); ++part)
                    if (const auto& [name, bytes] = row.parts[part]; name == m_names[i] && bytes > 0) {
                        amounts.insert(partText(bytes, m_chart.cardBytes));
                        isInside = isInside || isNamedInside(row, part);
                        isVisible = isVisible || toX(bytes) - toX(0) >= 1;
                    }
            if (!isVisible)
                continue;
            const std::string text = isInside || amounts.size() > 1 ? m_names[i] : m_names[i] + " " + *amounts.begin();
            const double width = patchWidth() + textWidth(text, m_style.small);
            if (left > 0 && left + width > m_width) {
                left = 0;
                ++m_legendLines;
            }
            m_legend.push_back({text, i, m_legendLines, left});
            left += width + m_style.label;
        }
        m_legendLines += m_legend.empty() ? 0 : 1;
        m_limitLine = m_legendLines;
        m_legendLines += m_chart.limitText().empty() || m_legend.empty() ? 0 : 1;
    }

    void addRow(Diagram& diagram, const MemoryRow& row, double top, double thickness) const
    {
        const double barTop = top + textHeight(), barBottom = barTop + thickness, total = row.totalBytes();
        const double limit = m_chart.usableBytes, edge = toX(limit);
        double start = 0;
        for (std::size_t i = 0; i < row.parts.size(); ++i) {
            const double bytes = row.parts[i].second, shade = shadeOf(colorIndex(row.parts[i].first));
            const double left = toX(start), right = toX(start + bytes);
            diagram.addBox({left, barTop, std::max(0.6, right - left - 1), thickness}, ColorRole::Compute, {}, 1,
                           shade);
            // The line cuts a part in two: its number is in the larger piece.
            const bool isCut = left < edge && edge < right;
            const std::pair ends{isCut && right - edge > edge - left ? edge : left,
                                 isCut && right - edge <= edge - left ? edge : right};
            if (isNamedInside(row, i))
                diagram.addText({partText(bytes, m_chart.cardBytes),
                                 {(ends.first + ends.second - 1) / 2, (barTop + barBottom) / 2 + 0.35 * m_style.small},
                                 m_style.small,
                                 true,
                                 Anchor::Middle,
                                 shade > 0.8 ? ColorRole::Card : ColorRole::Ink});
            start += bytes;
        }
        // The line marks the end of the usable memory; what does not fit is outlined.
        if (total > limit)
            diagram.addLine({{edge, barTop},
                             {toX(total) - 1, barTop},
                             {toX(total) - 1, barBottom},
                             {edge, barBottom},
                             {edge, barTop}},
                            ColorRole::Warning, m_style.scaledLength(2));
        diagram.addLine({{edge, barTop - 3}, {edge, barBottom + 3}}, ColorRole::Ink, m_style.scaledLength(1.5));
        const std::string room = m_chart.roomText(row);
        const double baseline = barTop - 0.5 * m_style.label, titleEnd = m_isRoomBelow ? 0 : titleWidth(row);
        // Beside the line: before it if the row fits and there is room, otherwise behind it.
        const bool isBefore = total <= limit && titleEnd + roomWidth(row) + 6 <= edge;
        const double left = std::max(edge + 6, titleEnd);
        const bool isBehind = !isBefore && left + roomWidth(row) <= m_width;
        diagram.addText({room,
                         {isBehind   ? left
                          : isBefore ? edge - 6
                                     : m_width,
                          m_isRoomBelow ? barBottom + 1.2 * m_style.label : baseline},
                         m_style.label,
                         true,
                         isBehind ? Anchor::Start : Anchor::End});
        diagram.addText({row.title, {0, baseline}, m_style.label, false, Anchor::Start, ColorRole::SoftInk});
    }

    const MemoryChart& m_chart;
    double m_width;
    ChartStyle m_style;
    std::vector<std::string> m_names;  ///< of all parts, in the order of their first bar
    std::vector<LegendEntry> m_legend;
    bool m_isRoomBelow = false;  ///< a title and its total do not fit in one line
    std::size_t m_legendLines = 0, m_limitLine = 0;  ///< the last line explains the limit
};

}  // namespace

double MemoryRow::totalBytes() const
{
    double total = 0;
    for (const auto& [name, bytes] : parts)
        total += bytes;
    return total;
}

double MemoryChart::totalBytes() const
{
    double largest = 0;
    for (const MemoryRow& row : rows)
        largest = std::max(largest, row.totalBytes());
    return largest;
}

std::string MemoryChart::roomText(const MemoryRow& row) const
{
    const double total = row.totalBytes(), limit = usableBytes;
    const std::string text = formatMessage("{} of {}", partText(total, limit), bytesText(limit));
    return total > limit ? formatMessage("{}, {} too many", text, bytesText(total - limit)) : text;
}

std::string MemoryChart::limitText() const
{
    return usableBytes < cardBytes && totalBytes() > usableBytes
               ? formatMessage("{}: {} less {} for the runtime", bytesText(usableBytes), bytesText(cardBytes),
                               shareText(1 - usableBytes / cardBytes))
               : std::string();
}

double memoryChartHeight(const MemoryChart& chart, double width, const ChartStyle& style)
{
    const MemoryDrawing drawing(chart, width, style);
    return std::ceil(drawing.height(drawing.thinnest()));
}

ChartLayout layOutMemoryChart(const MemoryChart& chart, Size size, const ChartStyle& style)
{
    return MemoryDrawing(chart, size.width, style).layOut(size);
}

}  // namespace scalewright::chart
