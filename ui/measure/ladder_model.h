// SPDX-License-Identifier: GPL-3.0-or-later
// The shown ladder as an editable table with one column per role (core/project/document/ladder_roles.h). Every edit is
// one undo step. Rows stay in the order in which they were measured.
#pragma once

#include <QAbstractTableModel>

#include <set>

#include "core/project/document/ladder_roles.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class LadderModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// One column per role, in the order of ladderRoles.
    static constexpr int columns = static_cast<int>(ladderRoles.size());
    [[nodiscard]] static constexpr int columnOf(LadderColumn role) { return static_cast<int>(role); }
    /// Item data role: true for rows in which reading the ladder found a problem.
    static constexpr int problemRole = Qt::UserRole;

    explicit LadderModel(Document& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Accepts an amount ("250 ms"), or empty text for "not measured". Returns false if the text is invalid; see
    /// problemWith().
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// What is wrong with `text` in this column and what would be right; empty if it can be read.
    [[nodiscard]] static QString problemWith(int column, const QString& text);
    /// Whether any row of the ladder has a value in this column.
    [[nodiscard]] bool hasValues(int column) const;

    /// Returns the new row, whose p is twice the last one.
    int addRow();
    void removeRungs(const std::set<int>& rows);

private:
    void refresh();
    [[nodiscard]] const Ladder* ladder() const;

    Document& m_document;
    std::vector<LadderPoint> m_points;  ///< the points that the views currently show
    std::set<int> m_problemRows;  ///< rows
};

}  // namespace scalewright::ui
