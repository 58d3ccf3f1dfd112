// SPDX-License-Identifier: GPL-3.0-or-later
// The workload's steps as an editable table: name, time, reading, FLOP, bytes moved. Every edit is one undo step.
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
    /// Accepts an amount with a unit; empty text means unknown. Returns false if the text is invalid; see
    /// inputProblem().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// Why `text` is invalid in this column, and what is expected; empty if it is valid.
    [[nodiscard]] static QString inputProblem(int column, const QString& text);

    /// A cell's figure; nullptr for names and invalid indexes.
    [[nodiscard]] const MaybeQuantity* quantity(const QModelIndex& index) const;
    /// The column's name as used in a sentence, for example "reading and writing".
    [[nodiscard]] static QString columnTitle(int column);
    /// How to obtain a value for this column.
    [[nodiscard]] static QString howToGet(int column);
    /// The column for a pointer such as "/baseline/steps/3/flops"; -1 if it is not a member of a step.
    [[nodiscard]] static int columnOf(const QString& pointer);

    /// Returns the row of the new step.
    int addStep();
    void removeStep(int row);
    /// Returns the new row; `row` if the step is already at the end.
    int moveStep(int row, int offset);

private:
    [[nodiscard]] const std::vector<WorkloadStep>& steps() const { return m_document.project().baseline.steps; }
    void refresh();

    Document& m_document;
    std::vector<WorkloadStep> m_shownSteps;  ///< what the views show
};

}  // namespace scalewright::ui
