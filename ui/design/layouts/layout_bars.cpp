// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_bars.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/output/chart/chart_layout.h"
#include "ui/figure/text_line.h"
#include "ui/theme/contrasting_ink.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double numberColumnGap = 14, relativeThickness = 0.95;

double rowHeightOf(const VisualStyle& look)
{
    return std::round(2.15 * look.font(TextStyle::Label).pixelSize());
}

double rowsTop(const VisualStyle& look)
{
    return TextMeasure(look).lineHeight(TextStyle::Small) + 6;
}

/// Spare height spreads the rows, up to a limit.
double spreadRowHeight(double height, std::size_t rows, const VisualStyle& look)
{
    const double spare = std::floor((height - rowsTop(look) - 4) / static_cast<double>(std::max<std::size_t>(1, rows)));
    return std::clamp(spare, rowHeightOf(look), 3.5 * rowHeightOf(look));
}

/// A right-aligned column of numbers: its title and one value per row.
struct NumberColumn {
    QString title;
    QStringList values;
    double width = 0;
};

/// A common unit is written once, in the title.
NumberColumn makeNumberColumn(const QString& title, const std::vector<AmountText>& amounts)
{
    NumberColumn column;
    const bool hasCommonUnit = !amounts.empty() && !amounts.front().unit.empty() &&
                               std::all_of(amounts.begin(), amounts.end(),
                                           [&](const AmountText& each) { return each.unit == amounts.front().unit; });
    column.title = hasCommonUnit ? LayoutBars::tr("%1 (%2)").arg(title, toQString(amounts.front().unit)) : title;
    for (const AmountText& each : amounts)
        column.values << toQString(hasCommonUnit ? each.number : each.joined());
    return column;
}

std::vector<NumberColumn> numberColumns(const std::vector<LayoutRow>& rows)
{
    std::vector<AmountText> steps, memory, peak;
    NumberColumn money{LayoutBars::tr("cost"), {}, 0};
    bool cardCountsDiffer = false;  // With equal card counts the cost is proportional to the time.
    for (const LayoutRow& row : rows) {
        steps.push_back(formatAmount(row.cost.stepS, Dimension::Time));
        if (row.isUndecided)
            steps.back().number = "≈ " + steps.back().number;
        memory.push_back(formatAmount(row.cost.memoryBytes, Dimension::Bytes));
        peak.push_back({std::to_string(std::lround(100 * row.utilisation)), "%"});
        cardCountsDiffer = cardCountsDiffer || row.layout.cards() != rows.front().layout.cards();
        if (row.usdPerStep)
            money.values << amountWithUnit(*row.usdPerStep, Dimension::Money);
    }
    std::vector<NumberColumn> columns{makeNumberColumn(LayoutBars::tr("step"), steps),
                                      makeNumberColumn(LayoutBars::tr("MFU"), peak),
                                      makeNumberColumn(LayoutBars::tr("memory"), memory)};
    if (cardCountsDiffer && money.values.size() == static_cast<qsizetype>(rows.size()))
        columns.push_back(std::move(money));
    return columns;
}

}  // namespace

StepGroup groupOfPart(LayoutTimePart part)
{
    switch (part) {
    case LayoutTimePart::Kernels:
    case LayoutTimePart::MemoryTraffic:
    case LayoutTimePart::Recomputation:
    case LayoutTimePart::Host: return StepGroup::Compute;
    case LayoutTimePart::Tensor:
    case LayoutTimePart::Context:
    case LayoutTimePart::Expert: return StepGroup::Tensor;
    case LayoutTimePart::Bubble:
    case LayoutTimePart::Transfers: return StepGroup::Pipeline;
    case LayoutTimePart::Data: return StepGroup::Data;
    case LayoutTimePart::Optimizer: return StepGroup::Optimizer;
    }
    return StepGroup::Compute;
}

double groupSeconds(const LayoutCost& cost, StepGroup group)
{
    double seconds = 0;
    for (std::size_t i = 0; i < layoutPartCount; ++i)
        if (groupOfPart(static_cast<LayoutTimePart>(i)) == group)
            seconds += cost.seconds[i];
    return seconds;
}

std::vector<StepGroup> groupsThatDiffer(const std::vector<LayoutRow>& rows)
{
    double longestStepS = 0;
    for (const LayoutRow& row : rows)
        longestStepS = std::max(longestStepS, row.cost.stepS);
    std::vector<StepGroup> groups;
    constexpr double negligibleShare = 0.01;
    for (const StepGroup group : allStepGroups) {
        double least = longestStepS, most = 0;
        for (const LayoutRow& row : rows) {
            least = std::min(least, groupSeconds(row.cost, group));
            most = std::max(most, groupSeconds(row.cost, group));
        }
        if (most - least > negligibleShare * longestStepS || (rows.size() == 1 && most > 0))
            groups.push_back(group);
    }
    return groups;
}

QString titleOf(StepGroup group)
{
    constexpr std::array titles{
        QT_TRANSLATE_NOOP("Scalewright", "compute"), QT_TRANSLATE_NOOP("Scalewright", "optimizer"),
        QT_TRANSLATE_NOOP("Scalewright", "within layers"), QT_TRANSLATE_NOOP("Scalewright", "gradients"),
        QT_TRANSLATE_NOOP("Scalewright", "pipeline")};
    return Tr::tr(titles.at(static_cast<std::size_t>(group)));
}

QColor groupColor(StepGroup group, const VisualStyle& look)
{
    const QColor card = look.color(ColorRole::Card);
    switch (group) {
    case StepGroup::Compute: return look.color(ColorRole::Compute);
    case StepGroup::Optimizer: return blendColors(look.color(ColorRole::Compute), card, 0.55);
    case StepGroup::Tensor: return look.color(ColorRole::Communication);
    case StepGroup::Data: return blendColors(look.color(ColorRole::Communication), card, 0.55);
    case StepGroup::Pipeline: break;
    }
    return look.color(ColorRole::Waiting);
}

namespace {

/// A layout's options other than its split, in the usual abbreviations.
QStringList optionMarks(const ParallelLayout& layout)
{
    QStringList marks{QStringLiteral("b%1").arg(layout.microBatch)};
    if (layout.chunks > 1)
        marks << QStringLiteral("v%1").arg(layout.chunks);
    if (layout.shardingStage > 0)
        marks << QStringLiteral("ZeRO-%1").arg(layout.shardingStage);
    if (layout.sequenceParallel)
        marks << QStringLiteral("SP");
    if (layout.recomputation != Recomputation::None)
        marks << (layout.recomputation == Recomputation::Full ? LayoutBars::tr("recompute")
                                                              : LayoutBars::tr("selective"));
    return marks;
}

}  // namespace

QStringList layoutNames(const std::vector<LayoutRow>& rows)
{
    QStringList shared = rows.empty() ? QStringList() : optionMarks(rows.front().layout);
    for (const LayoutRow& row : rows)
        shared.removeIf([marks = optionMarks(row.layout)](const QString& mark) { return !marks.contains(mark); });
    QStringList names;
    for (const LayoutRow& row : rows) {
        QStringList parts = optionMarks(row.layout);
        parts.removeIf([&shared](const QString& mark) { return shared.contains(mark); });
        parts.prepend(toQString(layoutFactorsText(row.layout)));
        names << parts.join(QChar(0xB7));
    }
    return names;
}

LayoutBars::LayoutBars(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void LayoutBars::setRows(std::vector<LayoutRow> rows, const QString& caption)
{
    m_rows = std::move(rows);
    m_caption = caption;
    m_chosenRow = 0;
    updateForNewContent();
}

void LayoutBars::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(m_rows.size()) || row == m_chosenRow)
        return;
    m_chosenRow = row;
    updateForNewContent();
    Q_EMIT rowChosen(row);
}

FigureTexts LayoutBars::texts() const
{
    FigureTexts texts{tr("Best layouts"), m_caption, {}};
    if (m_rows.empty())
        return texts;
    const auto spokenRow = [this](std::size_t i) {
        const LayoutRow& row = m_rows[i];
        return tr("Number %1: %2, %3 per step, %4 per card")
            .arg(i + 1)
            .arg(toQString(layoutText(row.layout)), amountWithUnit(row.cost.stepS, Dimension::Time),
                 amountWithUnit(row.cost.memoryBytes, Dimension::Bytes));
    };
    QStringList sentences{tr("Chosen: %1").arg(spokenRow(static_cast<std::size_t>(m_chosenRow)))};
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        sentences << spokenRow(i);
    texts.summary = sentences.join(QStringLiteral(". "));
    return texts;
}

Table LayoutBars::table() const
{
    Table table;
    table.caption = m_caption.toStdString();
    table.columns = {{"rank", tr("rank").toStdString(), "", 0},
                     {"layout", tr("layout").toStdString(), "", -1},
                     {"step", tr("step").toStdString(), "s", -1},
                     {"utilisation", tr("of peak").toStdString(), "%", 1},
                     {"memory", tr("memory per card").toStdString(), "GB", 1}};
    const bool priced = !m_rows.empty() && m_rows.front().usdPerStep;
    if (priced)
        table.columns.push_back({"cost", tr("cost per step").toStdString(), "USD", -1});
    for (const StepGroup group : allStepGroups)
        table.columns.push_back({ui::titleOf(group).toStdString(), ui::titleOf(group).toStdString(), "s", -1});
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const LayoutRow& row = m_rows[i];
        std::vector<Cell> cells{static_cast<double>(i + 1), layoutText(row.layout), row.cost.stepS,
                                100 * row.utilisation, row.cost.memoryBytes / 1e9};
        if (priced)
            cells.push_back(row.usdPerStep.value_or(0));
        for (const StepGroup group : allStepGroups)
            cells.push_back(groupSeconds(row.cost, group));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

double LayoutBars::heightFor(const VisualStyle& look) const
{
    const double line = TextMeasure(look).lineHeight(TextStyle::Small);
    return line + 6 + std::max<double>(1, static_cast<double>(m_rows.size())) * rowHeightOf(look) + 4;
}

QSizeF LayoutBars::naturalSize() const
{
    return {820, heightFor({})};
}

void LayoutBars::draw(QPainter& painter, const QSizeF& size, const VisualStyle& look, int marked) const
{
    if (m_rows.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const TextMeasure measure(look);
    const double small = measure.lineHeight(TextStyle::Small), label = measure.lineHeight(TextStyle::Label);
    const double row = spreadRowHeight(size.height(), m_rows.size(), look), top = rowsTop(look);

    const std::vector<StepGroup> groups = groupsThatDiffer(m_rows);
    const auto shownSeconds = [&](const LayoutRow& each) {
        double seconds = 0;
        for (const StepGroup group : groups)
            seconds += groupSeconds(each.cost, group);
        return seconds;
    };
    double namesWidth = 0, longestS = 0;
    const QStringList rowNames = layoutNames(m_rows);
    for (const QString& each : rowNames)
        namesWidth = std::max(namesWidth, measure.textWidth(each, TextStyle::Label, true));
    for (const LayoutRow& each : m_rows)
        longestS = std::max(longestS, shownSeconds(each));
    std::vector<NumberColumn> columns = numberColumns(m_rows);
    double right = size.width() - 6;
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
        column->width = measure.textWidth(column->title, TextStyle::Small);
        for (const QString& value : column->values)
            column->width = std::max(column->width, measure.textWidth(value, TextStyle::Label, true));
        right -= column->width + numberColumnGap;
    }
    const double left = 8 + namesWidth + numberColumnGap, barsWidth = std::max(30.0, right - left);

    // The legend is above the bars, each column title above its numbers.
    double key = left;
    for (const StepGroup group : groups) {
        const double wide = measure.textWidth(ui::titleOf(group), TextStyle::Small);
        if (key + 13 + wide > right + numberColumnGap / 2)
            break;
        painter.setPen(Qt::NoPen);
        painter.setBrush(groupColor(group, look));
        painter.drawRect(QRectF(key, std::round(small / 2 - 4), 9, 9));
        measure.draw(painter,
                     measure.leftAligned(ui::titleOf(group), key + 13, 0, TextStyle::Small, false, ColorRole::SoftInk));
        key += 13 + wide + 12;
    }
    double x = right;
    for (NumberColumn& column : columns) {
        x += numberColumnGap + column.width;
        const double wide = measure.textWidth(column.title, TextStyle::Small);
        measure.draw(painter,
                     measure.leftAligned(column.title, x - wide, 0, TextStyle::Small, false, ColorRole::SoftInk));
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const LayoutRow& each = m_rows[i];
        const double y = top + row * static_cast<double>(i), middle = y + (row - label) / 2;
        const bool isMarked = static_cast<int>(i) == marked;
        if (isMarked) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look.color(ColorRole::Hover));
            painter.drawRoundedRect(QRectF(0, y, size.width(), row), 4, 4);
        }
        measure.draw(painter, measure.leftAligned(rowNames.at(static_cast<qsizetype>(i)), 8, middle, TextStyle::Label,
                                                  isMarked, ColorRole::Ink));
        double from = left;
        const double thinnest = std::round(relativeThickness * look.font(TextStyle::Label).pixelSize());
        const double thick = std::round(std::clamp(0.5 * row, thinnest, 3.5 * thinnest));
        painter.setFont(look.font(TextStyle::Small, true));
        for (const StepGroup group : groups) {
            const double seconds = groupSeconds(each.cost, group), wide = barsWidth * seconds / longestS;
            const QRectF bar(from, std::round(y + (row - thick) / 2), std::max(0.6, wide - 1), thick);
            painter.setPen(Qt::NoPen);
            painter.setBrush(groupColor(group, look));
            if (wide > 0)
                painter.drawRect(bar);
            const QString text = amountWithUnit(seconds, Dimension::Time);
            painter.setPen(contrastingInk(groupColor(group, look)));
            if (measure.textWidth(text, TextStyle::Small, true) + 8 <= bar.width())
                painter.drawText(bar, Qt::AlignCenter, text);
            from += wide;
        }
        if (from == left) {
            painter.setPen(look.color(ColorRole::SoftInk));
            painter.drawText(QRectF(left, y, barsWidth, row), Qt::AlignVCenter | Qt::AlignLeft,
                             amountWithUnit(0, Dimension::Time));
        }
        x = right;
        for (const NumberColumn& column : columns) {
            x += numberColumnGap + column.width;
            const QString& value = column.values.at(static_cast<qsizetype>(i));
            measure.draw(painter, measure.leftAligned(value, x - measure.textWidth(value, TextStyle::Label, isMarked),
                                                      middle, TextStyle::Label, isMarked, ColorRole::Ink));
        }
    }
}

void LayoutBars::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    draw(painter, size, look, -1);
}

void LayoutBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = Theme::instance().visualStyle();
    draw(painter, size(), look, m_chosenRow);
    if (hasFocus() && !m_rows.empty()) {
        const double row = spreadRowHeight(height(), m_rows.size(), look), top = rowsTop(look);
        paintFocusRing(painter, QRectF(3, top + row * m_chosenRow + 2, width() - 6, row - 4), 4, look);
    }
}

void LayoutBars::mousePressEvent(QMouseEvent* event)
{
    const VisualStyle& look = Theme::instance().visualStyle();
    const double y = event->position().y() - rowsTop(look);
    if (event->button() == Qt::LeftButton && y >= 0)
        chooseRow(static_cast<int>(y / spreadRowHeight(height(), m_rows.size(), look)));
    else
        FigureView::mousePressEvent(event);
}

void LayoutBars::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_rows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up: chooseRow(std::max(0, m_chosenRow - 1)); break;
    case Qt::Key_Down: chooseRow(std::min(last, m_chosenRow + 1)); break;
    case Qt::Key_Home: chooseRow(0); break;
    case Qt::Key_End: chooseRow(last); break;
    default: FigureView::keyPressEvent(event);
    }
}

QSize LayoutBars::sizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    return {static_cast<int>(640 * look.typeScale), static_cast<int>(std::ceil(heightFor(look)))};
}

}  // namespace scalewright::ui
