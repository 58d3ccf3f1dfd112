#include "ui/theme/widgets.h"

#include <QRegularExpression>
#include <QAccessibleWidget>
#include <QApplication>
#include <QEnterEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

#include "core/base/quantity/unbroken.h"

namespace scalewright::ui {

QString unbrokenText(const QString& text)
{
    return QString::fromStdString(unbroken(text.toStdString()));
}

QString withoutEndlessWords(const QString& text)
{
    constexpr qsizetype longest = 400;
    if (text.size() <= longest)
        return text;
    static const QRegularExpression endless(QStringLiteral("(\\S{%1})\\S+").arg(longest));
    return QString(text).replace(endless, QStringLiteral("\\1…"));
}

Text::Text(TextStyle style, Role role, bool bold, QWidget* parent) : Text(QString(), style, role, bold, parent) {}

Text::Text(const QString& text, TextStyle style, Role role, bool bold, QWidget* parent)
    : QLabel(unbrokenText(withoutEndlessWords(text)), parent), m_said(text), m_style(style), m_role(role), m_bold(bold)
{
    setTextFormat(Qt::PlainText);
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, &Text::restyle);
}

void Text::setText(const QString& text)
{
    m_said = text;
    QLabel::setText(unbrokenText(textFormat() == Qt::PlainText ? withoutEndlessWords(text) : text));
}

void Text::setRole(Role role)
{
    if (role == m_role)
        return;
    m_role = role;
    restyle();
}

void Text::setBold(bool bold)
{
    if (bold == m_bold)
        return;
    m_bold = bold;
    restyle();
}

void Text::setElided(bool elided)
{
    m_elided = elided;
    updateGeometry();
}

void Text::setMark(Role role)
{
    m_mark = role;
    setContentsMargins(8, 0, 0, 0);
}

// A frame that takes on another style sets its margins back.
void Text::changeEvent(QEvent* event)
{
    const QMargins margins = contentsMargins();
    QLabel::changeEvent(event);
    if (contentsMargins() != margins)
        setContentsMargins(margins);
}

bool Text::isPlain() const
{
    const QString shown = QLabel::text();
    return textFormat() == Qt::PlainText && !shown.isEmpty() && !shown.isRightToLeft() &&
           !(buddy() && shown.contains(QLatin1Char('&'))) && textInteractionFlags() == Qt::LinksAccessibleByMouse;
}

void Text::settleShape() const
{
    Shape shape{QLabel::text(), font(), contentsMargins(), wordWrap(), minimumSize(), maximumSize()};
    if (shape == m_shape)
        return;
    m_shape = std::move(shape);
    m_shaped.set(m_shape.text, m_shape.font);
    m_sizes.clear();
}

QSize Text::sizeAt(int width) const
{
    settleShape();
    if (const auto known = m_sizes.constFind(width); known != m_sizes.cend())
        return *known;
    const QFontMetrics metrics = fontMetrics();
    const QSize around(m_shape.margins.left() + m_shape.margins.right(),
                       m_shape.margins.top() + m_shape.margins.bottom());
    const int given = m_shape.least.width() > 0 ? std::max(width, m_shape.least.width()) : width;
    const bool chooses = given < 0 && m_shape.wraps;
    const int room = (chooses     ? std::min(80 * metrics.averageCharWidth(), m_shape.most.width())
                      : given < 0 ? 2000
                                  : given) -
                     around.width();
    QSize size = m_shaped.sizeAt(room, m_shape.wraps);
    for (const int part : {2, 4})  // rather a few short lines than one long one
        if (chooses && size.height() < 8 / part * metrics.lineSpacing() && size.width() > room / part)
            size = m_shaped.sizeAt(room / part, m_shape.wraps);
    return *m_sizes.insert(width, (size + around).expandedTo(m_shape.least));
}

QSize Text::sizeHint() const
{
    return isPlain() ? sizeAt(-1) : QLabel::sizeHint();
}

QSize Text::minimumSizeHint() const
{
    QSize least = isPlain() ? QSize(sizeAt(0).width(), std::min(sizeAt(QWIDGETSIZE_MAX).height(), sizeAt(-1).height()))
                            : QLabel::minimumSizeHint();
    if (m_elided)
        least.setWidth(fontMetrics().averageCharWidth() * 6);
    return least;
}

int Text::heightForWidth(int width) const
{
    return isPlain() ? sizeAt(width).height() : QLabel::heightForWidth(width);
}

void Text::paintEvent(QPaintEvent* event)
{
    if (m_mark) {
        QPainter painter(this);
        painter.fillRect(QRect(0, 1, 3, height() - 2), Theme::instance().color(*m_mark));
    }
    const bool plain = isPlain();
    if (plain)
        settleShape();
    const QRect room = contentsRect();
    const bool whole = !m_elided || (plain ? m_shaped.sizeAt(room.width(), wordWrap()).width() <= room.width()
                                           : fontMetrics().elidedText(text(), Qt::ElideRight, room.width()) == text());
    if (whole && !plain) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    if (whole) {
        m_shaped.draw(painter, room, alignment(), wordWrap());
        return;
    }
    setToolTip(text());
    // Rather smaller letters than half of a title.
    const double leastShare = m_style == TextStyle::CardTitle ? 0.72 : 1;
    QFont fitted = font();
    const double share = room.width() / std::max(1.0, QFontMetricsF(fitted).horizontalAdvance(text()));
    fitted.setPixelSize(std::max(1, static_cast<int>(fitted.pixelSize() * std::clamp(share, leastShare, 1.0))));
    painter.setFont(fitted);
    painter.drawText(room, static_cast<int>(alignment()),
                     QFontMetrics(fitted).elidedText(text(), Qt::ElideRight, room.width()));
}

void Text::restyle()
{
    const Theme& theme = Theme::instance();
    setFont(theme.font(m_style, m_bold));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.color(m_role));
    setPalette(colours);
}

namespace {

// A clickable card is one button, whatever it is made of; any other is a group.
class AccessibleCard : public QAccessibleWidget {
public:
    explicit AccessibleCard(Card* card) : QAccessibleWidget(card, QAccessible::Grouping), m_card(card) {}

    [[nodiscard]] QAccessible::Role role() const override
    {
        return m_card->isClickable() ? QAccessible::Button : QAccessible::Grouping;
    }
    [[nodiscard]] int childCount() const override
    {
        return m_card->isClickable() ? 0 : QAccessibleWidget::childCount();
    }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        return m_card->isClickable() ? nullptr : QAccessibleWidget::child(index);
    }
    [[nodiscard]] QStringList actionNames() const override
    {
        return m_card->isClickable() ? QStringList{pressAction()} + QAccessibleWidget::actionNames()
                                     : QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && m_card->isClickable())
            Q_EMIT m_card->clicked();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    Card* m_card;
};

QAccessibleInterface* accessibleCard(const QString&, QObject* object)
{
    auto* card = qobject_cast<Card*>(object);
    return card ? new AccessibleCard(card) : nullptr;
}

}  // namespace

Card::Card(QWidget* parent) : QFrame(parent)
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(accessibleCard), true);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void Card::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

Role Card::surface() const
{
    return m_clickable && m_hovered ? Role::Hover : Role::Card;
}

void Card::paintEvent(QPaintEvent* event)
{
    const Look& look = Theme::instance().look();
    QPainter painter(this);
    // Within the edge, under what moves: no corner to round.
    constexpr int edge = Theme::cornerRadius;
    if (const QRect moved = event->region().boundingRect(); rect().adjusted(edge, edge, -edge, -edge).contains(moved)) {
        painter.fillRect(moved, look.color(surface()));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(look.color(surface()));
    painter.setPen(QPen(look.color(Role::Hairline), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::cornerRadius, Theme::cornerRadius);
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(2, 2, -2, -2), Theme::cornerRadius - 1, look);
}

void Card::enterEvent(QEnterEvent* event)
{
    m_hovered = true;
    if (m_clickable) {
        update();
        Q_EMIT surfaceChanged(surface());
    }
    QFrame::enterEvent(event);
}

void Card::leaveEvent(QEvent* event)
{
    m_hovered = false;
    if (m_clickable) {
        update();
        Q_EMIT surfaceChanged(surface());
    }
    QFrame::leaveEvent(event);
}

void Card::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_clickable && event->button() == Qt::LeftButton;
    if (!m_pressed)
        QFrame::mousePressEvent(event);
}

void Card::mouseReleaseEvent(QMouseEvent* event)
{
    const bool click = m_pressed && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint());
    m_pressed = false;
    if (click)
        Q_EMIT clicked();
    else
        QFrame::mouseReleaseEvent(event);
}

void Card::keyPressEvent(QKeyEvent* event)
{
    if (m_clickable &&
        (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT clicked();
    else
        QFrame::keyPressEvent(event);
}

namespace {

QPushButton* buttonOf(const QString& text, const char* look, TextStyle style, bool bold, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setAutoDefault(true);  // Return presses the button that has the keyboard
    button->setProperty("look", QString::fromLatin1(look));
    const auto restyle = [button, style, bold] { button->setFont(Theme::instance().font(style, bold)); };
    restyle();
    QObject::connect(&Theme::instance(), &Theme::changed, button, restyle);
    return button;
}

}  // namespace

QPushButton* quietButton(const QString& text, QWidget* parent)
{
    QPushButton* button = buttonOf(text, "quiet", TextStyle::Label, false, parent);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

QPushButton* primaryButton(const QString& text, QWidget* parent)
{
    return buttonOf(text, "primary", TextStyle::Body, true, parent);
}

void paintFocusRing(QPainter& painter, const QRectF& rect, double radius, const Look& look)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color(Role::Ink), 2));
    painter.drawRoundedRect(rect, radius, radius);
    painter.restore();
}

void invalidateAll(QLayout& layout)
{
    for (int i = 0; i < layout.count(); ++i)
        if (QLayout* inner = layout.itemAt(i)->layout())
            invalidateAll(*inner);
    layout.invalidate();
}

void layOutNow(QWidget& top)
{
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // what is held steady tells its new height first
    constexpr int rounds = 3;  // a height may change a width, by a scroll bar
    for (int i = 0; i < rounds; ++i) {
        for (QWidget* each : top.findChildren<QWidget*>())
            if (each->layout() && each->isVisible())
                invalidateAll(*each->layout());
        QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
}

}  // namespace scalewright::ui
