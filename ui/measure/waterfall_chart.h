// SPDX-License-Identifier: GPL-3.0-or-later
// A waterfall: from one total to another, with a floating bar for each difference in between. Used for the speedup lost
// at one p (ideal to reached) and for the time of a step (predicted to measured).
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/decision/attribution/attribution.h"
#include "core/decision/attribution/ledger.h"
#include "core/output/chart/chart_spec.h"
#include "core/output/tables/table.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

struct WaterfallBar {
    std::string key;
    QString name, note;  ///< below the bar; the note is muted
    QString valueText;  ///< above the bar
    double from = 0, to = 0;
    ColorRole role = ColorRole::Ink;
    bool isTotal = false;  ///< stands on zero
};

struct WaterfallContent {
    QString title, caption;
    QString emptyText;  ///< why there are no bars
    Column amount;  ///< of the table: what a bar adds
    NumberStyle numberStyle;  ///< of the axis
    std::vector<WaterfallBar> bars;
    std::vector<std::pair<QString, double>> parts{};  ///< of the table, if several are drawn as one bar
};

/// From p to the reached speedup. Precondition: the ladder has a rung at p, and the attribution is the ladder's.
[[nodiscard]] WaterfallContent lostSpeedupWaterfall(const MeasuredLadder& ladder, const Attribution& attribution,
                                                    int p);
/// From the predicted to the measured T(p); without a waterfall, `emptyText` gives the reason.
[[nodiscard]] WaterfallContent stepTimeWaterfall(const std::optional<Waterfall>& waterfall, const QString& caption,
                                                 const QString& emptyText);

class WaterfallChart : public FigureView {
    Q_OBJECT

public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    void setContent(WaterfallContent content);
    [[nodiscard]] const WaterfallContent& content() const { return m_content; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {640, 320}; }
    [[nodiscard]] QSizeF sizeForWidth(double width) const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override { return Theme::scaled(420, 260); }
    [[nodiscard]] QSize minimumSizeHint() const override { return Theme::scaled(260, 200); }

private:
    [[nodiscard]] double minimumWidth(const VisualStyle& look) const;
    /// In a column, where the names do not fit next to each other: one row per bar.
    void renderRows(QPainter& painter, const QSizeF& size, const VisualStyle& look) const;

    WaterfallContent m_content;
};

}  // namespace scalewright::ui
