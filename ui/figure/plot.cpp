#include "ui/figure/plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scalewright::ui {

namespace {

class GivenTicks : public QCPAxisTicker {
public:
    void set(const AxisLayout& axis)
    {
        m_ticks = QVector<double>(axis.ticks.begin(), axis.ticks.end());
        m_labels = QVector<QString>(axis.labels.begin(), axis.labels.end());
    }
    void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override
    {
        ticks = m_ticks;
        if (subTicks)
            subTicks->clear();
        if (labels)
            *labels = m_labels;
    }

private:
    QVector<double> m_ticks;
    QVector<QString> m_labels;
};

void applyAxis(QCPAxis* axis, const AxisLayout& layout, bool titled)
{
    axis->setScaleType(layout.scale == AxisScale::Linear ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
    axis->setRange(layout.low, layout.high);
    axis->setLabel(titled ? layout.title : QString());
    qSharedPointerCast<GivenTicks>(axis->ticker())->set(layout);
}

}  // namespace

// Draws one part of the scene among the library's layers; its clip is the whole widget because labels reach out a
// little.
class Plot::SceneLayer : public QCPLayerable {
public:
    using Paint = void (*)(QPainter&, const Scene&, const Look&, Role);
    SceneLayer(Plot* plot, const QString& layer, Paint paint) : QCPLayerable(plot, layer), m_plot(plot), m_paint(paint)
    {
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override { m_paint(*painter, m_plot->m_scene, m_plot->m_look, m_plot->m_surface); }

private:
    Plot* m_plot;
    Paint m_paint;
};

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setPlottingHint(QCP::phCacheLabels, true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(1, 1);
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setTicker(QSharedPointer<GivenTicks>::create());
    // Below and above grid and axes; the plot owns its layerables.
    new SceneLayer(this, QStringLiteral("background"), paintBands);
    new SceneLayer(this, QStringLiteral("axes"), paintScene);
    mReplotting = true;  // turns replot(), and with it the paint buffers, off
}

void Plot::setSpec(ChartSpec spec)
{
    // Beside another curve labels are placed anew: where they are shall not hang on which of the two was drawn first.
    const auto sameCurve = [](const SeriesSpec& a, const SeriesSpec& b) { return a.key == b.key; };
    if (!std::equal(spec.series.begin(), spec.series.end(), m_spec.series.begin(), m_spec.series.end(), sameCurve))
        m_labels.forget();
    m_spec = std::move(spec);
    invalidate();
}

void Plot::setLook(const Look& look)
{
    m_look = look;
    m_labels.forget();
    m_styledAsThumbnail.reset();
    invalidate();
}

void Plot::setSurface(Role surface)
{
    m_surface = surface;
    m_styledAsThumbnail.reset();
    invalidate();
}

Zoom Zoom::scaled(double factor, double about) const
{
    // A sixteenth: what is left of ten octaves of p is more than half of one.
    const double width = std::clamp((to - from) * factor, 1.0 / 16, 1.0);
    const double start = std::clamp(about - (about - from) * width / (to - from), 0.0, 1 - width);
    return {start, start + width};
}

Zoom Zoom::moved(double by) const
{
    const double start = std::clamp(from + by * (to - from), 0.0, 1 - (to - from));
    return {start, start + (to - from)};
}

void Plot::setZoom(const Zoom& zoom)
{
    if (zoom == m_zoom)
        return;
    m_zoom = zoom;
    m_labels.forget();
    invalidate();
}

void Plot::setOverlay(const Overlay& overlay)
{
    if (overlay == m_overlay)
        return;
    m_overlay = overlay;
    update();
}

void Plot::invalidate()
{
    m_stale = m_unpainted = true;
    update();
}

void Plot::restyle()
{
    if (m_styledAsThumbnail == m_spec.thumbnail)
        return;
    m_styledAsThumbnail = m_spec.thumbnail;
    const bool thumbnail = m_spec.thumbnail;
    const QFont small = m_look.font(TextStyle::Label);
    const QPen hairline(m_look.color(Role::Hairline), 1);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->setTickLabelColor(m_look.color(Role::Soft));
        axis->setLabelColor(m_look.color(Role::Soft));
        axis->setSubTicks(false);
        axis->setTickLabels(!thumbnail);
        axis->setTicks(!thumbnail);
        axis->setBasePen(axis == xAxis ? hairline : QPen(Qt::NoPen));
        axis->setTickPen(axis == xAxis ? QPen(m_look.color(Role::Faint), 1) : QPen(Qt::NoPen));
        // The y axis has none to see, but a tick of no length would leave a dot outside the frame of an SVG.
        const int tick = axis == xAxis ? static_cast<int>(m_look.scaled(4)) : m_ticksInside ? 1 : 0;
        axis->setTickLength(m_ticksInside ? tick : 0, m_ticksInside ? 0 : tick);
        axis->setTickLabelPadding(axis == xAxis ? 5 : 10);
        axis->setLabelPadding(axis == xAxis ? 3 : 8);
    }
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(!thumbnail);
    yAxis->grid()->setPen(hairline);
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    yAxis->grid()->setAntialiased(false);
    axisRect()->setAutoMargins(thumbnail ? QCP::msNone : QCP::msLeft | QCP::msBottom);
    axisRect()->setMinimumMargins(QMargins(0, 0, 0, 0));
    plotLayout()->setMargins(QMargins(0, 0, 0, 0));
}

void Plot::layOutAxes()
{
    // Axes of nothing have no scale.
    const bool empty =
        !m_spec.emptyText.isEmpty() && m_spec.series.empty() && m_spec.points.empty() && m_spec.measured.empty();
    yAxis->grid()->setVisible(!m_spec.thumbnail && !empty);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabels(!m_spec.thumbnail && !empty);
        axis->setTicks(!m_spec.thumbnail && !empty);
    }
    const double textHeight = m_look.font(TextStyle::Label).pixelSize();
    const int wantedY = std::clamp(static_cast<int>(viewport().height() / (4.5 * textHeight)), 2, 6);
    const auto dataX = xRange(m_spec);
    // x labels are a few digits wide; amounts with a unit want more room.
    const double labelWidth = (m_spec.x.numbers.kind == NumberStyle::Kind::Amount ? 6 : 4) * textHeight;
    const int wantedX = std::clamp(static_cast<int>(viewport().width() / labelWidth), 2, 12);
    m_xAxis = layOutAxis(m_spec.x, dataX, wantedX);
    if (!m_zoom.isWhole() && !m_spec.thumbnail) {
        const AxisMap whole(m_xAxis.scale, m_xAxis.low, m_xAxis.high, 0, 1);
        AxisSpec part = m_spec.x;
        part.low = whole.toValue(m_zoom.from);
        part.high = whole.toValue(m_zoom.to);
        m_xAxis = layOutAxis(part, dataX, wantedX);
    }
    m_yAxis = layOutAxis(m_spec.y, yRange(m_spec, {m_xAxis.low, m_xAxis.high}), wantedY);
    m_xWithMargin = m_xAxis;
    if (!m_spec.thumbnail) {
        const AxisMap unit(m_xAxis.scale, m_xAxis.low, m_xAxis.high, 0, 1);
        m_xWithMargin.low = unit.toValue(-0.012);
        m_xWithMargin.high = unit.toValue(1.012);
    }
    // The library leaves out a label that does not fit: half of the last one hangs over the end of each axis.
    const QFontMetrics metrics(m_look.font(TextStyle::Label));
    const int overhang = m_xAxis.labels.empty() ? 0 : metrics.horizontalAdvance(m_xAxis.labels.back()) / 2 + 2;
    axisRect()->setMargins(m_spec.thumbnail ? QMargins(1, 3, 1, 3)
                                            : QMargins(0, metrics.height() / 2 + 3, overhang, 0));
    // A thumbnail has no margins: its titles would be painted where nobody sees them.
    applyAxis(xAxis, m_xWithMargin, !m_spec.thumbnail);
    applyAxis(yAxis, m_yAxis, !m_spec.thumbnail);
}

void Plot::prepare()
{
    if (!m_stale)
        return;
    restyle();
    layOutAxes();
    QCustomPlot::updateLayout();
    // The library's pixel of the lowest value is the last row of the rectangle, that of the highest lies above its
    // first.
    const QRect rect = axisRect()->rect();
    const QRectF frame(rect.left(), rect.bottom() - rect.height(), rect.width(), rect.height());
    m_x = AxisMap(m_xAxis.scale, m_xWithMargin.low, m_xWithMargin.high, frame.left(), frame.right());
    m_y = AxisMap(m_yAxis.scale, m_yAxis.low, m_yAxis.high, frame.bottom(), frame.top());
    m_scene = buildScene(m_spec, m_yAxis, m_x, m_y, frame, m_look, m_samples, &m_labels);
    m_stale = false;
}

void Plot::updateLayout()
{
    if (m_stale)
        QCustomPlot::updateLayout();
}

QPainter& plainPainter(QCPPainter& painter)
{
    return painter;
}

void Plot::layOutFor(const QSize& size)
{
    setViewport(QRect(QPoint(0, 0), size));
    m_labels.forget();
    m_stale = true;
    prepare();
}

void Plot::drawTo(QCPPainter& painter, const QSize& size)
{
    layOutFor(size);
    draw(&painter);
}

void Plot::paintFrame(QCPPainter& painter)
{
    painter.fillRect(rect(), m_look.color(m_surface));
    draw(&painter);
}

void Plot::paintEvent(QPaintEvent*)
{
    prepare();
    QCPPainter painter(this);
    if (std::exchange(m_unpainted, false)) {
        m_lastFrame = QPixmap();
        paintFrame(painter);
    } else {
        if (m_lastFrame.isNull()) {
            m_lastFrame = QPixmap(size() * devicePixelRatioF());
            m_lastFrame.setDevicePixelRatio(devicePixelRatioF());
            QCPPainter copy(&m_lastFrame);
            paintFrame(copy);
        }
        painter.drawPixmap(0, 0, m_lastFrame);
    }
    painter.setAntialiasing(true);
    drawOverlay(painter);
}

void Plot::resizeEvent(QResizeEvent*)
{
    setViewport(rect());
    m_labels.forget();
    invalidate();
}

}  // namespace scalewright::ui
