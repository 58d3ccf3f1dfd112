// SPDX-License-Identifier: GPL-3.0-or-later
// What fills a card, part by part, compared with its usable memory (core/output/chart/memory_chart.h).
#pragma once

#include <QString>

#include "core/output/chart/memory_chart.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class MemoryBar : public FigureView {
    Q_OBJECT

public:
    explicit MemoryBar(const QString& title, QWidget* parent = nullptr);

    void setContent(chart::MemoryChart content, const QString& caption);
    [[nodiscard]] const chart::MemoryChart& content() const { return m_content; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] std::optional<ChartLayout> drawing(const QSizeF& size, const VisualStyle& look = {}) const override;
    [[nodiscard]] QSizeF naturalSize() const override { return sizeForWidth(820); }
    [[nodiscard]] QSizeF sizeForWidth(double width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {Theme::scaled(320), sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QString m_title;
    chart::MemoryChart m_content;
    QString m_caption;
};

}  // namespace scalewright::ui
