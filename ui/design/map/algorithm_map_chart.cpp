#include "ui/design/map/algorithm_map_chart.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/pattern_traits.h"
#include "ui/design/map/algorithm_map_words.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double dotRadius = 6;

QColor tinted(double tint, const Look& look)
{
    // On a dark ground strong tints would swallow the labels, and weak ones are the ground.
    const double share = look.dark ? 0.1 + 0.32 * tint : 0.08 + 0.62 * tint;
    const QColor over = look.color(Role::Communication), under = look.color(Role::Card);
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(share * a + (1 - share) * b)); };
    return {channel(over.red(), under.red()), channel(over.green(), under.green()), channel(over.blue(), under.blue())};
}

void drawTexts(QPainter& painter, const std::vector<TextLine>& texts, const Look& look)
{
    for (const TextLine& text : texts) {
        painter.setFont(look.font(text.style, text.bold));
        painter.setPen(look.color(text.role));
        painter.drawText(text.baseline, text.text);
    }
}

void draw(QPainter& painter, const MapLayout& layout, const Look& look, bool onScreen)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const MapRegion& region : layout.regions) {
        painter.setBrush(tinted(region.tint, look));
        if (onScreen)
            painter.drawRects(region.strips.data(), static_cast<int>(region.strips.size()));
        else
            painter.drawPolygon(region.outline);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color(Role::Soft), 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    for (const QPolygonF& boundary : layout.boundaries)
        painter.drawPolyline(boundary);
    painter.setPen(QPen(look.color(Role::Faint), 1));
    for (const QLineF& tick : layout.ticks)
        painter.drawLine(tick);
    if (!layout.frame.isNull())
        painter.drawRect(layout.frame);
    for (const MapRegion& region : layout.regions)
        drawTexts(painter, region.label, look);
    drawTexts(painter, layout.texts, look);
    for (const MapKey& key : layout.legend) {
        painter.setPen(QPen(look.color(Role::Faint), 1));
        painter.setBrush(tinted(key.tint, look));
        painter.drawRect(key.swatch);
        drawTexts(painter, {key.text}, look);
    }
    if (!layout.dot)
        return;
    QPen guide(look.color(Role::Ink), 1);
    guide.setDashPattern({4, 3});
    painter.setPen(guide);
    for (const QLineF& each : layout.guides)
        painter.drawLine(each);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Role::Card));
    painter.drawRoundedRect(layout.dotLabelBox, 4, 4);
    drawTexts(painter, layout.dotLabel, look);
    painter.setPen(QPen(look.color(Role::Card), 2));
    painter.setBrush(look.color(Role::Ink));
    painter.drawEllipse(*layout.dot, dotRadius, dotRadius);
}

}  // namespace

AlgorithmMapChart::AlgorithmMapChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        place();
    });
}

void AlgorithmMapChart::setContent(MapContent content)
{
    m_content = std::move(content);
    const FigureTexts words = texts();
    setAccessibleName(words.title);
    setAccessibleDescription(words.summary);
    place();
}

void AlgorithmMapChart::place()
{
    m_layout = layOutMap(m_content, Theme::instance().look(), size());
    update();
}

QSize AlgorithmMapChart::minimumSizeHint() const
{
    const double scale = Theme::instance().typeScale();
    return {static_cast<int>(360 * scale), static_cast<int>(220 * scale)};
}

FigureTexts AlgorithmMapChart::texts() const
{
    QStringList sentences = mapSentences(m_content);
    const QString answer = m_content.emptyText.isEmpty() ? sentences.front() : QString();
    if (m_content.hasDot())
        sentences.prepend(mapWords::dotLabel(m_content).join(QStringLiteral(": ")) + QLatin1Char('.'));
    return {tr("Fastest pattern by p and message"), mapCaption(m_content), sentences.join(QLatin1Char(' ')), answer};
}

void AlgorithmMapChart::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    draw(plainPainter(painter), layOutMap(m_content, look, size), look, false);
}

void AlgorithmMapChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

void AlgorithmMapChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    draw(painter, m_layout, look, true);
    if (m_pointer && !m_dragging)
        drawReadOut(painter, look);
    if (hasFocus() && m_layout.dot)
        paintFocusRing(
            painter, QRectF(m_layout.dot->x() - dotRadius, m_layout.dot->y() - dotRadius, 2 * dotRadius, 2 * dotRadius),
            dotRadius + 3, look);
    else if (hasFocus())
        paintFocusRing(painter, rect().adjusted(3, 3, -3, -3), 6, look);
}

void AlgorithmMapChart::drawReadOut(QPainter& painter, const Look& look) const
{
    const QRectF& frame = m_layout.frame;
    if (!frame.contains(*m_pointer))
        return;
    const MapReading reading = readMap(m_content, pAt(m_pointer->x()), m_layout.y.toValue(m_pointer->y()));
    const TextMeasure measure(look);
    QStringList lines{tr("p %1 · %2").arg(reading.p).arg(qt(formatAmount(reading.bytes, Dimension::Bytes).joined()))};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, reading.seconds.size()); ++i)
        lines << tr("%1: %2").arg(qt(titleOf(reading.seconds[i].first)),
                                  qt(formatAmount(reading.seconds[i].second, Dimension::Time).joined()));
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, measure.width(lines[i], TextStyle::Small, i < 2));
    const double line = measure.line(TextStyle::Small);
    QRectF box(0, 0, width + 16, line * static_cast<double>(lines.size()) + 10);
    box.moveTopLeft(*m_pointer + QPointF(14, 14));
    if (box.right() > frame.right())
        box.moveRight(m_pointer->x() - 14);
    if (box.bottom() > frame.bottom())
        box.moveBottom(m_pointer->y() - 10);
    painter.setPen(QPen(look.color(Role::Hairline), 1));
    painter.setBrush(look.color(Role::Card));
    painter.drawRoundedRect(box, 6, 6);
    for (qsizetype i = 0; i < lines.size(); ++i)
        drawTexts(painter,
                  {measure.at(lines[i], box.left() + 8, box.top() + 5 + line * static_cast<double>(i), TextStyle::Small,
                              i < 2, i == 0 ? Role::Soft : Role::Ink)},
                  look);
}

bool AlgorithmMapChart::overDot(const QPointF& position) const
{
    return m_layout.dot && QLineF(position, *m_layout.dot).length() <= dotRadius + 6;
}

int AlgorithmMapChart::pAt(double x) const
{
    return std::clamp(static_cast<int>(std::lround(m_layout.x.toValue(x))), 2, m_content.pHigh);
}

void AlgorithmMapChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !overDot(event->position())) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_dragging = true;
    m_grab = event->position().x() - m_layout.dot->x();
    Q_EMIT moved(m_content.p, EditPhase::Begin);
}

void AlgorithmMapChart::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (m_dragging) {
        Q_EMIT moved(pAt(event->position().x() - m_grab), EditPhase::Move);
        return;
    }
    setCursor(overDot(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    update();
}

void AlgorithmMapChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_dragging) {
        QWidget::mouseReleaseEvent(event);
        return;
    }
    m_dragging = false;
    Q_EMIT moved(pAt(event->position().x() - m_grab), EditPhase::End);
}

void AlgorithmMapChart::leaveEvent(QEvent* event)
{
    m_pointer.reset();
    update();
    QWidget::leaveEvent(event);
}

void AlgorithmMapChart::keyPressEvent(QKeyEvent* event)
{
    int p = m_content.p;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: p -= 1; break;
    case Qt::Key_Right:
    case Qt::Key_Up: p += 1; break;
    case Qt::Key_PageDown: p /= 2; break;
    case Qt::Key_PageUp: p *= 2; break;
    case Qt::Key_Home: p = 2; break;
    case Qt::Key_End: p = m_content.pHigh; break;
    default: QWidget::keyPressEvent(event); return;
    }
    if (m_content.hasDot())
        Q_EMIT moved(std::clamp(p, 2, m_content.pHigh), EditPhase::End);
}

void AlgorithmMapChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void AlgorithmMapChart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

}  // namespace scalewright::ui
