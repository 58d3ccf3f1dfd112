// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scalewright::ui {

namespace {

class FixedAxisTicker : public QCPAxisTicker {
public:
    void setTicks(const AxisLayout& axis)
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
    qSharedPointerCast<FixedAxisTicker>(axis->ticker())->setTicks(layout);
}

}  // namespace

// Draws one part of the scene between QCustomPlot's layers. The clip is the whole widget, since labels may extend
// beyond the frame.
class Plot::SceneLayer : public QCPLayerable {
public:
    using PaintFunction = void (*)(QPainter&, const Scene&, const VisualStyle&, ColorRole);
    SceneLayer(Plot* plot, const QString& layer, PaintFunction paint)
        : QCPLayerable(plot, layer), m_plot(plot), m_paint(paint)
    {
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override
    {
        m_paint(*painter, m_plot->m_scene, m_plot->m_visualStyle, m_plot->m_surface);
    }

private:
    Plot* m_plot;
    PaintFunction m_paint;
};

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setPlottingHint(QCP::phCacheLabels, true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(1, 1);
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setTicker(QSharedPointer<FixedAxisTicker>::create());
    // One below and one above the grid and axes; the plot owns its layerables.
    new SceneLayer(this, QStringLiteral("background"), paintBands);
    new SceneLayer(this, QStringLiteral("axes"), paintScene);
    mReplotting = true;  // disables replot(), and thereby the paint buffers
}

void Plot::setSpec(ChartSpec spec)
{
    // If the curves are different, labels are placed from scratch, so that their positions do not depend on the
    // previous chart.
    const auto sameCurve = [](const SeriesSpec& a, const SeriesSpec& b) { return a.key == b.key; };
    if (!std::equal(spec.series.begin(), spec.series.end(), m_spec.series.begin(), m_spec.series.end(), sameCurve))
        m_labelMemory.clear();
    m_spec = std::move(spec);
    invalidate();
}

void Plot::setVisualStyle(const VisualStyle& visualStyle)
{
    m_visualStyle = visualStyle;
    m_labelMemory.clear();
    m_styledAsThumbnail.reset();
    invalidate();
}

void Plot::setSurface(ColorRole surface)
{
    m_surface = surface;
    m_styledAsThumbnail.reset();
    invalidate();
}

Zoom Zoom::scaled(double factor, double about) const
{
    // A sixteenth: with ten octaves of p, more than half an octave remains.
    const double width = std::clamp((to - from) * factor, 1.0 / 16, 1.0);
    const double start = std::clamp(about - (about - from) * width / (to - from), 0.0, 1 - width);
    return {start, start + width};
}

Zoom Zoom::shifted(double fraction) const
{
    const double start = std::clamp(from + fraction * (to - from), 0.0, 1 - (to - from));
    return {start, start + (to - from)};
}

void Plot::setZoom(const Zoom& zoom)
{
    if (zoom == m_zoom)
        return;
    m_zoom = zoom;
    m_labelMemory.clear();
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
    m_stale = m_lastFrameOutdated = true;
    update();
}

void Plot::restyle()
{
    if (m_styledAsThumbnail == m_spec.isThumbnail)
        return;
    m_styledAsThumbnail = m_spec.isThumbnail;
    const bool thumbnail = m_spec.isThumbnail;
    const QFont small = m_visualStyle.font(TextStyle::Label);
    const QPen hairline(m_visualStyle.color(ColorRole::Hairline), 1);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->setTickLabelColor(m_visualStyle.color(ColorRole::SoftInk));
        axis->setLabelColor(m_visualStyle.color(ColorRole::SoftInk));
        axis->setSubTicks(false);
        axis->setTickLabels(!thumbnail);
        axis->setTicks(!thumbnail);
        axis->setBasePen(axis == xAxis ? hairline : QPen(Qt::NoPen));
        axis->setTickPen(axis == xAxis ? QPen(m_visualStyle.color(ColorRole::FaintInk), 1) : QPen(Qt::NoPen));
        // The y axis's ticks are invisible, but with length 0 they would leave dots outside the frame in an SVG.
        const int tick = axis == xAxis ? static_cast<int>(m_visualStyle.scaledLength(4)) : m_ticksInside ? 1 : 0;
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
    // An axis without data has no scale.
    const bool empty =
        !m_spec.emptyText.isEmpty() && m_spec.series.empty() && m_spec.points.empty() && m_spec.measured.empty();
    yAxis->grid()->setVisible(!m_spec.isThumbnail && !empty);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabels(!m_spec.isThumbnail && !empty);
        axis->setTicks(!m_spec.isThumbnail && !empty);
    }
    const double textHeight = m_visualStyle.font(TextStyle::Label).pixelSize();
    const int wantedYTicks = std::clamp(static_cast<int>(viewport().height() / (4.5 * textHeight)), 2, 6);
    const auto dataX = xDataRange(m_spec);
    // Labels for x are a few digits wide; amounts with a unit need more room.
    const double labelWidth = (m_spec.x.numberStyle.kind == NumberStyle::Kind::Amount ? 6 : 4) * textHeight;
    const int wantedXTicks = std::clamp(static_cast<int>(viewport().width() / labelWidth), 2, 12);
    m_xAxis = layOutAxis(m_spec.x, dataX, wantedXTicks);
    if (!m_zoom.showsWholeRange() && !m_spec.isThumbnail) {
        const AxisMap wholeAxis(m_xAxis.scale, m_xAxis.low, m_xAxis.high, 0, 1);
        AxisSpec part = m_spec.x;
        part.low = wholeAxis.toValue(m_zoom.from);
        part.high = wholeAxis.toValue(m_zoom.to);
        m_xAxis = layOutAxis(part, dataX, wantedXTicks);
    }
    m_yAxis = layOutAxis(m_spec.y, yDataRange(m_spec, {m_xAxis.low, m_xAxis.high}), wantedYTicks);
    m_xWithMargin = m_xAxis;
    if (!m_spec.isThumbnail) {
        const AxisMap unit(m_xAxis.scale, m_xAxis.low, m_xAxis.high, 0, 1);
        m_xWithMargin.low = unit.toValue(-0.012);
        m_xWithMargin.high = unit.toValue(1.012);
    }
    // QCustomPlot omits labels that do not fit; half of the last label extends beyond the end of each axis.
    const QFontMetrics metrics(m_visualStyle.font(TextStyle::Label));
    const int overhang = m_xAxis.labels.empty() ? 0 : metrics.horizontalAdvance(m_xAxis.labels.back()) / 2 + 2;
    axisRect()->setMargins(m_spec.isThumbnail ? QMargins(1, 3, 1, 3)
                                              : QMargins(0, metrics.height() / 2 + 3, overhang, 0));
    // A thumbnail has no margins, so titles would be painted out of view.
    applyAxis(xAxis, m_xWithMargin, !m_spec.isThumbnail);
    applyAxis(yAxis, m_yAxis, !m_spec.isThumbnail);
}

void Plot::prepareScene()
{
    if (!m_stale)
        return;
    restyle();
    layOutAxes();
    QCustomPlot::updateLayout();
    // QCustomPlot maps the lowest value to the rectangle's last pixel row, and the highest to the row above its first.
    const QRect rect = axisRect()->rect();
    const QRectF frame(rect.left(), rect.bottom() - rect.height(), rect.width(), rect.height());
    m_xMap = AxisMap(m_xAxis.scale, m_xWithMargin.low, m_xWithMargin.high, frame.left(), frame.right());
    m_yMap = AxisMap(m_yAxis.scale, m_yAxis.low, m_yAxis.high, frame.bottom(), frame.top());
    m_scene = buildScene(m_spec, m_yAxis, m_xMap, m_yMap, frame, m_visualStyle, m_sampleCache, &m_labelMemory);
    m_stale = false;
}

void Plot::updateLayout()
{
    if (m_stale)
        QCustomPlot::updateLayout();
}

QPainter& asQPainter(QCPPainter& painter)
{
    return painter;
}

void Plot::layOutFor(const QSize& size)
{
    setViewport(QRect(QPoint(0, 0), size));
    m_labelMemory.clear();
    m_stale = true;
    prepareScene();
}

void Plot::drawTo(QCPPainter& painter, const QSize& size)
{
    layOutFor(size);
    draw(&painter);
}

void Plot::paintFrame(QCPPainter& painter)
{
    painter.fillRect(rect(), m_visualStyle.color(m_surface));
    draw(&painter);
}

void Plot::paintEvent(QPaintEvent*)
{
    prepareScene();
    QCPPainter painter(this);
    if (std::exchange(m_lastFrameOutdated, false)) {
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
    m_labelMemory.clear();
    invalidate();
}

}  // namespace scalewright::ui
