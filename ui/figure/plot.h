// The QCustomPlot behind a Chart: axes, grid and layout are the library's, everything inside the frame is the Scene's.
//
// It paints straight into the window: the library's transparent paint buffers cost several passes over two million
// pixels a frame. What moves with pointer and keyboard goes over a copy of the last frame.
#pragma once

#include <optional>

#include "ui/figure/label_placer.h"
#include "ui/figure/qcp.h"
#include "ui/figure/scene.h"

namespace scalewright::ui {

/// What moves with the pointer and the keyboard.
struct Overlay {
    std::optional<double> readOutX;
    QString selected;      ///< id of the marker or point that the keyboard moves
    bool focused = false;  ///< shows the ring: around the selected marker, else around the frame

    bool operator==(const Overlay&) const = default;
};

struct Zoom {
    double from = 0, to = 1;
    [[nodiscard]] bool isWhole() const { return from < 1e-9 && to > 1 - 1e-9; }
    /// Narrower or wider about a share of the whole, which stays where it is.
    [[nodiscard]] Zoom scaled(double factor, double about) const;
    [[nodiscard]] Zoom moved(double by) const;

    bool operator==(const Zoom&) const = default;
};

class Plot : public QCustomPlot {
public:
    explicit Plot(QWidget* parent = nullptr);

    void setSpec(ChartSpec spec);
    [[nodiscard]] const ChartSpec& spec() const { return m_spec; }
    void setLook(const Look& look);
    void setSurface(Role surface);
    /// Exports keep every stroke within the frame; on screen ticks hang below it.
    void setTicksInside(bool inside) { m_ticksInside = inside; }
    /// The part of the x axis that is shown, as shares of the whole: it stays the same part while the data move.
    void setZoom(const Zoom& zoom);
    [[nodiscard]] const Zoom& zoom() const { return m_zoom; }
    void setOverlay(const Overlay& overlay);
    [[nodiscard]] const Overlay& overlay() const { return m_overlay; }

    /// Computes axes and scene if anything changed; painting does this by itself.
    void prepare();
    /// Draws the whole chart into (0, 0, size), nothing cached.
    void drawTo(QCPPainter& painter, const QSize& size);
    /// Only computes axes and scene for that size.
    void layOutFor(const QSize& size);

    // Valid once prepared.
    [[nodiscard]] const Scene& scene() const { return m_scene; }
    [[nodiscard]] const AxisMap& xMap() const { return m_x; }
    [[nodiscard]] const AxisMap& yMap() const { return m_y; }
    [[nodiscard]] const AxisLayout& xDrawn() const { return m_xWithMargin; }  ///< from the frame's left to its right
    [[nodiscard]] const AxisLayout& yDrawn() const { return m_yAxis; }
    [[nodiscard]] ValueRange xShown() const { return {m_xAxis.low, m_xAxis.high}; }

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
    Look m_look;
    Role m_surface = Role::Card;
    Overlay m_overlay;
    Zoom m_zoom;
    AxisLayout m_xAxis, m_yAxis;
    AxisLayout m_xWithMargin;  ///< a little beyond both ends, so that a mark at p = 1 is whole
    AxisMap m_x, m_y;
    Scene m_scene;
    SampleCache m_samples;
    LabelMemory m_labels;  ///< a drag moves no label that need not move
    bool m_ticksInside = false;
    QPixmap m_lastFrame;   ///< null until something moves over an unchanged frame
    bool m_stale = true;   ///< axes and scene are not those of the spec
    bool m_unpainted = true;  ///< the last frame is not that of the scene
    std::optional<bool> m_styledAsThumbnail;
};

}  // namespace scalewright::ui
