// SPDX-License-Identifier: GPL-3.0-or-later
// What binds next: how close every other ceiling is to binding, as bars.
#pragma once

#include <vector>

#include "core/model/bottleneck/flow.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class NextBottleneckBars : public FigureView {
    Q_OBJECT

public:
    explicit NextBottleneckBars(QWidget* parent = nullptr);
    /// `emptyText` is shown if `next` is empty.
    void setNext(std::vector<NextBottleneck> next, const QString& emptyText, const QString& caption);
    /// All ceilings; the bars show those at 1 % or more, and the nearest one.
    [[nodiscard]] const std::vector<NextBottleneck>& bottlenecks() const { return m_bottlenecks; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    std::vector<NextBottleneck> m_bottlenecks, m_shownBottlenecks;
    QString m_emptyText, m_caption;
};

/// A ceiling's colour in every chart: communication for coordination, compute for memory and arithmetic, I/O for
/// reading, waiting for latency.
[[nodiscard]] ColorRole roleOf(Bottleneck bottleneck);

}  // namespace scalewright::ui
