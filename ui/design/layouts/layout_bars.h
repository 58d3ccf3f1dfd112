// SPDX-License-Identifier: GPL-3.0-or-later
// The best layouts as rows: how each is split, a bar with the parts of its step, and its time, share of the peak,
// memory and cost. A row is selected with a click or the arrow keys.
#pragma once

#include <vector>

#include "core/output/answers/layouts.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

/// The parts of a step that share a colour: arithmetic, optimizer, exchange within layers, gradient exchange, pipeline.
enum class StepGroup { Compute, Optimizer, Tensor, Data, Pipeline };
inline constexpr std::array allStepGroups{StepGroup::Compute, StepGroup::Optimizer, StepGroup::Tensor, StepGroup::Data,
                                          StepGroup::Pipeline};
[[nodiscard]] StepGroup groupOfPart(LayoutTimePart part);
/// Those whose time differs between the layouts: the bars show only these.
[[nodiscard]] std::vector<StepGroup> groupsThatDiffer(const std::vector<LayoutRow>& rows);
[[nodiscard]] double groupSeconds(const LayoutCost& cost, StepGroup group);
[[nodiscard]] QString titleOf(StepGroup group);

/// The factors of each row and its options that not all rows have: "TP2×CP2·SP".
[[nodiscard]] QStringList layoutNames(const std::vector<LayoutRow>& rows);

class LayoutBars : public FigureView {
    Q_OBJECT

public:
    explicit LayoutBars(QWidget* parent = nullptr);

    void setRows(std::vector<LayoutRow> rows, const QString& caption);
    [[nodiscard]] const std::vector<LayoutRow>& rows() const { return m_rows; }
    void chooseRow(int row);
    [[nodiscard]] int chosenRowIndex() const { return m_chosenRow; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {Theme::scaled(420), sizeHint().height()}; }

Q_SIGNALS:
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void draw(QPainter& painter, const QSizeF& size, const VisualStyle& look, int marked) const;
    [[nodiscard]] double heightFor(const VisualStyle& look) const;

    std::vector<LayoutRow> m_rows;
    QString m_caption;
    int m_chosenRow = 0;
};

/// The colour of a group. Two groups that share a role differ in strength.
[[nodiscard]] QColor groupColor(StepGroup group, const VisualStyle& look);

}  // namespace scalewright::ui
