// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/folds_view.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/output/chart/lost_folds_chart.h"
#include "ui/measure/ladder_charts.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct FoldPart {
    const char* key;
    const char* title;
    double LostFolds::*folds;
    ColorRole role;
};

constexpr std::array foldParts{
    FoldPart{"lost_folds", QT_TRANSLATE_NOOP("Scalewright", "missing"), &LostFolds::total, ColorRole::Ink},
    FoldPart{"communication", QT_TRANSLATE_NOOP("Scalewright", "communication"), &LostFolds::communication,
             ColorRole::Communication},
    FoldPart{"waiting", QT_TRANSLATE_NOOP("Scalewright", "waiting"), &LostFolds::waiting, ColorRole::Waiting},
    FoldPart{"serial", QT_TRANSLATE_NOOP("Scalewright", "compute"), &LostFolds::compute, ColorRole::Compute},
    FoldPart{"io", QT_TRANSLATE_NOOP("Scalewright", "input/output"), &LostFolds::io, ColorRole::InputOutput},
    FoldPart{"unattributed", QT_TRANSLATE_NOOP("Scalewright", "unattributed"), &LostFolds::unattributed,
             ColorRole::Hairline}};

ColorRole columnRole(const Column& column)
{
    for (const FoldPart& part : foldParts)
        if (column.key == part.key)
            return part.role;
    return ColorRole::Hover;
}

/// For example "2.252", "−0.310 gain"; "–" for a missing value.
QString foldsText(const Cell& cell, const Column& column)
{
    const double* value = std::get_if<double>(&cell);
    if (!value)
        return QStringLiteral("–");
    QString text = toQString(column.key == "p" ? cellText(cell, column) : plainFactorText(*value));
    if (!text.startsWith(QLatin1Char('-')) || column.key == "p")
        return text;
    return text.mid(1).toDouble() == 0 ? text.mid(1) : FoldsView::tr("−%1 gain").arg(text.mid(1));
}

/// The bar under a number; its length is relative to the largest number. A gain is drawn as an outline.
void paintBar(QPainter& painter, const QRectF& cell, double value, double maximum, ColorRole role,
              const VisualStyle& look)
{
    if (role == ColorRole::Hover || value == 0 || maximum <= 0)
        return;
    const double length = std::min(1.0, std::abs(value) / maximum) * cell.width();
    const QRectF bar(cell.left(), cell.bottom() - 3, std::max(1.0, length), 2);
    const QColor color = look.color(role == ColorRole::Hairline ? ColorRole::FaintInk : role);
    painter.setPen(value < 0 ? QPen(color, 1) : QPen(Qt::NoPen));
    painter.setBrush(value < 0 ? QBrush(Qt::NoBrush) : QBrush(color));
    painter.drawRect(bar);
}

double lineHeight(const VisualStyle& look)
{
    return std::round(QFontMetricsF(look.font(TextStyle::Label)).height() + 10);
}

}  // namespace

class FoldsView::Delegate : public QStyledItemDelegate {
public:
    explicit Delegate(FoldsView* view) : QStyledItemDelegate(view), m_view(view) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const Table& table = m_view->m_table;
        const Cell& cell = table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
        if (const double* value = std::get_if<double>(&cell)) {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing, false);
            paintBar(*painter, QRectF(option.rect).adjusted(10, 0, -8, -1), *value, m_view->m_maximum,
                     columnRole(table.columns[static_cast<std::size_t>(index.column())]),
                     Theme::instance().visualStyle());
            painter->restore();
        }
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Table& table = m_view->m_table;
        option->text =
            foldsText(table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())],
                      table.columns[static_cast<std::size_t>(index.column())]);
    }

private:
    FoldsView* m_view;
};

Table foldsTable(const Attribution& attribution)
{
    Table table;
    std::vector<FoldPart> shownParts;
    const bool partsKnown = std::any_of(attribution.rows.begin(), attribution.rows.end(),
                                        [](const LostFolds& row) { return row.hasParts; });
    for (const FoldPart& part : foldParts) {
        const bool occurs = std::any_of(attribution.rows.begin(), attribution.rows.end(),
                                        [&](const LostFolds& row) { return std::abs(row.*part.folds) > 5e-10; });
        if (part.role == ColorRole::Ink || (partsKnown && occurs))
            shownParts.push_back(part);
    }
    table.columns = {{"p", "p", "", 0}};
    for (const FoldPart& part : shownParts)
        table.columns.push_back({part.key, Tr::tr(part.title).toStdString(), "", 3});
    for (const LostFolds& row : attribution.rows) {
        std::vector<Cell> cells{static_cast<double>(row.p)};
        for (const FoldPart& part : shownParts) {
            const bool isKnown = part.role == ColorRole::Communication ? row.isCommunicationMeasured
                                 : part.role == ColorRole::Waiting     ? row.isWaitingMeasured
                                 : part.role == ColorRole::Compute     ? row.isComputeMeasured
                                                                       : row.hasParts;
            if (cells.emplace_back(); part.role == ColorRole::Ink || part.role == ColorRole::Hairline || isKnown)
                cells.back() = row.*part.folds;
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

FoldsView::FoldsView(QWidget* parent) : NumbersView(parent)
{
    setItemDelegate(new Delegate(this));
    horizontalHeader()->setSectionsClickable(false);
    followTheme(this, [this] {
        const int height = static_cast<int>(lineHeight(Theme::instance().visualStyle()));
        verticalHeader()->setDefaultSectionSize(height);
        horizontalHeader()->setFixedHeight(height);
        horizontalHeader()->setMinimumSectionSize(Theme::scaled(40));
        updateGeometry();
    });
}

void FoldsView::setAttribution(const Attribution* attribution, int baseP, const QString& caption,
                               const QString& emptyText)
{
    m_table = attribution ? foldsTable(*attribution) : Table{};
    m_chart = attribution ? lostFoldsChart(*attribution, baseP) : ChartSpec{};
    m_chart.emptyText = emptyText;
    m_caption = caption;
    m_table.caption = caption.toStdString();
    m_maximum = 0;
    for (const auto& row : m_table.rows)
        for (std::size_t column = 1; column < row.size(); ++column)
            if (const double* value = std::get_if<double>(&row[column]))
                m_maximum = std::max(m_maximum, std::abs(*value));
    m_summary = attribution ? toQString(attribution->summary) : emptyText;
    numbers().setTable(m_table);
    if (m_table.rows.size() > 1)
        setRowHidden(0, true);  // the base loses nothing by definition
    if (m_table.columns.size() > 1)
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    setAccessibleName(texts().title);
    setAccessibleDescription(m_summary);
    updateGeometry();
}

FigureTexts FoldsView::texts() const
{
    return {tr("Speedup lost, by cause"), m_caption, m_summary};
}

std::optional<ChartLayout> FoldsView::drawing(const QSizeF& size, const VisualStyle& style) const
{
    return layOutChart(m_chart, {size.width(), size.height()}, chartStyle(style));
}

QSize FoldsView::sizeHint() const
{
    const double row = lineHeight(Theme::instance().visualStyle());
    const double rows = std::clamp(static_cast<double>(m_table.rows.size()), 3.0, 9.0);
    return {Theme::scaled(420), static_cast<int>(row * (rows + 1)) + 4};
}

}  // namespace scalewright::ui
