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

// Another window or a menu came or went: the ring stays as it was.
bool isAboutWindow(Qt::FocusReason reason)
{
    return reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason;
}

// A chart for screen readers: one thing with a name and a description, not a widget in a widget.
class AccessibleChart : public QAccessibleWidget {
public:
    explicit AccessibleChart(QWidget* chart) : QAccessibleWidget(chart, QAccessible::Chart) {}
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
};

QAccessibleInterface* accessibleChart(const QString&, QObject* object)
{
    auto* chart = qobject_cast<Chart*>(object);
    return chart ? new AccessibleChart(chart) : nullptr;
}

}  // namespace

struct Chart::Private {
    Plot* plot = nullptr;
    FigureTexts texts;
    std::function<Table()> table;
    ChartSpec given;      ///< as the page has it; the plot's has its axes turned
    TurnedScales turned;  ///< by hand, until another chart is shown here
    QString dragged;  ///< id of the marker under the pressed button, empty if there is none
    std::optional<Look> ownLook;  ///< the theme's is not followed
    double grabOffset = 0;  ///< pixels between the pointer and the marker's line when it was grabbed

    // In the order Tab walks through: left to right would jump about during a drag, so it is the spec's order.
    [[nodiscard]] std::vector<QString> draggables() const
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
        double x = 0;  ///< pixel of the marker's line
    };
    [[nodiscard]] std::optional<Hit> hitAt(QPointF at) const
    {
        plot->prepare();
        for (const ScenePoint& point : plot->scene().points)
            if (point.spec->draggable && QLineF(point.at, at).length() <= 12)
                return Hit{point.spec->id, point.at.x()};
        for (const SceneMarker& marker : plot->scene().markers) {
            const QRectF line = QRectF(marker.line.p1(), marker.line.p2()).normalized().adjusted(-6, -4, 6, 4);
            if (marker.spec->draggable && (line.contains(at) || marker.flag.adjusted(-5, -5, 5, 5).contains(at)))
                return Hit{marker.spec->id, marker.line.x1()};
        }
        return std::nullopt;
    }

    [[nodiscard]] double yWithinFrame(double pixel) const
    {
        const QRectF& frame = plot->scene().frame;
        return plot->yMap().toValue(std::clamp(pixel, frame.top(), frame.bottom()));
    }

    [[nodiscard]] double xWithinAxis(double pixel) const
    {
        const QRectF& frame = plot->scene().frame;
        const ValueRange shown = plot->xShown();
        return std::clamp(plot->xMap().toValue(std::clamp(pixel, frame.left(), frame.right())), shown.low, shown.high);
    }

    void readOut(std::optional<QPointF> at)
    {
        Overlay overlay = plot->overlay();
        overlay.readOutX.reset();
        if (at && plot->scene().frame.contains(*at)) {
            const double x = xWithinAxis(at->x());
            overlay.readOutX = plot->spec().wholeX ? std::round(x) : x;
            // A measured point near by draws it: on a log axis its p is one of many under the pointer.
            double nearest = plot->scene().frame.width() * 0.012;
            for (const MeasuredSpec& measured : plot->spec().measured)
                for (const double px : measured.x)
                    if (const double off = std::abs(plot->xMap().toPixel(px) - at->x());
                        plot->xMap().takes(px) && off < nearest) {
                        nearest = off;
                        overlay.readOutX = px;
                    }
        }
        plot->setOverlay(overlay);
    }

    /// Where the keyboard zooms in: at the marker that it moves, else at the plan's line, else in the middle.
    [[nodiscard]] double shareOfInterest() const
    {
        plot->prepare();
        const QRectF& frame = plot->scene().frame;
        const Zoom& zoom = plot->zoom();
        std::optional<double> pixel;
        for (const SceneMarker& marker : plot->scene().markers)
            if (marker.spec->id == plot->overlay().selected || (!pixel && marker.spec->kind == MarkerSpec::Kind::Flag))
                pixel = marker.line.x1();
        for (const ScenePoint& point : plot->scene().points)
            if (point.spec->id == plot->overlay().selected)
                pixel = point.at.x();
        return zoom.from + (zoom.to - zoom.from) * (pixel ? (*pixel - frame.left()) / frame.width() : 0.5);
    }

    /// True where the key is one of them.
    bool zoomBy(const QKeyEvent& event)
    {
        constexpr double step = 0.70710678;  // half after two
        if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
            return false;
        const bool shift = event.modifiers().testFlag(Qt::ShiftModifier), free = plot->overlay().selected.isEmpty();
        const Zoom& zoom = plot->zoom();
        switch (event.key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: plot->setZoom(zoom.scaled(step, shareOfInterest())); return true;
        case Qt::Key_Minus: plot->setZoom(zoom.scaled(1 / step, shareOfInterest())); return true;
        case Qt::Key_0: plot->setZoom({}); return true;
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (zoom.isWhole() || (!shift && !free))
                return false;
            plot->setZoom(zoom.moved(event.key() == Qt::Key_Left ? -0.25 : 0.25));
            return true;
        default: return false;
        }
    }

    void select(const QString& id)
    {
        Overlay overlay = plot->overlay();
        overlay.selected = id;
        plot->setOverlay(overlay);
    }

    void draw() { plot->setSpec(withTurned(given, turned)); }

    /// Log to linear and back; false where this chart has no other scale.
    bool turn(Qt::Orientation axis)
    {
        if (axis == Qt::Horizontal ? !canTurnX(given) : !canTurnY(given))
            return false;
        bool& turns = axis == Qt::Horizontal ? turned.x : turned.y;
        turns = !turns;
        draw();
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
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(accessibleChart), true);
    d->plot = new Plot(this);
    d->plot->setLook(Theme::instance().look());
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!d->ownLook)
            d->plot->setLook(Theme::instance().look());
    });
}

Chart::~Chart() = default;

void Chart::setSpec(ChartSpec spec)
{
    if (spec == d->given)
        return;  // nothing to draw again
    const bool thumbnail = spec.thumbnail;
    const bool resized = thumbnail != d->plot->spec().thumbnail;
    if (spec.x.title != d->given.x.title || spec.y.title != d->given.y.title)
        d->turned = {};
    d->given = std::move(spec);
    d->draw();
    if (resized)
        updateGeometry();  // the size hints are a thumbnail's now, or no longer
    if (testAttribute(Qt::WA_TransparentForMouseEvents) != thumbnail) {
        setAttribute(Qt::WA_TransparentForMouseEvents, thumbnail);
        setFocusPolicy(thumbnail ? Qt::NoFocus : Qt::StrongFocus);
    }
    const auto ids = d->draggables();
    if (std::find(ids.begin(), ids.end(), selectedMarker()) == ids.end())
        d->select(ids.empty() ? QString() : ids.front());
}

const ChartSpec& Chart::spec() const
{
    return d->plot->spec();
}

void Chart::replotNow()
{
    d->plot->repaint();
}

void Chart::setTexts(const FigureTexts& texts)
{
    setAccessibleName(texts.title);
    d->texts.title = texts.title;
    d->texts.caption = texts.caption;
    d->texts.says = texts.says;
    setSummary(texts.summary);
    Q_EMIT textsChanged();
}

void Chart::setSummary(const QString& summary)
{
    d->texts.summary = summary;
    setAccessibleDescription(summary);
}

void Chart::setTable(std::function<Table()> table)
{
    d->table = std::move(table);
}

void Chart::setLook(const Look& look)
{
    if (d->ownLook == look)
        return;  // its labels stay where they are
    d->ownLook = look;
    d->plot->setLook(look);
}

void Chart::setSurface(Role surface)
{
    d->plot->setSurface(surface);
}

QString Chart::selectedMarker() const
{
    return d->plot->overlay().selected;
}

void Chart::selectMarker(const QString& id)
{
    const auto ids = d->draggables();
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
        d->select(id);
}

QString Chart::wordsAt(QPoint at) const
{
    for (const SceneLabel& label : scene().labels)
        if (label.rect.contains(at))
            return label.text;
    return {};
}

const Scene& Chart::scene() const
{
    d->plot->prepare();
    return d->plot->scene();
}

QRectF Chart::plotFrame() const
{
    d->plot->prepare();
    return d->plot->scene().frame;
}

QPointF Chart::toPixel(double x, double y) const
{
    d->plot->prepare();
    return {d->plot->xMap().toPixel(x), d->plot->yMap().toPixel(y)};
}

double Chart::toX(double pixel) const
{
    d->plot->prepare();
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

std::optional<PgfplotsFigure> Chart::pgfplots(const QSizeF& size) const
{
    Plot plot;
    plot.setZoom(d->plot->zoom());
    plot.setSpec(d->plot->spec());
    plot.layOutFor(size.toSize());
    const Scene& scene = plot.scene();
    if (scene.thumbnail || !scene.emptyText.isEmpty())
        return std::nullopt;
    PgfplotsFigure figure = pgfplotsOf(scene, plot.xDrawn(), plot.yDrawn(), plot.xMap(), plot.yMap(), Look{});
    figure.comment = d->texts.caption.toStdString();
    return figure.items.empty() ? std::nullopt : std::optional(std::move(figure));
}

void Chart::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    Plot plot;
    plot.setTicksInside(true);
    plot.setZoom(d->plot->zoom());
    plot.setLook(look);
    plot.setSpec(d->plot->spec());
    plot.drawTo(painter, size.toSize());
}

QSize Chart::sizeHint() const
{
    return spec().thumbnail ? QSize(116, 64) : QSize(640, 360);
}

QSize Chart::minimumSizeHint() const
{
    return spec().thumbnail ? QSize(64, 40) : QSize(280, 180);
}

bool Chart::focusNextPrevChild(bool next)
{
    const auto ids = d->draggables();
    const auto current = std::find(ids.begin(), ids.end(), selectedMarker());
    if (hasFocus() && current != ids.end()) {
        if (next && current + 1 != ids.end()) {
            d->select(*(current + 1));
            return true;
        }
        if (!next && current != ids.begin()) {
            d->select(*(current - 1));
            return true;
        }
    }
    return QWidget::focusNextPrevChild(next);
}

void Chart::focusInEvent(QFocusEvent* event)
{
    const auto ids = d->draggables();
    if (!ids.empty() && event->reason() == Qt::TabFocusReason)
        d->select(ids.front());
    else if (!ids.empty() && event->reason() == Qt::BacktabFocusReason)
        d->select(ids.back());
    if (!isAboutWindow(event->reason()))
        d->setFocused(event->reason() != Qt::MouseFocusReason);
    QWidget::focusInEvent(event);
}

void Chart::focusOutEvent(QFocusEvent* event)
{
    if (!isAboutWindow(event->reason()))
        d->setFocused(false);
    QWidget::focusOutEvent(event);
}

std::pair<double, double> Chart::shownX() const
{
    d->plot->prepare();
    return {d->plot->xShown().low, d->plot->xShown().high};
}

bool Chart::isZoomed() const
{
    return !d->plot->zoom().isWhole();
}

QStringList Chart::unlabelled() const
{
    return scene().unlabelled;
}

void Chart::wheelEvent(QWheelEvent* event)
{
    const QRectF& frame = scene().frame;
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0 || spec().thumbnail) {
        QWidget::wheelEvent(event);  // the page scrolls
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
    // 0 is a key of a lecture too: first it shows all of the chart again.
    if (event->type() == QEvent::ShortcutOverride && isZoomed() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_0 &&
        static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier)
        event->accept();
    return QWidget::event(event);
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    if (!spec().thumbnail && d->zoomBy(*event))
        return;
    if (event->key() == Qt::Key_L && !(event->modifiers() & ~Qt::ShiftModifier) &&
        d->turn(event->modifiers() ? Qt::Horizontal : Qt::Vertical))
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
    d->dragged = hit->id;
    d->grabOffset = event->position().x() - hit->x;
    d->select(hit->id);
    d->readOut(std::nullopt);
    Q_EMIT markerDragged(hit->id, d->xWithinAxis(hit->x), EditPhase::Begin);
    Q_EMIT handleDragged(hit->id, d->xWithinAxis(event->position().x()), d->yWithinFrame(event->position().y()),
                         EditPhase::Begin);
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    if (!d->dragged.isEmpty()) {
        Q_EMIT markerDragged(d->dragged, d->xWithinAxis(event->position().x() - d->grabOffset), EditPhase::Move);
        Q_EMIT handleDragged(d->dragged, d->xWithinAxis(event->position().x()), d->yWithinFrame(event->position().y()),
                             EditPhase::Move);
        return;
    }
    const bool overMarker = d->hitAt(event->position()).has_value();
    setCursor(overMarker ? Qt::SizeHorCursor : Qt::ArrowCursor);
    d->readOut(overMarker ? std::nullopt : std::optional(event->position()));
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || d->dragged.isEmpty()) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    const QString id = std::exchange(d->dragged, {});
    Q_EMIT markerDragged(id, d->xWithinAxis(event->position().x() - d->grabOffset), EditPhase::End);
    Q_EMIT handleDragged(id, d->xWithinAxis(event->position().x()), d->yWithinFrame(event->position().y()),
                         EditPhase::End);
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QRectF& frame = scene().frame;
    const QPointF at = event->position();
    const bool left = at.x()<frame.left(), below = at.y()> frame.bottom();
    if (event->button() != Qt::LeftButton || spec().thumbnail || d->hitAt(at) || left == below) {
        if (event->button() == Qt::LeftButton && isZoomed() && frame.contains(at) && !d->hitAt(at))
            d->plot->setZoom({});
        else
            mousePressEvent(event);  // the second press of a handle that is grabbed twice
        return;
    }
    d->turn(left ? Qt::Vertical : Qt::Horizontal);
}

void Chart::leaveEvent(QEvent* event)
{
    d->readOut(std::nullopt);
    QWidget::leaveEvent(event);
}

void Chart::resizeEvent(QResizeEvent* event)
{
    d->plot->resize(size());
    QWidget::resizeEvent(event);
}

}  // namespace scalewright::ui
