// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/table_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

void TableModel::setTable(Table table)
{
    const auto sameShape = [&] {
        return table.rows.size() == m_table.rows.size() &&
               std::equal(table.columns.begin(), table.columns.end(), m_table.columns.begin(), m_table.columns.end(),
                          [](const Column& a, const Column& b) { return a.key == b.key; });
    };
    if (sameShape() && !table.rows.empty() &&
        !table.columns.empty()) {  // keeps the selection and scroll position during a drag
        m_table = std::move(table);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

QString TableModel::selectionAsText(const QModelIndexList& selection) const
{
    std::vector<int> rows, columns;
    for (const QModelIndex& cell : selection) {
        rows.push_back(cell.row());
        columns.push_back(cell.column());
    }
    for (auto* list : {&rows, &columns}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    QStringList lines, header;
    for (const int column : columns)
        header << headerData(column, Qt::Horizontal).toString();
    lines << header.join(QLatin1Char('\t'));
    for (const int row : rows) {
        QStringList cells;
        for (const int column : columns)
            cells << data(index(row, column)).toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(index.column())];
    const Cell& cell = m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole)
        return toQString(cellText(cell, column));
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            Qt::AlignVCenter | (std::holds_alternative<std::string>(cell) ? Qt::AlignLeft : Qt::AlignRight)));
    return {};
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return toQString(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")");
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    return {};
}

void makeFlat(QTableView& table)
{
    table.setShowGrid(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
    setTextStyle({&table, table.horizontalHeader()}, TextStyle::Label);
}

NumbersView::NumbersView(QWidget* parent) : QTableView(parent), m_model(new TableModel(this))
{
    setModel(m_model);
    makeFlat(*this);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

void NumbersView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(m_model->selectionAsText(selectionModel()->selectedIndexes()));
    else
        QTableView::keyPressEvent(event);
}

}  // namespace scalewright::ui
