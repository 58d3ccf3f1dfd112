// A chart over p, or any x: a ChartSpec in, a calm drawing out; markers and handles that can be dragged.
//
// A double click on an axis, or L (of y) and Shift+L (of x), turns its scale from log to linear and back; one between
// them shows all of a zoomed chart again.
// + and - (and Ctrl with the wheel) zoom in and out along x, 0 shows all of it again; what is shown moves by Shift and
// an arrow, or by the arrows alone where they move nothing else.
//
// The drawing is a pure function of spec, size and look, so the screen, SVG, PDF and PNG show the same thing.
// Mouse: drag a draggable marker or point; elsewhere a crosshair reads the values off. Keyboard: Tab walks through the
// draggable markers, arrows, Page and Home/End step the selected one, Enter activates. The page decides what a drag or
// a step means: it moves the marker by setting the next spec (snapped as it likes).
#pragma once

#include <QWidget>

#include <functional>
#include <memory>
#include <utility>

#include "ui/figure/chart_spec.h"
#include "ui/figure/figure_content.h"
#include "ui/glossary/term_at.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

struct Scene;

enum class MarkerStep { Previous, Next, PagePrevious, PageNext, First, Last };

class Chart : public QWidget, public FigureContent, public DrawnWords {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);
    ~Chart() override;

    /// Shows another spec; repaints once, when control returns to the event loop.
    void setSpec(ChartSpec spec);
    [[nodiscard]] const ChartSpec& spec() const;  ///< as it is drawn: with the scales that were turned by hand
    /// Repaints before it returns (benchmarks, grabs).
    void replotNow();

    /// Title, caption and the accessible description.
    void setTexts(const FigureTexts& texts);
    /// Only the accessible description.
    void setSummary(const QString& summary);
    /// Called when the numbers are asked for: table twin, CSV, LaTeX, pgfplots.
    void setTable(std::function<Table()> table);

    /// Drawn in this look whatever the theme's is: a slide's type is larger than a page's.
    void setLook(const Look& look);
    /// The surface it lies on (Card unless said otherwise).
    void setSurface(Role surface);

    /// x from and to what is shown.
    [[nodiscard]] std::pair<double, double> shownX() const;
    [[nodiscard]] bool isZoomed() const;
    [[nodiscard]] QStringList unlabelled() const override;

    [[nodiscard]] QString selectedMarker() const;  ///< id of the marker the keyboard moves, empty if there is none
    void selectMarker(const QString& id);

    [[nodiscard]] QString wordsAt(QPoint at) const override;  ///< of the label there
    [[nodiscard]] const Scene& scene() const;  ///< what is drawn now, and where; of this spec until the next
    [[nodiscard]] QRectF plotFrame() const;  ///< inside the axes, in widget coordinates
    [[nodiscard]] QPointF toPixel(double x, double y) const;  ///< in widget coordinates
    [[nodiscard]] double toX(double pixel) const;

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] std::optional<PgfplotsFigure> pgfplots(const QSizeF& size) const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {720, 392}; }
    [[nodiscard]] QSizeF sizeAt(double width) const override
    {
        return {width, std::clamp(0.545 * width, 215.0, 392.0)};
    }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A marker or point is dragged; x lies within the axis range, unsnapped.
    void markerDragged(const QString& id, double x, scalewright::ui::EditPhase phase);
    /// The same for what moves both ways: y too, of the pointer, within the axis range.
    void handleDragged(const QString& id, double x, double y, scalewright::ui::EditPhase phase);
    /// A key asks the selected marker to move.
    void markerStepped(const QString& id, scalewright::ui::MarkerStep step);
    void markerActivated(const QString& id);
    /// Enter while no marker is selected. (A thumbnail leaves mouse and keyboard to the card it lies on.)
    void activated();
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
