// For which values of an hour each p is right, as a bar on a logarithmic scale; the value of now is a line of ink that
 // is dragged.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/worth.h"
#include "ui/figure/figure_view.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

class HourBar : public FigureView {
    Q_OBJECT

public:
    explicit HourBar(QWidget* parent = nullptr);

    /// nullopt: nothing to show, and why. `plan`: the p that is asked for, drawn strongest where some worth of an hour
    /// makes it best; else that of the hour's worth is.
    void setWorth(const std::optional<Worth>& worth, const QString& why, std::optional<int> plan = {});
    [[nodiscard]] std::optional<int> strongest() const;

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {460, 74}; }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    /// How many rectangles it is drawn as at that width: what is too thin to see stands together.
    [[nodiscard]] std::size_t drawnParts(double width) const;

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
        [[nodiscard]] double share(double value) const;
        [[nodiscard]] double value(double share) const;
    };
    [[nodiscard]] Scale scale() const;
    void drag(double x, EditPhase phase);

    std::optional<Worth> m_worth;
    QString m_why;
    std::optional<int> m_plan;
    std::optional<Scale> m_held;  ///< of the drag under way: nothing moves under the pointer but the line
};

}  // namespace scalewright::ui
