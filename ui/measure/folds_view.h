// SPDX-License-Identifier: GPL-3.0-or-later
// The lost folds at each p by cause: on the page as a table with a bar under each number, with gains outlined and
// labelled; in files as stacked bars.
#pragma once

#include "core/decision/attribution/attribution.h"
#include "ui/figure/figure_content.h"
#include "ui/figure/table_model.h"

namespace scalewright::ui {

class FoldsView : public NumbersView, public FigureContent {
    Q_OBJECT

public:
    explicit FoldsView(QWidget* parent = nullptr);

    /// If `attribution` is nullptr, `emptyText` explains why nothing is shown.
    void setAttribution(const Attribution* attribution, int baseP, const QString& caption, const QString& emptyText);

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override { return m_table; }
    [[nodiscard]] QSizeF naturalSize() const override { return {560, 320}; }
    [[nodiscard]] std::optional<ChartLayout> drawing(const QSizeF& size, const VisualStyle& style) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {Theme::scaled(260), sizeHint().height()}; }

private:
    class Delegate;

    Table m_table;
    ChartSpec m_chart;
    double m_maximum = 1;  ///< full bar width
    QString m_caption, m_summary;
};

/// The underlying table: p, the total, and one column for each cause that occurs; a cell is empty if only the total was
/// measured.
[[nodiscard]] Table foldsTable(const Attribution& attribution);

}  // namespace scalewright::ui
