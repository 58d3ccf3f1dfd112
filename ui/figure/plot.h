// SPDX-License-Identifier: GPL-3.0-or-later
// The QCustomPlot behind a Chart: QCustomPlot draws the axes and grid, and the Scene everything inside the frame.
//
// It paints directly into the window, because QCustomPlot's transparent paint buffers cost several passes over two
// million pixels per frame. Overlays that follow the pointer and keyboard are painted over a copy of the last frame.
#pragma once

#include <optional>

#include "ui/figure/label_placer.h"
#include "ui/figure/qcp.h"
#include "ui/figure/scene.h"

namespace scalewright::ui {

/// The state that follows the pointer and the keyboard.
struct Overlay {
    std::optional<double> readOutX;
    QString selectedId;      ///< id of the marker or point that the keyboard moves
    bool focused = false;  ///< draws the focus ring: around the selected marker, otherwise around the frame

    bool operator==(const Overlay&) const = default;
};

struct Zoom {
    double from = 0, to = 1;
    [[nodiscard]] bool showsWholeRange() const { return from < 1e-9 && to > 1 - 1e-9; }
    /// Scales the range by `factor`, keeping the position `about` (a fraction of the whole) fixed.
    [[nodiscard]] Zoom scaled(double factor, double about) const;
    [[nodiscard]] Zoom shifted(double fraction) const;

    bool operator==(const Zoom&) const = default;
};

class Plot : public QCustomPlot {
public:
    explicit Plot(QWidget* parent = nullptr);

    void setSpec(ChartSpec spec);
    [[nodiscard]] const ChartSpec& spec() const { return m_spec; }
    void setVisualStyle(const VisualStyle& visualStyle);
    void setSurface(ColorRole surface);
    /// For exports, which keep all strokes within the frame; on screen, the ticks are below it.
    void setTicksInside(bool inside) { m_ticksInside = inside; }
    /// The visible part of the x axis, as fractions of the whole axis; these do not change when the data do.
    void setZoom(const Zoom& zoom);
    [[nodiscard]] const Zoom& zoom() const { return m_zoom; }
    void setOverlay(const Overlay& overlay);
    [[nodiscard]] const Overlay& overlay() const { return m_overlay; }

    /// Computes the axes and scene if anything has changed; called when painting.
    void prepareScene();
    /// Draws the whole chart into (0, 0, size) without caches.
    void drawTo(QCPPainter& painter, const QSize& size);
    /// Computes the axes and scene for this size without painting.
    void layOutFor(const QSize& size);

    // Valid after prepareScene().
    [[nodiscard]] const Scene& scene() const { return m_scene; }
    [[nodiscard]] const AxisMap& xMap() const { return m_xMap; }
    [[nodiscard]] const AxisMap& yMap() const { return m_yMap; }
    /// Across the whole width of the frame.
    [[nodiscard]] const AxisLayout& drawnXAxis() const { return m_xWithMargin; }
    [[nodiscard]] const AxisLayout& drawnYAxis() const { return m_yAxis; }
    [[nodiscard]] ValueRange shownXRange() const { return {m_xAxis.low, m_xAxis.high}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void updateLayout() override;

private:
    class SceneLayer;

    void restyle();
    void layOutAxes();
    void invalidate();
    void paintFrame(QCPPainter& painter);
    void drawOverlay(QPainter& painter) const;

    ChartSpec m_spec;
    VisualStyle m_visualStyle;
    ColorRole m_surface = ColorRole::Card;
    Overlay m_overlay;
    Zoom m_zoom;
    AxisLayout m_xAxis, m_yAxis;
    AxisLayout m_xWithMargin;  ///< extended slightly at both ends, so that a mark at p = 1 is not cut off
    AxisMap m_xMap, m_yMap;
    Scene m_scene;
    SampleCache m_sampleCache;
    LabelMemory m_labelMemory;  ///< keeps labels in place during a drag
    bool m_ticksInside = false;
    QPixmap m_lastFrame;  ///< null until an overlay moves over an unchanged frame
    bool m_stale = true;  ///< axes and scene do not match the spec
    bool m_lastFrameOutdated = true;  ///< the last frame does not match the scene
    std::optional<bool> m_styledAsThumbnail;
};

}  // namespace scalewright::ui
