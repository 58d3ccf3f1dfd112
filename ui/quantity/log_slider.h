// The slider under a quantity: logarithmic, with a zero stop at its left end; ink, painted by itself.
#pragma once

#include <QAbstractSlider>

#include <optional>

#include "ui/quantity/edit_phase.h"
#include "ui/quantity/log_scale.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// Keys: arrows a twentieth of a decade, Page keys a decade, Home and End the ends. A QAbstractSlider so that screen
/// readers find a slider (its int is the position in thousandths).
class LogSlider : public QAbstractSlider {
    Q_OBJECT

public:
    explicit LogSlider(const LogScale& scale, QWidget* parent = nullptr);

    void setScale(const LogScale& scale);
    [[nodiscard]] const LogScale& scale() const { return m_scale; }
    /// Shows a value (nullopt: none, no handle). Never emits.
    void setAmount(std::optional<double> amount);
    /// Drawn in this look whatever the theme's is: on a slide it is larger than on a page.
    void setLook(const Look& look);

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
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] const Look& look() const;
    [[nodiscard]] double radius() const;
    [[nodiscard]] double xOf(double position) const;
    [[nodiscard]] double positionAt(double x) const;
    void edit(double amount, EditPhase phase);

    std::optional<Look> m_look;  ///< absent: the theme's
    LogScale m_scale;
    std::optional<double> m_amount;
    double m_pressedAt = 0;  // x, in pixels
    bool m_dragging = false;
    bool m_hovered = false;
};

}  // namespace scalewright::ui
