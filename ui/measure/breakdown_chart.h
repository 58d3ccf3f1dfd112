// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time went at each p, as stacked bars: compute, communication, waiting, input/output; in percent or seconds.
#pragma once

#include <QWidget>

#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "ui/figure/figure_content.h"

class QChart;
class QChartView;

namespace scalewright::ui {

class Text;

class BreakdownChart : public QWidget, public FigureContent {
    Q_OBJECT

public:
    explicit BreakdownChart(QWidget* parent = nullptr);

    /// `emptyText` is shown if `ladder` is nullptr or has no parts.
    void setLadder(const MeasuredLadder* ladder, const QString& caption, const QString& emptyText);
    void setPercent(bool percent);

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {560, 320}; }
    [[nodiscard]] std::optional<ChartLayout> drawing(const QSizeF& size, const VisualStyle& style) const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return Theme::scaled(220, 180); }

private:
    void rebuild();
    [[nodiscard]] ChartSpec spec() const;

    std::vector<Rung> m_rungs;  ///< the rungs drawn; all have parts
    std::size_t m_totalRungCount = 0;
    QString m_caption, m_emptyText;
    bool m_isPercent = true;
    QChartView* m_view;
    Text* m_emptyLabel;
};

}  // namespace scalewright::ui
