// The best layouts as rows: how each splits, what its step is made of as a bar, and its time, share of the peak, memory
// and cost. A row is chosen by click or arrow keys.
#pragma once

#include <vector>

#include "core/output/answers/layouts.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

/// What of a step is drawn together: arithmetic, what splitting inside layers exchanges, the pipeline, the gradients'
/// exchange, the optimizer.
enum class StepGroup { Compute, Optimizer, Tensor, Data, Pipeline };
inline constexpr std::array allStepGroups{StepGroup::Compute, StepGroup::Optimizer, StepGroup::Tensor, StepGroup::Data,
                                          StepGroup::Pipeline};
[[nodiscard]] StepGroup groupOf(LayoutPart part);
[[nodiscard]] double secondsOf(const LayoutCost& cost, StepGroup group);
[[nodiscard]] QString titleOf(StepGroup group);

/// "TP2×CP2", the factors alone; "one card".
[[nodiscard]] QString splitOf(const Layout& layout);
/// Each row's factors; rows that split alike with what tells them apart: "TP2×CP2·SP", "TP2×CP2".
[[nodiscard]] QStringList namesOf(const std::vector<LayoutRow>& rows);
/// The rest: "micro-batch 1, sharding 2, sequence parallel".
[[nodiscard]] QString restOf(const Layout& layout);

class LayoutBars : public FigureView {
    Q_OBJECT

public:
    explicit LayoutBars(QWidget* parent = nullptr);

    void setRows(std::vector<LayoutRow> rows, const QString& caption);
    [[nodiscard]] const std::vector<LayoutRow>& rows() const { return m_rows; }
    void choose(int row);
    [[nodiscard]] int chosen() const { return m_chosen; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void draw(QPainter& painter, const QSizeF& size, const Look& look, int marked) const;
    [[nodiscard]] double heightOf(const Look& look) const;

    std::vector<LayoutRow> m_rows;
    QString m_caption;
    int m_chosen = 0;
};

/// The colour of a group, and how strong: two of one role are told apart by it.
[[nodiscard]] QColor colorOf(StepGroup group, const Look& look);

}  // namespace scalewright::ui
