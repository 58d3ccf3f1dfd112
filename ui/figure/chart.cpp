// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "core/output/chart/label_placer.h"
#include "ui/figure/plot.h"
#include "ui/words/qt.h"

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
    explicit Private(Chart* chart) : owner(chart), plot(new Plot(chart)) {}

    Chart* owner;
    Plot* plot;
    FigureTexts texts;
    std::function<Table()> table;
    ChartSpec requestedSpec;      ///< as set by the page
    ChartSpec spec;               ///< as shown: axes may be switched
    SwitchedScales switchedScales;  ///< set by the user; reset when another chart is shown
    VisualStyle style = Theme::instance().visualStyle();
    bool hasOwnStyle = false;  ///< does not follow the theme
    ColorRole surface = ColorRole::Card;
    Zoom zoom;
    ChartLayout layout;
    LabelMemory labelMemory;  ///< keeps labels in place during a drag
    bool isLayoutStale = true;  ///< the layout does not match the spec
    bool isPlotStale = true;    ///< the plot does not show the layout
    std::optional<double> readOutX;
    QString selectedId;      ///< id of the marker or point that the keyboard moves
    bool focused = false;  ///< draws the focus ring: around the selected marker, otherwise around the frame
    QString draggedId;  ///< id of the marker being dragged; empty if none
    double grabOffset = 0;  ///< pixels between the pointer and the marker's line at the start of the drag

    void invalidate()
    {
        isLayoutStale = isPlotStale = true;
        plot->update();
    }

    const ChartLayout& prepareLayout()
    {
        if (std::exchange(isLayoutStale, false))
            layout = layOutChart(spec, {double(owner->width()), double(owner->height())}, chartStyle(style), zoom,
                                 &labelMemory);
        return layout;
    }

    void preparePlot()
    {
        if (!isPlotStale)
            return;
        plot->setContent(prepareLayout(), style, surface);
        showOverlay();
        isPlotStale = false;
    }

    void setSpec(ChartSpec shown)
    {
        // If the curves are different, labels are placed from scratch, so that their positions do not depend on the
        // previous chart.
        const auto sameCurve = [](const SeriesSpec& a, const SeriesSpec& b) { return a.key == b.key; };
        if (!std::equal(shown.series.begin(), shown.series.end(), spec.series.begin(), spec.series.end(), sameCurve))
            labelMemory.clear();
        spec = std::move(shown);
        invalidate();
    }

    void setStyle(const VisualStyle& newStyle)
    {
        style = newStyle;
        labelMemory.clear();
        invalidate();
    }

    void setZoom(const Zoom& newZoom)
    {
        if (newZoom == zoom)
            return;
        zoom = newZoom;
        labelMemory.clear();
        invalidate();
    }

    void showOverlay()
    {
        std::optional<Rect> ring;
        if (focused) {
            ring = layout.frame.adjusted(-3, -3, 3, 3);
            for (const PlacedMarker& marker : layout.markers)
                if (toQString(marker.spec.id) == selectedId)
                    ring = marker.flag.isNull() ? Rect::around(marker.line, 5, 0) : marker.flag.adjusted(-4, -3, 4, 4);
            for (const PlacedPoint& point : layout.points)
                if (toQString(point.spec.id) == selectedId)
                    ring =
                        Rect::around({point.position, point.position}, style.scaledLength(11), style.scaledLength(11));
        }
        const ReadOut readOut = readOutX && !spec.isThumbnail ? readOutAt(spec, *readOutX) : ReadOut();
        plot->setOverlay(layout, readOut, readOutX ? layout.xMap.toPixel(*readOutX) : 0, ring);
    }
    void updateOverlay()
    {
        if (isPlotStale)
            return;
        showOverlay();
        plot->update();
    }

    // In Tab order, which is the order in the spec. Sorting from left to right would change the order during a drag.
    [[nodiscard]] std::vector<QString> draggableIds() const
    {
        std::vector<QString> ids;
        for (const MarkerSpec& marker : spec.markers)
            if (marker.draggable)
                ids.push_back(toQString(marker.id));
        for (const PointSpec& point : spec.points)
            if (point.draggable)
                ids.push_back(toQString(point.id));
        return ids;
    }

    struct Hit {
        QString id;
        double x = 0;  ///< pixel x of the marker's line
    };
    [[nodiscard]] std::optional<Hit> hitAt(QPointF position)
    {
        prepareLayout();
        const Point at{position.x(), position.y()};
        for (const PlacedPoint& point : layout.points)
            if (point.spec.draggable && distance(point.position, at) <= 12)
                return Hit{toQString(point.spec.id), point.position.x};
        for (const PlacedMarker& marker : layout.markers)
            if (marker.spec.draggable &&
                (Rect::around(marker.line, 6, 4).contains(at) || marker.flag.adjusted(-5, -5, 5, 5).contains(at)))
                return Hit{toQString(marker.spec.id), marker.line.a.x};
        return std::nullopt;
    }

    [[nodiscard]] double clampedYValueAt(double pixel) const
    {
        return layout.yMap.toValue(std::clamp(pixel, layout.frame.top, layout.frame.bottom));
    }

    [[nodiscard]] double clampedXValueAt(double pixel) const
    {
        return std::clamp(layout.xMap.toValue(std::clamp(pixel, layout.frame.left, layout.frame.right)),
                          layout.xRange.low, layout.xRange.high);
    }

    void updateReadOut(std::optional<QPointF> at)
    {
        std::optional<double> newX;
        if (at && layout.frame.contains({at->x(), at->y()})) {
            const double x = clampedXValueAt(at->x());
            newX = spec.hasIntegerX ? std::round(x) : x;
            // Snap to a nearby measured point: on a log axis, the pointer covers many values of p.
            double nearest = layout.frame.width() * 0.012;
            for (const MeasuredSpec& measured : spec.measured)
                for (const double px : measured.x)
                    if (const double away = std::abs(layout.xMap.toPixel(px) - at->x());
                        layout.xMap.canMap(px) && away < nearest) {
                        nearest = away;
                        newX = px;
                    }
        }
        if (newX != readOutX) {
            readOutX = newX;
            updateOverlay();
        }
    }

    /// The centre for keyboard zooming: the selected marker, otherwise the plan's line, otherwise the middle.
    [[nodiscard]] double zoomCenter()
    {
        prepareLayout();
        std::optional<double> pixel;
        for (const PlacedMarker& marker : layout.markers)
            if (toQString(marker.spec.id) == selectedId || (!pixel && marker.spec.kind == MarkerSpec::Kind::Flag))
                pixel = marker.line.a.x;
        for (const PlacedPoint& point : layout.points)
            if (toQString(point.spec.id) == selectedId)
                pixel = point.position.x;
        return zoom.from + (zoom.to - zoom.from) * (pixel ? (*pixel - layout.frame.left) / layout.frame.width() : 0.5);
    }

    /// Returns true if the key is a zoom key.
    bool handleZoomKey(const QKeyEvent& event)
    {
        constexpr double step = 0.70710678;  // two steps halve the range
        if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
            return false;
        const bool shift = event.modifiers().testFlag(Qt::ShiftModifier), free = selectedId.isEmpty();
        switch (event.key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: setZoom(zoom.scaled(step, zoomCenter())); return true;
        case Qt::Key_Minus: setZoom(zoom.scaled(1 / step, zoomCenter())); return true;
        case Qt::Key_0: setZoom({}); return true;
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (zoom.showsWholeRange() || (!shift && !free))
                return false;
            setZoom(zoom.shifted(event.key() == Qt::Key_Left ? -0.25 : 0.25));
            return true;
        default: return false;
        }
    }

    void setSelected(const QString& id)
    {
        if (std::exchange(selectedId, id) != id)
            updateOverlay();
    }

    void updateShownSpec() { setSpec(withSwitchedScales(requestedSpec, switchedScales)); }

    /// Switches an axis between linear and log; returns false if the chart has no other scale for it.
    bool switchScale(Qt::Orientation axis)
    {
        if (axis == Qt::Horizontal ? !canSwitchXScale(requestedSpec) : !canSwitchYScale(requestedSpec))
            return false;
        bool& turns = axis == Qt::Horizontal ? switchedScales.x : switchedScales.y;
        turns = !turns;
        updateShownSpec();
        return true;
    }

    void setFocused(bool isFocused)
    {
        if (std::exchange(focused, isFocused) != isFocused)
            updateOverlay();
    }
};

Chart::Chart(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(createAccessibleChart), true);
    d->plot->prepare = [this] { d->preparePlot(); };
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!d->hasOwnStyle)
            d->setStyle(Theme::instance().visualStyle());
    });
}

Chart::~Chart() = default;

void Chart::setSpec(ChartSpec spec)
{
    if (spec == d->requestedSpec)
        return;
    const bool thumbnail = spec.isThumbnail;
    const bool resized = thumbnail != d->spec.isThumbnail;
    if (spec.x.title != d->requestedSpec.x.title || spec.y.title != d->requestedSpec.y.title)
        d->switchedScales = {};
    d->requestedSpec = std::move(spec);
    d->updateShownSpec();
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
    return d->spec;
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
    if (d->hasOwnStyle && d->style == visualStyle)
        return;  // the labels stay in place
    d->hasOwnStyle = true;
    d->setStyle(visualStyle);
}

void Chart::setSurface(ColorRole surface)
{
    d->surface = surface;
    d->invalidate();
}

QString Chart::selectedMarker() const
{
    return d->selectedId;
}

void Chart::selectMarker(const QString& id)
{
    const auto ids = d->draggableIds();
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
        d->setSelected(id);
}

QString Chart::textAt(QPoint at) const
{
    for (const PlacedLabel& label : drawnLayout().labels)
        if (label.rect.contains({double(at.x()), double(at.y())}))
            return toQString(label.text);
    return {};
}

const ChartLayout& Chart::drawnLayout() const
{
    return d->prepareLayout();
}

QRectF Chart::plotFrame() const
{
    const Rect& frame = drawnLayout().frame;
    return {frame.left, frame.top, frame.width(), frame.height()};
}

QPointF Chart::toPixel(double x, double y) const
{
    return {drawnLayout().xMap.toPixel(x), drawnLayout().yMap.toPixel(y)};
}

double Chart::xAtPixel(double pixel) const
{
    return drawnLayout().xMap.toValue(pixel);
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

std::optional<ChartLayout> Chart::drawing(const QSizeF& size, const VisualStyle& style) const
{
    if (d->spec.isThumbnail)
        return std::nullopt;
    constexpr double narrowWidth = 100 / 25.4 * 96;
    return layOutChart(size.width() < narrowWidth ? withoutSecondaryParts(d->spec) : d->spec,
                       {size.width(), size.height()}, chartStyle(style), d->zoom);
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

bool Chart::isZoomed() const
{
    return !d->zoom.showsWholeRange();
}

QStringList Chart::omittedLabels() const
{
    return toQStrings(drawnLayout().omittedLabels);
}

void Chart::wheelEvent(QWheelEvent* event)
{
    const QRectF frame = plotFrame();
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0 || spec().isThumbnail) {
        QWidget::wheelEvent(event);  // leaves the wheel to the page, which scrolls
        return;
    }
    const Zoom zoom = d->zoom;
    const double share = std::clamp((event->position().x() - frame.left()) / frame.width(), 0.0, 1.0);
    d->setZoom(
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
    const QRectF frame = plotFrame();
    const QPointF at = event->position();
    const bool left = at.x()<frame.left(), below = at.y()> frame.bottom();
    if (event->button() != Qt::LeftButton || spec().isThumbnail || d->hitAt(at) || left == below) {
        if (event->button() == Qt::LeftButton && isZoomed() && frame.contains(at) && !d->hitAt(at))
            d->setZoom({});
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
    d->labelMemory.clear();
    d->plot->resize(size());
    d->invalidate();
    QWidget::resizeEvent(event);
}

}  // namespace scalewright::ui
