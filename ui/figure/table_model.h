// SPDX-License-Identifier: GPL-3.0-or-later
// A Table as an item model and a view of it, which shows the same digits as exported text and LaTeX.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "core/output/tables/table.h"

namespace scalewright::ui {

class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(Table table);
    [[nodiscard]] const Table& table() const { return m_table; }
    /// The header and the selected cells, separated by tabs, as spreadsheets expect from the clipboard.
    [[nodiscard]] QString selectionAsText(const QModelIndexList& selection) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    Table m_table;
};

/// Shows numbers without a grid; Ctrl+C copies the selection.
class NumbersView : public QTableView {
    Q_OBJECT

public:
    explicit NumbersView(QWidget* parent = nullptr);

    [[nodiscard]] TableModel& numbers() const { return *m_model; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    TableModel* m_model;
};

/// A table's look: no grid, no row numbers, headers that do not follow the selection, Tab leaves the table.
void makeFlat(QTableView& table);

}  // namespace scalewright::ui
