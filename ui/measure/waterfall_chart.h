// SPDX-License-Identifier: GPL-3.0-or-later
// From predicted to measured T(p), with floating bars in between for what each cause adds.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/attribution/ledger.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class WaterfallChart : public FigureView {
    Q_OBJECT

public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    /// `emptyText` says why there is nothing to draw.
    void setWaterfall(const std::optional<Waterfall>& waterfall, const QString& caption, const QString& emptyText);
    [[nodiscard]] const std::optional<Waterfall>& waterfall() const { return m_waterfall; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Bar {
        const char* key;
        QString name;
        double fromS, toS;
        ColorRole role;
        bool isTotal;  ///< predicted or measured: a time, not a difference
    };
    [[nodiscard]] std::vector<Bar> bars() const;

    std::optional<Waterfall> m_waterfall;
    QString m_caption, m_emptyText;
};

}  // namespace scalewright::ui
