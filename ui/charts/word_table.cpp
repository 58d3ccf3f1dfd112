// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/word_table.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double columnGap = 14, rowPadding = 5;

QStringList wrapText(const QString& text, const QFont& font, double width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(20.0, width));
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

/// The width of the widest piece that must not be broken: a word, or a short number with its unit.
double unbreakableWidth(const QString& text, const QFont& font)
{
    constexpr int longestNumber = 12;
    const QFontMetricsF metrics(font);
    const bool number =
        text.size() <= longestNumber && std::any_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    double widest = number ? metrics.horizontalAdvance(text) : 0;
    if (!number)
        for (const QString& word : text.split(QLatin1Char(' ')))
            widest = std::max(widest, metrics.horizontalAdvance(word));
    return std::ceil(widest) + 1;
}

/// Distributes the available width by `shares`, but keeps every column at least as wide as its minimum; the other
/// columns shrink. If the minimum widths do not fit, only the shares count.
std::vector<double> distributeColumnWidths(const std::vector<double>& shares, const std::vector<double>& minimumWidths,
                                           double available)
{
    std::vector<double> widths(shares.size(), 0);
    std::vector<bool> fixed(shares.size(), false);
    double needed = 0;
    for (const double columnWidth : minimumWidths)
        needed += columnWidth;
    for (bool hasNewFixed = true; hasNewFixed;) {
        hasNewFixed = false;
        double remaining = available, sum = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            remaining -= fixed[i] ? widths[i] : 0;
            sum += fixed[i] ? 0 : shares[i];
        }
        for (std::size_t i = 0; i < shares.size(); ++i)
            if (!fixed[i]) {
                widths[i] = remaining * shares[i] / sum;
                if (needed < available && widths[i] < minimumWidths[i]) {
                    widths[i] = minimumWidths[i];
                    fixed[i] = hasNewFixed = true;
                }
            }
    }
    return widths;
}

}  // namespace

/// The sizes that do not depend on the table's width.
struct TextTable::TextSizes {
    std::vector<double> minimumWidths;                  ///< one per column
    std::vector<std::vector<double>> textAdvances; ///< width of each cell's text on one line; the titles come first

    /// The smallest width at which no word is broken.
    [[nodiscard]] double minimumTableWidth() const
    {
        return std::accumulate(minimumWidths.begin(), minimumWidths.end(), 1.0) +
               columnGap * static_cast<double>(std::max<std::size_t>(minimumWidths.size(), 1) - 1);
    }
};

struct TextTable::PlacedTable {
    struct PlacedCell {
        double x = 0, y = 0;  ///< top left of the first line
        QStringList lines;
        QFont font;
        ColorRole role = ColorRole::Ink;
    };
    std::vector<PlacedCell> cells;
    std::vector<double> hairlineYs;  ///< y of the hairlines
    QRectF fill;  ///< behind the strong row
    double height = 0;
};

TextTable::TextTable(QWidget* parent) : FigureView(QSizePolicy::Preferred, parent)
{
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TextTable::measure()
{
    m_heightByWidth.clear();
    m_sizes.reset();
    updateGeometry();
}

void TextTable::setContent(FigureTexts texts, Content content)
{
    m_texts = std::move(texts);
    m_content = std::move(content);
    m_content.table.caption = m_texts.caption.toStdString();
    updateForNewContent();
}

const TextTable::Rows& TextTable::shownRows() const
{
    return m_content.briefRows.empty() ? m_content.table.rows : m_content.briefRows;
}

const TextTable::Rows& TextTable::printedRows() const
{
    return m_content.printedRows.empty() ? m_content.table.rows : m_content.printedRows;
}

TextTable::TextSizes TextTable::measureTexts(const VisualStyle& visualStyle, const Rows& rows) const
{
    const std::vector<Column>& columns = m_content.table.columns;
    TextSizes sizes{.minimumWidths = std::vector<double>(columns.size(), 0), .textAdvances = {}};
    const auto addRow = [&](std::size_t cells, const auto& textOf, const auto& fontOf) {
        std::vector<double>& advances = sizes.textAdvances.emplace_back();
        for (std::size_t i = 0; i < cells; ++i) {
            const QString text = textOf(i);
            sizes.minimumWidths[i] = std::max(sizes.minimumWidths[i], unbreakableWidth(text, fontOf(i)));
            advances.push_back(std::ceil(QFontMetricsF(fontOf(i)).horizontalAdvance(text)) + 1);
        }
    };
    addRow(
        columns.size(), [&](std::size_t i) { return toQString(columns[i].title); },
        [&](std::size_t) { return visualStyle.font(TextStyle::Small); });
    for (const auto& row : rows)
        addRow(
            row.size(),
            [&](std::size_t i) { return withNoBreakSpaces(withLongWordsCut(toQString(cellText(row[i], columns[i])))); },
            [&](std::size_t) { return visualStyle.font(TextStyle::Label, true); });
    return sizes;
}

const TextTable::TextSizes& TextTable::screenSizes() const
{
    if (!m_sizes)
        m_sizes = std::make_shared<const TextSizes>(measureTexts(Theme::instance().visualStyle(), shownRows()));
    return *m_sizes;
}

TextTable::PlacedTable TextTable::placeCells(double width, const VisualStyle& visualStyle, const Rows& rows,
                                             const TextSizes& sizes) const
{
    PlacedTable placed;
    const std::vector<Column>& columns = m_content.table.columns;
    if (columns.empty())
        return placed;
    const std::vector<double> widths = distributeColumnWidths(
        m_content.relativeWidths, sizes.minimumWidths, width - columnGap * static_cast<double>(columns.size() - 1));
    std::vector<double> columnLefts;
    double x = 0;
    for (const double columnWidth : widths) {
        columnLefts.push_back(x);
        x += columnWidth + columnGap;
    }
    const auto isNumeric = [&](std::size_t column) {
        const Rows& all = m_content.table.rows;
        return column > 0 &&
               std::any_of(all.begin(), all.end(),
                           [&](const auto& row) { return std::holds_alternative<double>(row[column]); }) &&
               std::none_of(all.begin(), all.end(),
                            [&](const auto& row) { return std::holds_alternative<std::string>(row[column]); });
    };
    double y = 0;
    const auto addRow = [&](const std::vector<QString>& texts, const auto& fontOf, ColorRole role) {
        double maximumHeight = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const QFont font = fontOf(i);
            const double available = i + 1 == texts.size() ? width - columnLefts[i] : widths[i];
            const bool fits =
                sizes.textAdvances[placed.hairlineYs.size()][i] <= available && !texts[i].contains(QLatin1Char('\n'));
            const QStringList lines = fits ? QStringList(texts[i].trimmed()) : wrapText(texts[i], font, available);
            maximumHeight =
                std::max(maximumHeight, static_cast<double>(lines.size()) * QFontMetricsF(font).lineSpacing());
            const double inset = fits && texts.size() == columns.size() && isNumeric(i)
                                     ? available - QFontMetricsF(font).horizontalAdvance(lines.front())
                                     : 0;
            placed.cells.push_back({columnLefts[i] + inset, y + rowPadding, lines, font, role});
        }
        y += std::ceil(maximumHeight + 2 * rowPadding);
        placed.hairlineYs.push_back(y);
    };
    std::vector<QString> texts;
    for (const Column& column : columns)
        texts.push_back(toQString(column.title));
    addRow(
        texts, [&](std::size_t) { return visualStyle.font(TextStyle::Small); }, ColorRole::SoftInk);
    const bool brief = &rows == &m_content.briefRows;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        texts.clear();
        for (std::size_t i = 0; i < rows[row].size(); ++i)
            texts.push_back(withNoBreakSpaces(withLongWordsCut(toQString(cellText(rows[row][i], columns[i])))));
        const bool soft =
            brief ? texts.size() < columns.size() : row < m_content.softRows.size() && m_content.softRows[row];
        const bool strong =
            m_content.strongRow && rows[row].front() == m_content.table.rows[*m_content.strongRow].front();
        const double top = y;
        addRow(
            texts,
            [&](std::size_t column) { return visualStyle.font(TextStyle::Label, strong || (column == 0 && !soft)); },
            soft && !strong ? ColorRole::SoftInk : ColorRole::Ink);
        if (strong)
            placed.fill = QRectF(0, top, width, y - top);
    }
    placed.height = y;
    placed.hairlineYs.pop_back();
    return placed;
}

void TextTable::draw(QPainter& painter, const PlacedTable& placed, double width, const VisualStyle& visualStyle) const
{
    painter.fillRect(placed.fill, visualStyle.color(ColorRole::Hover));
    painter.setPen(QPen(visualStyle.color(ColorRole::Hairline), 1));
    for (const double y : placed.hairlineYs)
        painter.drawLine(QPointF(0, y - 0.5), QPointF(width, y - 0.5));
    for (const PlacedTable::PlacedCell& cell : placed.cells) {
        const QFontMetricsF metrics(cell.font);
        painter.setFont(cell.font);
        painter.setPen(visualStyle.color(cell.role));
        double y = cell.y + metrics.ascent();
        for (const QString& line : cell.lines) {
            painter.drawText(QPointF(cell.x, y), line);
            y += metrics.lineSpacing();
        }
    }
}

QSizeF TextTable::naturalSize() const
{
    return sizeForWidth(720);
}

QSizeF TextTable::sizeForWidth(double width) const
{
    const Rows& rows = printedRows();
    const TextSizes measured = measureTexts(VisualStyle{}, rows);
    const double widths = std::max(width, measured.minimumTableWidth());
    const QSizeF size{width, placeCells(widths, VisualStyle{}, rows, measured).height * width / widths};
    // In a column, tiny type or a tower of single words: too wide for it, so that the export uses the text width.
    constexpr double narrow = 400, smallestScale = 0.85, tallest = 1.75;
    const bool isReadable = width > smallestScale * widths && size.height() < tallest * width;
    return width < narrow && !isReadable ? naturalSize() : size;
}

void TextTable::render(QPainter& painter, const QSizeF& size, const VisualStyle& visualStyle) const
{
    // If the column is too narrow for its words, the whole table is scaled down, so that no word or price is broken.
    const Rows& rows = printedRows();
    const TextSizes measured = measureTexts(visualStyle, rows);
    const double widths = std::max(size.width(), measured.minimumTableWidth());
    QPainter& unwrappedPainter = painter;
    unwrappedPainter.save();
    unwrappedPainter.scale(size.width() / widths, size.width() / widths);
    draw(unwrappedPainter, placeCells(widths, visualStyle, rows, measured), widths, visualStyle);
    unwrappedPainter.restore();
}

int TextTable::heightForWidth(int width) const
{
    const auto [cacheEntry, isNew] = m_heightByWidth.try_emplace(width, 0);
    if (isNew)
        cacheEntry->second = static_cast<int>(
            std::ceil(placeCells(width, Theme::instance().visualStyle(), shownRows(), screenSizes()).height));
    return cacheEntry->second;
}

QSize TextTable::sizeHint() const
{
    const int width = Theme::scaled(360);
    return {width, heightForWidth(width)};
}

void TextTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    draw(painter, placeCells(width(), visualStyle, shownRows(), screenSizes()), width(), visualStyle);
}

}  // namespace scalewright::ui
