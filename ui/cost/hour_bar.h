// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is best for which value of an hour, as a bar on a logarithmic scale, with a draggable line at the current
// value.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/time_cost.h"
#include "ui/figure/figure_view.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

class HourBar : public FigureView {
    Q_OBJECT

public:
    explicit HourBar(QWidget* parent = nullptr);

    /// nullopt: nothing to show; `emptyText` gives the reason. `plan`: this p is highlighted if it is best for some
    /// hour value; otherwise the p that is best at the current hour value is.
    void setCostAnalysis(const std::optional<TimeCostAnalysis>& costAnalysis, const QString& emptyText,
                         std::optional<int> plan = {});
    [[nodiscard]] std::optional<int> highlightedP() const;

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {460, 74}; }
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    /// Number of rectangles drawn at this width; ranges that are too thin to see are merged.
    [[nodiscard]] std::size_t segmentCount(double width) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void valueDragged(double usdPerHour, scalewright::ui::EditPhase phase);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    struct Scale {
        double low = 0.1, high = 100;
        [[nodiscard]] double fractionOf(double value) const;
        [[nodiscard]] double valueAt(double share) const;
    };
    [[nodiscard]] Scale scale() const;
    void dragTo(double x, EditPhase phase);

    std::optional<TimeCostAnalysis> m_costAnalysis;
    QString m_emptyText;
    std::optional<int> m_planP;
    std::optional<Scale> m_dragScale;  ///< the scale during a drag, kept fixed so that only the line moves
};

}  // namespace scalewright::ui
