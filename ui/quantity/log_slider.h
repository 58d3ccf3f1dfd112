// SPDX-License-Identifier: GPL-3.0-or-later
// The slider under a quantity: logarithmic, with a zero stop at its left end; a self-painted widget.
#pragma once

#include <QAbstractSlider>

#include <optional>

#include "ui/quantity/edit_phase.h"
#include "ui/quantity/log_scale.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// Keys: the arrow keys move by a twentieth of a decade, the Page keys by a decade, Home and End to the ends. Derived
/// from QAbstractSlider so that screen readers recognise a slider (its integer value is the position in thousandths).
class LogSlider : public QAbstractSlider {
    Q_OBJECT

public:
    explicit LogSlider(const LogScale& scale, QWidget* parent = nullptr);

    void setScale(const LogScale& scale);
    [[nodiscard]] const LogScale& scale() const { return m_scale; }
    /// Shows a value (nullopt: no value and no handle). Does not emit signals.
    void setAmount(std::optional<double> amount);
    /// Uses this style instead of the theme's: sliders are larger on slides than on pages.
    void setVisualStyle(const VisualStyle& visualStyle);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void amountEdited(double value, scalewright::ui::EditPhase phase);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] const VisualStyle& visualStyle() const;
    [[nodiscard]] double handleRadius() const;
    [[nodiscard]] double pixelXAtShare(double position) const;
    [[nodiscard]] double shareAtPixelX(double x) const;
    void editAmount(double amount, EditPhase phase);

    std::optional<VisualStyle> m_visualStyle;  ///< not set: the theme's style
    LogScale m_scale;
    std::optional<double> m_amount;
    double m_pressX = 0;  // in pixels
    bool m_dragging = false;
};

}  // namespace scalewright::ui
