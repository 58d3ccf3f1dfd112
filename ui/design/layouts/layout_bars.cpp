#include "ui/design/layouts/layout_bars.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/figure/scene.h"
#include "ui/figure/text_line.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr double gap = 14, thickness = 0.95;

double rowHeightOf(const Look& look)
{
    return std::round(2.15 * look.font(TextStyle::Label).pixelSize());
}

/// A column of numbers at the right: its title, and what each row says.
struct NumberColumn {
    QString title;
    QStringList values;
    double width = 0;
};

/// Numbers of one unit have it in the title.
NumberColumn columnOf(const QString& title, const std::vector<AmountText>& amounts)
{
    NumberColumn column;
    const bool oneUnit = !amounts.empty() && !amounts.front().unit.empty() &&
                         std::all_of(amounts.begin(), amounts.end(),
                                     [&](const AmountText& each) { return each.unit == amounts.front().unit; });
    column.title = oneUnit ? LayoutBars::tr("%1 (%2)").arg(title, qt(amounts.front().unit)) : title;
    for (const AmountText& each : amounts)
        column.values << qt(oneUnit ? each.number : each.joined());
    return column;
}

std::vector<NumberColumn> numbersOf(const std::vector<LayoutRow>& rows)
{
    std::vector<AmountText> steps, memory, peak;
    NumberColumn money{LayoutBars::tr("cost"), {}, 0};
    bool otherCards = false;  // else the cost says what the time says
    for (const LayoutRow& row : rows) {
        steps.push_back(formatAmount(row.cost.stepS, Dimension::Time));
        if (row.undecided)
            steps.back().number = "≈ " + steps.back().number;
        memory.push_back(formatAmount(row.cost.memoryBytes, Dimension::Bytes));
        peak.push_back({std::to_string(std::lround(100 * row.utilisation)), "%"});
        otherCards = otherCards || row.layout.cards() != rows.front().layout.cards();
        if (row.usd)
            money.values << amount(*row.usd, Dimension::Money);
    }
    std::vector<NumberColumn> columns{columnOf(LayoutBars::tr("step"), steps), columnOf(LayoutBars::tr("MFU"), peak),
                                      columnOf(LayoutBars::tr("memory"), memory)};
    if (otherCards && money.values.size() == static_cast<qsizetype>(rows.size()))
        columns.push_back(std::move(money));
    return columns;
}

void write(QPainter& painter, const TextLine& line, const Look& look)
{
    painter.setFont(look.font(line.style, line.bold));
    painter.setPen(look.color(line.role));
    painter.drawText(line.baseline, line.text);
}

}  // namespace

StepGroup groupOf(LayoutPart part)
{
    switch (part) {
    case LayoutPart::Kernels:
    case LayoutPart::MemoryTraffic:
    case LayoutPart::Recomputation:
    case LayoutPart::Host: return StepGroup::Compute;
    case LayoutPart::Tensor:
    case LayoutPart::Context:
    case LayoutPart::Expert: return StepGroup::Tensor;
    case LayoutPart::Bubble:
    case LayoutPart::Transfers: return StepGroup::Pipeline;
    case LayoutPart::Data: return StepGroup::Data;
    case LayoutPart::Optimizer: return StepGroup::Optimizer;
    }
    return StepGroup::Compute;
}

double secondsOf(const LayoutCost& cost, StepGroup group)
{
    double seconds = 0;
    for (std::size_t i = 0; i < layoutParts; ++i)
        if (groupOf(static_cast<LayoutPart>(i)) == group)
            seconds += cost.seconds[i];
    return seconds;
}

QString titleOf(StepGroup group)
{
    switch (group) {
    case StepGroup::Compute: return LayoutBars::tr("compute");
    case StepGroup::Optimizer: return LayoutBars::tr("optimizer");
    case StepGroup::Tensor: return LayoutBars::tr("within layers");
    case StepGroup::Data: return LayoutBars::tr("gradients");
    case StepGroup::Pipeline: return LayoutBars::tr("pipeline");
    }
    return {};
}

QColor colorOf(StepGroup group, const Look& look)
{
    const QColor card = look.color(Role::Card);
    switch (group) {
    case StepGroup::Compute: return look.color(Role::Compute);
    case StepGroup::Optimizer: return mixed(look.color(Role::Compute), card, 0.55);
    case StepGroup::Tensor: return look.color(Role::Communication);
    case StepGroup::Data: return mixed(look.color(Role::Communication), card, 0.55);
    case StepGroup::Pipeline: break;
    }
    return look.color(Role::Waiting);
}

QString splitOf(const Layout& layout)
{
    QStringList factors;
    for (const auto& [name, value] : {std::pair("TP", layout.tensor), std::pair("CP", layout.context),
                                      std::pair("PP", layout.stages), std::pair("DP", layout.data)})
        if (value > 1)
            factors << QLatin1String(name) + QString::number(value);
    return factors.isEmpty() ? LayoutBars::tr("one card") : factors.join(QChar(0xD7));
}

namespace {

/// What a layout does besides splitting, in the field's own short names.
QStringList marksOf(const Layout& layout)
{
    QStringList marks{QStringLiteral("b%1").arg(layout.microBatch)};
    if (layout.chunks > 1)
        marks << QStringLiteral("v%1").arg(layout.chunks);
    if (layout.shardingStage > 0)
        marks << QStringLiteral("ZeRO%1").arg(layout.shardingStage);
    if (layout.sequenceParallel)
        marks << QStringLiteral("SP");
    if (layout.recomputation != Recomputation::None)
        marks << (layout.recomputation == Recomputation::Full ? LayoutBars::tr("recompute")
                                                              : LayoutBars::tr("selective"));
    return marks;
}

}  // namespace

QStringList namesOf(const std::vector<LayoutRow>& rows)
{
    QStringList names;
    for (const LayoutRow& row : rows) {
        const QString split = splitOf(row.layout);
        QStringList own = marksOf(row.layout);
        bool alone = true;
        QStringList shared = own;
        for (const LayoutRow& other : rows)
            if (!(other.layout == row.layout) && splitOf(other.layout) == split) {
                alone = false;
                const QStringList marks = marksOf(other.layout);
                shared.removeIf([&marks](const QString& mark) { return !marks.contains(mark); });
            }
        own.removeIf([&shared](const QString& mark) { return shared.contains(mark); });
        names << (alone || own.isEmpty() ? split : split + QChar(0xB7) + own.join(QChar(0xB7)));
    }
    return names;
}

QString restOf(const Layout& layout)
{
    const QString text = qt(layoutText(layout));
    return text.mid(text.indexOf(QLatin1Char(',')) + 2);
}

LayoutBars::LayoutBars(QWidget* parent) : FigureView(QSizePolicy::Fixed, parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void LayoutBars::setRows(std::vector<LayoutRow> rows, const QString& caption)
{
    m_rows = std::move(rows);
    m_caption = caption;
    m_chosen = 0;
    contentChanged();
}

void LayoutBars::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_rows.size()) || row == m_chosen)
        return;
    m_chosen = row;
    contentChanged();
    Q_EMIT rowChosen(row);
}

FigureTexts LayoutBars::texts() const
{
    FigureTexts texts{tr("Best layouts"), m_caption, {}};
    if (m_rows.empty())
        return texts;
    const auto spoken = [this](std::size_t i) {
        const LayoutRow& row = m_rows[i];
        return tr("Number %1: %2, %3 a step, %4 a card")
            .arg(i + 1)
            .arg(qt(layoutText(row.layout)), amount(row.cost.stepS, Dimension::Time),
                 amount(row.cost.memoryBytes, Dimension::Bytes));
    };
    QStringList all{tr("Chosen: %1").arg(spoken(static_cast<std::size_t>(m_chosen)))};
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        all << spoken(i);
    texts.summary = all.join(QStringLiteral(". "));
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
                     {"memory", tr("memory a card").toStdString(), "GB", 1}};
    const bool priced = !m_rows.empty() && m_rows.front().usd;
    if (priced)
        table.columns.push_back({"cost", tr("cost of a step").toStdString(), "USD", -1});
    for (const StepGroup group : allStepGroups)
        table.columns.push_back({ui::titleOf(group).toStdString(), ui::titleOf(group).toStdString(), "s", -1});
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const LayoutRow& row = m_rows[i];
        std::vector<Cell> cells{static_cast<double>(i + 1), layoutText(row.layout), row.cost.stepS,
                                100 * row.utilisation, row.cost.memoryBytes / 1e9};
        if (priced)
            cells.push_back(row.usd.value_or(0));
        for (const StepGroup group : allStepGroups)
            cells.push_back(secondsOf(row.cost, group));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

double LayoutBars::heightOf(const Look& look) const
{
    const double line = TextMeasure(look).line(TextStyle::Small);
    return line + 6 + std::max<double>(1, static_cast<double>(m_rows.size())) * rowHeightOf(look) + 4;
}

QSizeF LayoutBars::naturalSize() const
{
    return {820, heightOf({})};
}

void LayoutBars::draw(QPainter& painter, const QSizeF& size, const Look& look, int marked) const
{
    if (m_rows.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const TextMeasure measure(look);
    const double small = measure.line(TextStyle::Small), label = measure.line(TextStyle::Label);
    const double row = rowHeightOf(look), top = small + 6;

    double names = 0, longest = 0;
    const QStringList said = namesOf(m_rows);
    for (const QString& each : said)
        names = std::max(names, measure.width(each, TextStyle::Label, true));
    for (const LayoutRow& each : m_rows)
        longest = std::max(longest, each.cost.stepS);
    std::vector<NumberColumn> columns = numbersOf(m_rows);
    double right = size.width() - 6;
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
        column->width = measure.width(column->title, TextStyle::Small);
        for (const QString& value : column->values)
            column->width = std::max(column->width, measure.width(value, TextStyle::Label, true));
        right -= column->width + gap;
    }
    const double left = 8 + names + gap, room = std::max(30.0, right - left);

    // What the colours mean stands over the bars, the titles of the numbers over theirs.
    double key = left;
    for (const StepGroup group : allStepGroups) {
        if (std::none_of(m_rows.begin(), m_rows.end(),
                         [&](const LayoutRow& each) { return secondsOf(each.cost, group) > 0; }))
            continue;
        const double wide = measure.width(ui::titleOf(group), TextStyle::Small);
        if (key + 13 + wide > right + gap / 2)
            break;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(group, look));
        painter.drawRect(QRectF(key, std::round(small / 2 - 4), 9, 9));
        write(painter, measure.at(ui::titleOf(group), key + 13, 0, TextStyle::Small, false, Role::Soft), look);
        key += 13 + wide + 12;
    }
    double x = right;
    for (NumberColumn& column : columns) {
        x += gap + column.width;
        const double wide = measure.width(column.title, TextStyle::Small);
        write(painter, measure.at(column.title, x - wide, 0, TextStyle::Small, false, Role::Soft), look);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const LayoutRow& each = m_rows[i];
        const double y = top + row * static_cast<double>(i), middle = y + (row - label) / 2;
        const bool here = static_cast<int>(i) == marked;
        if (here) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look.color(Role::Hover));
            painter.drawRoundedRect(QRectF(0, y, size.width(), row), 4, 4);
        }
        write(painter, measure.at(said.at(static_cast<qsizetype>(i)), 8, middle, TextStyle::Label, here, Role::Ink),
              look);
        double from = left;
        const double thick = std::round(thickness * look.font(TextStyle::Label).pixelSize());
        for (const StepGroup group : allStepGroups) {
            const double wide = room * secondsOf(each.cost, group) / longest;
            if (wide <= 0)
                continue;
            painter.setPen(Qt::NoPen);
            painter.setBrush(colorOf(group, look));
            painter.drawRect(QRectF(from, std::round(y + (row - thick) / 2), std::max(0.6, wide - 1), thick));
            from += wide;
        }
        x = right;
        for (const NumberColumn& column : columns) {
            x += gap + column.width;
            const QString& value = column.values.at(static_cast<qsizetype>(i));
            write(painter,
                  measure.at(value, x - measure.width(value, TextStyle::Label, here), middle, TextStyle::Label, here,
                             Role::Ink),
                  look);
        }
    }
}

void LayoutBars::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    draw(plainPainter(painter), size, look, -1);
}

void LayoutBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    draw(painter, size(), look, m_chosen);
    if (hasFocus() && !m_rows.empty()) {
        const double row = rowHeightOf(look), top = TextMeasure(look).line(TextStyle::Small) + 6;
        paintFocusRing(painter, QRectF(3, top + row * m_chosen + 2, width() - 6, row - 4), 4, look);
    }
}

void LayoutBars::mousePressEvent(QMouseEvent* event)
{
    const Look& look = Theme::instance().look();
    const double y = event->position().y() - TextMeasure(look).line(TextStyle::Small) - 6;
    if (event->button() == Qt::LeftButton && y >= 0)
        choose(static_cast<int>(y / rowHeightOf(look)));
    else
        FigureView::mousePressEvent(event);
}

void LayoutBars::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_rows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up: choose(std::max(0, m_chosen - 1)); break;
    case Qt::Key_Down: choose(std::min(last, m_chosen + 1)); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(last); break;
    default: FigureView::keyPressEvent(event);
    }
}

void LayoutBars::focusInEvent(QFocusEvent* event)
{
    FigureView::focusInEvent(event);
    update();
}

void LayoutBars::focusOutEvent(QFocusEvent* event)
{
    FigureView::focusOutEvent(event);
    update();
}

QSize LayoutBars::sizeHint() const
{
    const Look& look = Theme::instance().look();
    return {static_cast<int>(640 * look.typeScale), static_cast<int>(std::ceil(heightOf(look)))};
}

QSize LayoutBars::minimumSizeHint() const
{
    return {static_cast<int>(420 * Theme::instance().typeScale()), sizeHint().height()};
}

}  // namespace scalewright::ui
