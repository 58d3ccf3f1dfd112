// SPDX-License-Identifier: GPL-3.0-or-later
// A chart over p or any other x: displays a ChartSpec, with markers and handles that can be dragged.
//
// A double click on an axis, or L (y) and Shift+L (x), switches its scale between log and linear. A double click
// between the axes resets the zoom. + and - (or Ctrl with the wheel) zoom along x, and 0 resets the zoom. Shift with an
// arrow key pans; the arrow keys alone pan if there is no marker for them to move.
//
// QCustomPlot draws the layout that files also show (core/output/chart). Mouse: drag a
// draggable marker or point; elsewhere a crosshair reads off the values. Keyboard: Tab cycles through the draggable
// markers; arrow, Page and Home/End keys step the selected one. The page decides what a drag or a
// step means and moves the marker by setting the next spec, snapped as needed.
#pragma once

#include <QWidget>

#include <functional>
#include <memory>
#include <utility>

#include "core/output/chart/chart_layout.h"
#include "ui/figure/figure_content.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

enum class MarkerStep { Previous, Next, PagePrevious, PageNext, First, Last };

class Chart : public QWidget, public FigureContent, public PaintedTextProvider {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);
    ~Chart() override;

    /// Shows another spec and repaints once, when control returns to the event loop.
    void setSpec(ChartSpec spec);
    [[nodiscard]] const ChartSpec& spec() const;  ///< as drawn, including switched scales

    /// Sets the title, caption and accessible description.
    void setTexts(const FigureTexts& texts);
    /// Sets only the accessible description.
    void setSummary(const QString& summary);
    /// `table` is called whenever the numbers are needed: table view, CSV, LaTeX, pgfplots.
    void setTableSource(std::function<Table()> table);

    /// Uses this style instead of the theme's: type is larger on slides than on pages.
    void setVisualStyle(const VisualStyle& visualStyle);
    /// Sets the colour of the surface under the chart (default: Card).
    void setSurface(ColorRole surface);

    /// The smallest and the largest x in view.
    [[nodiscard]] bool isZoomed() const;
    [[nodiscard]] QStringList omittedLabels() const override;

    [[nodiscard]] QString selectedMarker() const;  ///< id of the marker that the keyboard moves; empty if none
    void selectMarker(const QString& id);

    [[nodiscard]] QString textAt(QPoint at) const override;  ///< the text of the label at that point
    [[nodiscard]] const ChartLayout& drawnLayout() const;  ///< valid until the next setSpec()
    [[nodiscard]] QRectF plotFrame() const;  ///< inside the axes, in widget coordinates
    [[nodiscard]] QPointF toPixel(double x, double y) const;  ///< in widget coordinates
    [[nodiscard]] double xAtPixel(double pixel) const;

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] std::optional<ChartLayout> drawing(const QSizeF& size, const VisualStyle& style) const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {720, 392}; }
    [[nodiscard]] QSizeF sizeForWidth(double width) const override
    {
        return {width, std::clamp(0.545 * width, 215.0, 392.0)};
    }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A marker or point is being dragged; x is within the axis range, not snapped.
    void markerDragged(const QString& id, double x, scalewright::ui::EditPhase phase);
    /// Like markerDragged, for handles that move in both directions; y is also within the axis range.
    void handleDragged(const QString& id, double x, double y, scalewright::ui::EditPhase phase);
    /// A key requests a move of the selected marker.
    void markerStepped(const QString& id, scalewright::ui::MarkerStep step);
    void textsChanged();

protected:
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}  // namespace scalewright::ui
