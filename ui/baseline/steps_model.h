// The workload's steps as an editable table: name, time, reading, FLOP, bytes moved. Every edit is one step of undo.
#pragma once

#include <QAbstractTableModel>

#include "core/project/document/project.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class StepsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, StepTime, IoTime, Flops, BytesMoved, ColumnCount };

    explicit StepsModel(Document& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// An amount with unit, or nothing for "not known". False where it cannot be read: see problemWith().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// What is wrong with that text in that column and what would be right; empty where it can be read.
    [[nodiscard]] static QString problemWith(int column, const QString& text);

    /// The figure of a cell; nullptr for names and cells that are not there.
    [[nodiscard]] const MaybeQuantity* quantity(const QModelIndex& index) const;
    /// "reading and writing", the column's name in a sentence.
    [[nodiscard]] static QString columnTitle(int column);
    /// How one gets a value for that column.
    [[nodiscard]] static QString howToGet(int column);
    /// The column of "/baseline/steps/3/flops"; -1 where the pointer is no figure of a step.
    [[nodiscard]] static int columnOf(const QString& pointer);

    /// The new step's row.
    int addStep();
    void removeStep(int row);
    /// The row it has then; `row` where it is at the end already.
    int moveStep(int row, int by);

private:
    [[nodiscard]] const std::vector<WorkloadStep>& steps() const { return m_document.project().baseline.steps; }
    void refresh();

    Document& m_document;
    std::vector<WorkloadStep> m_shown;  ///< what the views were told
};

}  // namespace scalewright::ui
