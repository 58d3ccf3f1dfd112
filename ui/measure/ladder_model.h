// The shown ladder as an editable table, a column a role (core/project/document/ladder_roles.h). Every edit is one step of
// undo. Rows stay as they were measured, in their order.
#pragma once

#include <QAbstractTableModel>

#include <set>

#include "core/project/document/ladder_roles.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class LadderModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// A column stands for a role, in the order of ladderRoles.
    static constexpr int columns = static_cast<int>(ladderRoles.size());
    [[nodiscard]] static constexpr int of(LadderColumn role) { return static_cast<int>(role); }
    /// True in the rows that the reading of the ladder has a problem with.
    static constexpr int problemRole = Qt::UserRole;

    explicit LadderModel(Document& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// An amount ("250 ms"), or nothing for "not measured". False where it cannot be read: see problemWith().
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// What is wrong with that text in that column and what would be right; empty where it can be read.
    [[nodiscard]] static QString problemWith(int column, const QString& text);
    /// A row of the ladder has a value there.
    [[nodiscard]] bool hasValues(int column) const;

    /// The new row, twice the last p.
    int addRow();
    void removeRungs(const std::set<int>& rows);

private:
    void refresh();
    [[nodiscard]] const Ladder* ladder() const;

    Document& m_document;
    std::vector<LadderPoint> m_shown;  ///< what the views were told
    std::set<int> m_problems;  ///< rows
};

}  // namespace scalewright::ui
