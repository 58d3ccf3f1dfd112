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

QStringList wrapped(const QString& text, const QFont& font, double width)
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

/// The widest piece that no line break may cut: a word, or a short number with its unit.
double firmWidth(const QString& text, const QFont& font)
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

/// Shares of the room, but no column narrower than what in it may not break; the others give way. Without room for
/// that, the shares alone.
std::vector<double> columnWidths(const std::vector<double>& shares, const std::vector<double>& firm, double room)
{
    std::vector<double> wide(shares.size(), 0);
    std::vector<bool> fixed(shares.size(), false);
    double needed = 0;
    for (const double each : firm)
        needed += each;
    for (bool again = true; again;) {
        again = false;
        double left = room, sum = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            left -= fixed[i] ? wide[i] : 0;
            sum += fixed[i] ? 0 : shares[i];
        }
        for (std::size_t i = 0; i < shares.size(); ++i)
            if (!fixed[i]) {
                wide[i] = left * shares[i] / sum;
                if (needed < room && wide[i] < firm[i]) {
                    wide[i] = firm[i];
                    fixed[i] = again = true;
                }
            }
    }
    return wide;
}

}  // namespace

/// What does not depend on the table's width.
struct WordTable::Sizes {
    std::vector<double> firm;                  ///< a column each
    std::vector<std::vector<double>> advances; ///< of every cell's text in one line; the titles first

    /// The width in which no word is broken.
    [[nodiscard]] double least() const
    {
        return std::accumulate(firm.begin(), firm.end(), 1.0) +
               columnGap * static_cast<double>(std::max<std::size_t>(firm.size(), 1) - 1);
    }
};

struct WordTable::Placed {
    struct Cell {
        double x = 0, y = 0;  ///< of the first line's top
        QStringList lines;
        QFont font;
        Role role = Role::Ink;
    };
    std::vector<Cell> cells;
    std::vector<double> rules;  ///< y of the hairlines
    double height = 0;
};

WordTable::WordTable(QWidget* parent) : FigureView(QSizePolicy::Preferred, parent)
{
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WordTable::measure()
{
    m_heights.clear();
    m_sizes.reset();
    updateGeometry();
}

void WordTable::setContent(FigureTexts texts, Content content)
{
    m_texts = std::move(texts);
    m_content = std::move(content);
    m_content.table.caption = m_texts.caption.toStdString();
    contentChanged();
}

const WordTable::Rows& WordTable::shownRows() const
{
    return m_content.brief.empty() ? m_content.table.rows : m_content.brief;
}

WordTable::Sizes WordTable::sizes(const Look& look, const Rows& rows) const
{
    const std::vector<Column>& columns = m_content.table.columns;
    Sizes sizes{.firm = std::vector<double>(columns.size(), 0), .advances = {}};
    const auto addRow = [&](std::size_t cells, const auto& textOf, const auto& fontOf) {
        std::vector<double>& advances = sizes.advances.emplace_back();
        for (std::size_t i = 0; i < cells; ++i) {
            const QString text = textOf(i);
            sizes.firm[i] = std::max(sizes.firm[i], firmWidth(text, fontOf(i)));
            advances.push_back(std::ceil(QFontMetricsF(fontOf(i)).horizontalAdvance(text)) + 1);
        }
    };
    addRow(
        columns.size(), [&](std::size_t i) { return qt(columns[i].title); },
        [&](std::size_t) { return look.font(TextStyle::Small); });
    for (const auto& row : rows)
        addRow(
            row.size(),
            [&](std::size_t i) { return unbrokenText(withoutEndlessWords(qt(cellText(row[i], columns[i])))); },
            [&](std::size_t i) { return look.font(TextStyle::Label, i == 0); });
    return sizes;
}

const WordTable::Sizes& WordTable::onScreen() const
{
    if (!m_sizes)
        m_sizes = std::make_shared<const Sizes>(sizes(Theme::instance().look(), shownRows()));
    return *m_sizes;
}

WordTable::Placed WordTable::place(double width, const Look& look, const Rows& rows, const Sizes& sizes) const
{
    Placed placed;
    const std::vector<Column>& columns = m_content.table.columns;
    if (columns.empty())
        return placed;
    const std::vector<double> wide =
        columnWidths(m_content.widths, sizes.firm, width - columnGap * static_cast<double>(columns.size() - 1));
    std::vector<double> left;
    double x = 0;
    for (const double each : wide) {
        left.push_back(x);
        x += each + columnGap;
    }
    double y = 0;
    const auto addRow = [&](const std::vector<QString>& texts, const auto& fontOf, Role role) {
        double tallest = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const QFont font = fontOf(i);
            const double room = i + 1 == texts.size() ? width - left[i] : wide[i];
            const bool fits = sizes.advances[placed.rules.size()][i] <= room && !texts[i].contains(QLatin1Char('\n'));
            const QStringList lines = fits ? QStringList(texts[i].trimmed()) : wrapped(texts[i], font, room);
            tallest = std::max(tallest, static_cast<double>(lines.size()) * QFontMetricsF(font).lineSpacing());
            placed.cells.push_back({left[i], y + rowPadding, lines, font, role});
        }
        y += std::ceil(tallest + 2 * rowPadding);
        placed.rules.push_back(y);
    };
    std::vector<QString> texts;
    for (const Column& column : columns)
        texts.push_back(qt(column.title));
    addRow(
        texts, [&](std::size_t) { return look.font(TextStyle::Small); }, Role::Soft);
    const bool brief = &rows == &m_content.brief;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        texts.clear();
        for (std::size_t i = 0; i < rows[row].size(); ++i)
            texts.push_back(unbrokenText(withoutEndlessWords(qt(cellText(rows[row][i], columns[i])))));
        const bool soft = brief ? texts.size() < columns.size() : row < m_content.soft.size() && m_content.soft[row];
        addRow(
            texts, [&](std::size_t column) { return look.font(TextStyle::Label, column == 0 && !soft); },
            soft ? Role::Soft : Role::Ink);
    }
    placed.height = y;
    placed.rules.pop_back();
    return placed;
}

void WordTable::draw(QPainter& painter, const Placed& placed, double width, const Look& look) const
{
    painter.setPen(QPen(look.color(Role::Hairline), 1));
    for (const double y : placed.rules)
        painter.drawLine(QPointF(0, y - 0.5), QPointF(width, y - 0.5));
    for (const Placed::Cell& cell : placed.cells) {
        const QFontMetricsF metrics(cell.font);
        painter.setFont(cell.font);
        painter.setPen(look.color(cell.role));
        double y = cell.y + metrics.ascent();
        for (const QString& line : cell.lines) {
            painter.drawText(QPointF(cell.x, y), line);
            y += metrics.lineSpacing();
        }
    }
}

QSizeF WordTable::naturalSize() const
{
    return sizeAt(720);
}

QSizeF WordTable::sizeAt(double width) const
{
    const Rows& rows = m_content.table.rows;
    const Sizes measured = sizes(Look{}, rows);
    const double wide = std::max(width, measured.least());
    return {width, place(wide, Look{}, rows, measured).height * width / wide};
}

void WordTable::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    // In a column that is too narrow for its words the whole table is smaller: no word and no price is broken.
    const Rows& rows = m_content.table.rows;
    const Sizes measured = sizes(look, rows);
    const double wide = std::max(size.width(), measured.least());
    QPainter& plain = plainPainter(painter);
    plain.save();
    plain.scale(size.width() / wide, size.width() / wide);
    draw(plain, place(wide, look, rows, measured), wide, look);
    plain.restore();
}

int WordTable::heightForWidth(int width) const
{
    const auto [height, isNew] = m_heights.try_emplace(width, 0);
    if (isNew)
        height->second =
            static_cast<int>(std::ceil(place(width, Theme::instance().look(), shownRows(), onScreen()).height));
    return height->second;
}

QSize WordTable::sizeHint() const
{
    const int width = static_cast<int>(360 * Theme::instance().typeScale());
    return {width, heightForWidth(width)};
}

QSize WordTable::minimumSizeHint() const
{
    return {static_cast<int>(200 * Theme::instance().typeScale()), 40};
}

void WordTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    draw(painter, place(width(), look, shownRows(), onScreen()), width(), look);
}

}  // namespace scalewright::ui
