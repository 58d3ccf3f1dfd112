// SPDX-License-Identifier: GPL-3.0-or-later
// A Table as an item model; the table view shows the same digits as exported text and LaTeX.
#pragma once

#include <QAbstractTableModel>

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

}  // namespace scalewright::ui
