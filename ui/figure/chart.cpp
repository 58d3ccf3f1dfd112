// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "ui/figure/plot.h"
#include "ui/figure/scene_pgfplots.h"

namespace scalewright::ui {

namespace {

// The focus changed because of another window or a menu, so the focus ring does not change.
bool isWindowOrPopupFocus(Qt::FocusReason reason)
{
    return reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason;
}

// Presents a chart to screen readers as one object with a name and a description, not as nested widgets.
class AccessibleChart : public QAccessibleWidget {
public:
    explicit AccessibleChart(QWidget* chart) : QAccessibleWidget(chart, QAccessible::Chart) {}
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
};

QAccessibleInterface* createAccessibleChart(const QString&, QObject* object)
{
    auto* chart = qobject_cast<Chart*>(object);
    return chart ? new AccessibleChart(chart) : nullptr;
}

}  // namespace

struct Chart::Private {
    Plot* plot = nullptr;
    FigureTexts texts;
    std::function<Table()> table;
    ChartSpec requestedSpec;      ///< as set by the page; the plot's spec may have switched axes
    SwitchedScales switchedScales;  ///< set by the user; reset when another chart is shown
    QString draggedId;  ///< id of the marker being dragged; empty if none
    std::optional<VisualStyle> visualStyleOverride;  ///< replaces the theme's style
    double grabOffset = 0;  ///< pixels between the pointer and the marker's line at the start of the drag

    // In Tab order, which is the order in the spec. Sorting from left to right would change the order during a drag.
    [[nodiscard]] std::vector<QString> draggableIds() const
    {
        std::vector<QString> ids;
        for (const MarkerSpec& marker : plot->spec().markers)
            if (marker.draggable)
                ids.push_back(marker.id);
        for (const PointSpec& point : plot->spec().points)
            if (point.draggable)
                ids.push_back(point.id);
        return ids;
    }

    struct Hit {
        QString id;
        double x = 0;  ///< pixel x of the marker's line
    };
    [[nodiscard]] std::optional<Hit> hitAt(QPointF at) const
    {
        plot->prepareScene();
        for (const ScenePoint& point : plot->scene().points)
            if (point.spec->draggable && QLineF(point.position, at).length() <= 12)
                return Hit{point.spec->id, point.position.x()};
        for (const SceneMarker& marker : plot->scene().markers) {
            const QRectF line = QRectF(marker.line.p1(), marker.line.p2()).normalized().adjusted(-6, -4, 6, 4);
            if (marker.spec->draggable && (line.contains(at) || marker.flag.adjusted(-5, -5, 5, 5).contains(at)))
                return Hit{marker.spec->id, marker.line.x1()};
        }
        return std::nullopt;
    }

    [[nodiscard]] double clampedYValueAt(double pixel) const
    {
        const QRectF& frame = plot->scene().frame;
        return plot->yMap().toValue(std::clamp(pixel, frame.top(), frame.bottom()));
    }

    [[nodiscard]] double clampedXValueAt(double pixel) const
    {
        const QRectF& frame = plot->scene().frame;
        const ValueRange shown = plot->shownXRange();
        return std::clamp(plot->xMap().toValue(std::clamp(pixel, frame.left(), frame.right())), shown.low, shown.high);
    }

    void updateReadOut(std::optional<QPointF> at)
    {
        Overlay overlay = plot->overlay();
        overlay.readOutX.reset();
        if (at && plot->scene().frame.contains(*at)) {
            const double x = clampedXValueAt(at->x());
            overlay.readOutX = plot->spec().hasIntegerX ? std::round(x) : x;
            // Snap to a nearby measured point: on a log axis, the pointer covers many values of p.
            double nearest = plot->scene().frame.width() * 0.012;
            for (const MeasuredSpec& measured : plot->spec().measured)
                for (const double px : measured.x)
                    if (const double distance = std::abs(plot->xMap().toPixel(px) - at->x());
                        plot->xMap().canMap(px) && distance < nearest) {
                        nearest = distance;
                        overlay.readOutX = px;
                    }
        }
        plot->setOverlay(overlay);
    }

    /// The centre for keyboard zooming: the selected marker, otherwise the plan's line, otherwise the middle.
    [[nodiscard]] double zoomCenter() const
    {
        plot->prepareScene();
        const QRectF& frame = plot->scene().frame;
        const Zoom& zoom = plot->zoom();
        std::optional<double> pixel;
        for (const SceneMarker& marker : plot->scene().markers)
            if (marker.spec->id == plot->overlay().selectedId ||
                (!pixel && marker.spec->kind == MarkerSpec::Kind::Flag))
                pixel = marker.line.x1();
        for (const ScenePoint& point : plot->scene().points)
            if (point.spec->id == plot->overlay().selectedId)
                pixel = point.position.x();
        return zoom.from + (zoom.to - zoom.from) * (pixel ? (*pixel - frame.left()) / frame.width() : 0.5);
    }

    /// Returns true if the key is a zoom key.
    bool handleZoomKey(const QKeyEvent& event)
    {
        constexpr double step = 0.70710678;  // two steps halve the range
        if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
            return false;
        const bool shift = event.modifiers().testFlag(Qt::ShiftModifier), free = plot->overlay().selectedId.isEmpty();
        const Zoom& zoom = plot->zoom();
        switch (event.key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: plot->setZoom(zoom.scaled(step, zoomCenter())); return true;
        case Qt::Key_Minus: plot->setZoom(zoom.scaled(1 / step, zoomCenter())); return true;
        case Qt::Key_0: plot->setZoom({}); return true;
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (zoom.showsWholeRange() || (!shift && !free))
                return false;
            plot->setZoom(zoom.shifted(event.key() == Qt::Key_Left ? -0.25 : 0.25));
            return true;
        default: return false;
        }
    }

    void setSelected(const QString& id)
    {
        Overlay overlay = plot->overlay();
        overlay.selectedId = id;
        plot->setOverlay(overlay);
    }

    void updatePlotSpec() { plot->setSpec(withSwitchedScales(requestedSpec, switchedScales)); }

    /// Switches an axis between linear and log; returns false if the chart has no other scale for it.
    bool switchScale(Qt::Orientation axis)
    {
        if (axis == Qt::Horizontal ? !canSwitchXScale(requestedSpec) : !canSwitchYScale(requestedSpec))
            return false;
        bool& turns = axis == Qt::Horizontal ? switchedScales.x : switchedScales.y;
        turns = !turns;
        updatePlotSpec();
        return true;
    }

    void setFocused(bool focused)
    {
        Overlay overlay = plot->overlay();
        overlay.focused = focused;
        plot->setOverlay(overlay);
    }
};

Chart::Chart(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>())
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(createAccessibleChart), true);
    d->plot = new Plot(this);
    d->plot->setVisualStyle(Theme::instance().visualStyle());
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!d->visualStyleOverride)
            d->plot->setVisualStyle(Theme::instance().visualStyle());
    });
}

Chart::~Chart() = default;

void Chart::setSpec(ChartSpec spec)
{
    if (spec == d->requestedSpec)
        return;
    const bool thumbnail = spec.isThumbnail;
    const bool resized = thumbnail != d->plot->spec().isThumbnail;
    if (spec.x.title != d->requestedSpec.x.title || spec.y.title != d->requestedSpec.y.title)
        d->switchedScales = {};
    d->requestedSpec = std::move(spec);
    d->updatePlotSpec();
    if (resized)
        updateGeometry();  // thumbnails have different size hints
    if (testAttribute(Qt::WA_TransparentForMouseEvents) != thumbnail) {
        setAttribute(Qt::WA_TransparentForMouseEvents, thumbnail);
        setFocusPolicy(thumbnail ? Qt::NoFocus : Qt::StrongFocus);
    }
    const auto ids = d->draggableIds();
    if (std::find(ids.begin(), ids.end(), selectedMarker()) == ids.end())
        d->setSelected(ids.empty() ? QString() : ids.front());
}

const ChartSpec& Chart::spec() const
{
    return d->plot->spec();
}

void Chart::repaintNow()
{
    d->plot->repaint();
}

void Chart::setTexts(const FigureTexts& texts)
{
    setAccessibleName(texts.title);
    d->texts.title = texts.title;
    d->texts.caption = texts.caption;
    d->texts.headline = texts.headline;
    setSummary(texts.summary);
    Q_EMIT textsChanged();
}

void Chart::setSummary(const QString& summary)
{
    d->texts.summary = summary;
    setAccessibleDescription(summary);
}

void Chart::setTableSource(std::function<Table()> table)
{
    d->table = std::move(table);
}

void Chart::setVisualStyle(const VisualStyle& visualStyle)
{
    if (d->visualStyleOverride == visualStyle)
        return;  // the labels stay in place
    d->visualStyleOverride = visualStyle;
    d->plot->setVisualStyle(visualStyle);
}

void Chart::setSurface(ColorRole surface)
{
    d->plot->setSurface(surface);
}

QString Chart::selectedMarker() const
{
    return d->plot->overlay().selectedId;
}

void Chart::selectMarker(const QString& id)
{
    const auto ids = d->draggableIds();
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
        d->setSelected(id);
}

QString Chart::textAt(QPoint at) const
{
    for (const SceneLabel& label : scene().labels)
        if (label.rect.contains(at))
            return label.text;
    return {};
}

const Scene& Chart::scene() const
{
    d->plot->prepareScene();
    return d->plot->scene();
}

QRectF Chart::plotFrame() const
{
    d->plot->prepareScene();
    return d->plot->scene().frame;
}

QPointF Chart::toPixel(double x, double y) const
{
    d->plot->prepareScene();
    return {d->plot->xMap().toPixel(x), d->plot->yMap().toPixel(y)};
}

double Chart::xAtPixel(double pixel) const
{
    d->plot->prepareScene();
    return d->plot->xMap().toValue(pixel);
}

FigureTexts Chart::texts() const
{
    return d->texts;
}

Table Chart::table() const
{
    Table table = d->table ? d->table() : Table{};
    if (table.caption.empty())
        table.caption = d->texts.caption.toStdString();
    return table;
}

std::optional<PgfplotsFigure> Chart::pgfplotsFigure(const QSizeF& size) const
{
    Plot plot;
    plot.setZoom(d->plot->zoom());
    plot.setSpec(d->plot->spec());
    plot.layOutFor(size.toSize());
    const Scene& scene = plot.scene();
    if (scene.isThumbnail || !scene.emptyText.isEmpty())
        return std::nullopt;
    PgfplotsFigure figure =
        pgfplotsFigureOf(scene, plot.drawnXAxis(), plot.drawnYAxis(), plot.xMap(), plot.yMap(), VisualStyle{});
    figure.comment = d->texts.caption.toStdString();
    return figure.items.empty() ? std::nullopt : std::optional(std::move(figure));
}

void Chart::render(QCPPainter& painter, const QSizeF& size, const VisualStyle& visualStyle) const
{
    Plot plot;
    plot.setTicksInside(true);
    plot.setZoom(d->plot->zoom());
    plot.setVisualStyle(visualStyle);
    plot.setSpec(d->plot->spec());
    plot.drawTo(painter, size.toSize());
}

QSize Chart::sizeHint() const
{
    return spec().isThumbnail ? QSize(116, 64) : QSize(640, 360);
}

QSize Chart::minimumSizeHint() const
{
    return spec().isThumbnail ? QSize(64, 40) : QSize(280, 180);
}

bool Chart::focusNextPrevChild(bool next)
{
    const auto ids = d->draggableIds();
    const auto current = std::find(ids.begin(), ids.end(), selectedMarker());
    if (hasFocus() && current != ids.end()) {
        if (next && current + 1 != ids.end()) {
            d->setSelected(*(current + 1));
            return true;
        }
        if (!next && current != ids.begin()) {
            d->setSelected(*(current - 1));
            return true;
        }
    }
    return QWidget::focusNextPrevChild(next);
}

void Chart::focusInEvent(QFocusEvent* event)
{
    const auto ids = d->draggableIds();
    if (!ids.empty() && event->reason() == Qt::TabFocusReason)
        d->setSelected(ids.front());
    else if (!ids.empty() && event->reason() == Qt::BacktabFocusReason)
        d->setSelected(ids.back());
    if (!isWindowOrPopupFocus(event->reason()))
        d->setFocused(event->reason() != Qt::MouseFocusReason);
    QWidget::focusInEvent(event);
}

void Chart::focusOutEvent(QFocusEvent* event)
{
    if (!isWindowOrPopupFocus(event->reason()))
        d->setFocused(false);
    QWidget::focusOutEvent(event);
}

std::pair<double, double> Chart::shownXRange() const
{
    d->plot->prepareScene();
    return {d->plot->shownXRange().low, d->plot->shownXRange().high};
}

bool Chart::isZoomed() const
{
    return !d->plot->zoom().showsWholeRange();
}

QStringList Chart::omittedLabels() const
{
    return scene().omittedLabels;
}

void Chart::wheelEvent(QWheelEvent* event)
{
    const QRectF& frame = scene().frame;
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0 || spec().isThumbnail) {
        QWidget::wheelEvent(event);  // leaves the wheel to the page, which scrolls
        return;
    }
    const Zoom& zoom = d->plot->zoom();
    const double share = std::clamp((event->position().x() - frame.left()) / frame.width(), 0.0, 1.0);
    d->plot->setZoom(
        zoom.scaled(std::pow(0.70710678, event->angleDelta().y() / 120.0), zoom.from + (zoom.to - zoom.from) * share));
    event->accept();
}

bool Chart::event(QEvent* event)
{
    // 0 is also a lecture key; in a zoomed chart, it resets the zoom first.
    if (event->type() == QEvent::ShortcutOverride && isZoomed() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_0 &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier)
        event->accept();
    return QWidget::event(event);
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    if (!spec().isThumbnail && d->handleZoomKey(*event))
        return;
    if (event->key() == Qt::Key_L && !(event->modifiers() & ~Qt::ShiftModifier) &&
        d->switchScale(event->modifiers() ? Qt::Horizontal : Qt::Vertical))
        return;
    const QString id = selectedMarker();
    const auto step = [&]() -> std::optional<MarkerStep> {
        switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Down: return MarkerStep::Previous;
        case Qt::Key_Right:
        case Qt::Key_Up: return MarkerStep::Next;
        case Qt::Key_PageDown: return MarkerStep::PagePrevious;
        case Qt::Key_PageUp: return MarkerStep::PageNext;
        case Qt::Key_Home: return MarkerStep::First;
        case Qt::Key_End: return MarkerStep::Last;
        default: return std::nullopt;
        }
    }();
    if (step && !id.isEmpty()) {
        d->setFocused(true);
        Q_EMIT markerStepped(id, *step);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (id.isEmpty())
            Q_EMIT activated();
        else
            Q_EMIT markerActivated(id);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void Chart::mousePressEvent(QMouseEvent* event)
{
    const auto hit = d->hitAt(event->position());
    if (event->button() != Qt::LeftButton || !hit) {
        QWidget::mousePressEvent(event);
        return;
    }
    d->draggedId = hit->id;
    d->grabOffset = event->position().x() - hit->x;
    d->setSelected(hit->id);
    d->updateReadOut(std::nullopt);
    Q_EMIT markerDragged(hit->id, d->clampedXValueAt(hit->x), EditPhase::Begin);
    Q_EMIT handleDragged(hit->id, d->clampedXValueAt(event->position().x()), d->clampedYValueAt(event->position().y()),
                         EditPhase::Begin);
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    if (!d->draggedId.isEmpty()) {
        Q_EMIT markerDragged(d->draggedId, d->clampedXValueAt(event->position().x() - d->grabOffset), EditPhase::Move);
        Q_EMIT handleDragged(d->draggedId, d->clampedXValueAt(event->position().x()),
                             d->clampedYValueAt(event->position().y()), EditPhase::Move);
        return;
    }
    const bool overMarker = d->hitAt(event->position()).has_value();
    setCursor(overMarker ? Qt::SizeHorCursor : Qt::ArrowCursor);
    d->updateReadOut(overMarker ? std::nullopt : std::optional(event->position()));
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || d->draggedId.isEmpty()) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    const QString id = std::exchange(d->draggedId, {});
    Q_EMIT markerDragged(id, d->clampedXValueAt(event->position().x() - d->grabOffset), EditPhase::End);
    Q_EMIT handleDragged(id, d->clampedXValueAt(event->position().x()), d->clampedYValueAt(event->position().y()),
                         EditPhase::End);
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QRectF& frame = scene().frame;
    const QPointF at = event->position();
    const bool left = at.x()<frame.left(), below = at.y()> frame.bottom();
    if (event->button() != Qt::LeftButton || spec().isThumbnail || d->hitAt(at) || left == below) {
        if (event->button() == Qt::LeftButton && isZoomed() && frame.contains(at) && !d->hitAt(at))
            d->plot->setZoom({});
        else
            mousePressEvent(event);  // the second press of a double click on a handle also starts a drag
        return;
    }
    d->switchScale(left ? Qt::Vertical : Qt::Horizontal);
}

void Chart::leaveEvent(QEvent* event)
{
    d->updateReadOut(std::nullopt);
    QWidget::leaveEvent(event);
}

void Chart::resizeEvent(QResizeEvent* event)
{
    d->plot->resize(size());
    QWidget::resizeEvent(event);
}

}  // namespace scalewright::ui
