// The QCustomPlot behind a Chart: axes, grid and buffers are the library's, everything inside the frame is the Scene's.
#pragma once

#include <optional>

#include "ui/figure/qcp.h"
#include "ui/figure/scene.h"

namespace scalewright::ui {

/// What moves with the pointer and the keyboard, on its own buffered layer.
struct Overlay {
    std::optional<double> readOutX;
    QString selected;      ///< id of the marker or point that the keyboard moves
    bool focused = false;  ///< shows the ring: around the selected marker, else around the frame

    bool operator==(const Overlay&) const = default;
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
    void setOverlay(const Overlay& overlay);
    [[nodiscard]] const Overlay& overlay() const { return m_overlay; }

    /// Draws into the buffers now if anything changed; painting does this by itself.
    void ensureDrawn();
    /// Draws the whole chart into (0, 0, size), nothing cached.
    void drawTo(QCPPainter& painter, const QSize& size);

    // Valid once drawn.
    [[nodiscard]] const Scene& scene() const { return m_scene; }
    [[nodiscard]] const AxisMap& xMap() const { return m_x; }
    [[nodiscard]] const AxisMap& yMap() const { return m_y; }
    [[nodiscard]] ValueRange xShown() const { return {m_xAxis.low, m_xAxis.high}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class SceneLayer;
    class OverlayLayer;

    void restyle();
    void layOutAxes();
    void invalidate();
    void drawScene(QCPPainter& painter);
    void drawOverlay(QCPPainter& painter) const;

    ChartSpec m_spec;
    Look m_look;
    Role m_surface = Role::Card;
    Overlay m_overlay;
    AxisLayout m_xAxis, m_yAxis;
    AxisLayout m_xWithMargin;  ///< a little beyond both ends, so that a mark at p = 1 is whole
    AxisMap m_x, m_y;
    Scene m_scene;
    SampleCache m_samples;
    bool m_ticksInside = false;
    bool m_stale = true;
    std::optional<bool> m_styledAsThumbnail;
};

/// The read-out at x: a heading ("p 34") and one row a series, in the order drawn.
struct ReadOutRow {
    QString name, value;
    Role role = Role::Compute;
    LineStyle style = LineStyle::Solid;
    std::optional<double> y;  ///< where its dot lies
};
struct ReadOut {
    QString heading;
    std::vector<ReadOutRow> rows;
};
[[nodiscard]] ReadOut readOutAt(const ChartSpec& spec, double x);

/// The value of a sampled curve at x: the sample itself, or the straight line between its neighbours; nullopt outside.
[[nodiscard]] std::optional<double> valueAt(const std::vector<double>& xs, const std::vector<double>& ys, double x);

}  // namespace scalewright::ui
