// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/widgets.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QEnterEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

#include "core/base/quantity/no_break_spaces.h"

namespace scalewright::ui {

QString withNoBreakSpaces(const QString& text)
{
    return QString::fromStdString(scalewright::withNoBreakSpaces(text.toStdString()));
}

QString withLongWordsCut(const QString& text)
{
    constexpr qsizetype longest = 400;
    if (text.size() <= longest)
        return text;
    static const QRegularExpression endless(QStringLiteral("(\\S{%1})\\S+").arg(longest));
    return QString(text).replace(endless, QStringLiteral("\\1…"));
}

Text::Text(TextStyle style, ColorRole role, bool bold, QWidget* parent) : Text(QString(), style, role, bold, parent) {}

Text::Text(const QString& text, TextStyle style, ColorRole role, bool bold, QWidget* parent)
    : QLabel(withNoBreakSpaces(withLongWordsCut(text)), parent),
      m_fullText(text),
      m_style(style),
      m_colorRole(role),
      m_bold(bold)
{
    setTextFormat(Qt::PlainText);
    followTheme(this, [this] { restyle(); });
}

void Text::setText(const QString& text)
{
    m_fullText = text;
    QLabel::setText(withNoBreakSpaces(textFormat() == Qt::PlainText ? withLongWordsCut(text) : text));
}

void Text::showText(const QString& text)
{
    setText(text);
    setVisible(!text.isEmpty());
}

void Text::showMessage(const QString& text, bool isWarning)
{
    setEdgeBar(isWarning ? ColorRole::Warning : ColorRole::Hairline);
    showText(text);
}

void Text::setColorRole(ColorRole role)
{
    if (role == m_colorRole)
        return;
    m_colorRole = role;
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

void Text::setEdgeBar(ColorRole role)
{
    m_edgeBar = role;
    setContentsMargins(8, 0, 0, 0);
    update();
}

// QFrame resets its margins when its style changes.
void Text::changeEvent(QEvent* event)
{
    const QMargins margins = contentsMargins();
    QLabel::changeEvent(event);
    if (contentsMargins() != margins)
        setContentsMargins(margins);
}

bool Text::isPlainText() const
{
    const QString shown = QLabel::text();
    return textFormat() == Qt::PlainText && !shown.isEmpty() && !shown.isRightToLeft() &&
           !(buddy() && shown.contains(QLatin1Char('&'))) && textInteractionFlags() == Qt::LinksAccessibleByMouse;
}

void Text::updateSizeInputs() const
{
    SizeInputs shape{QLabel::text(), font(), contentsMargins(), wordWrap(), minimumSize(), maximumSize()};
    if (shape == m_sizeInputs)
        return;
    m_sizeInputs = std::move(shape);
    m_shapedText.setText(m_sizeInputs.text, m_sizeInputs.font);
    m_sizeByWidth.clear();
}

QSize Text::sizeForWidth(int width) const
{
    updateSizeInputs();
    if (const auto cached = m_sizeByWidth.constFind(width); cached != m_sizeByWidth.cend())
        return *cached;
    const QFontMetrics metrics = fontMetrics();
    const QSize around(m_sizeInputs.margins.left() + m_sizeInputs.margins.right(),
                       m_sizeInputs.margins.top() + m_sizeInputs.margins.bottom());
    const int constrainedWidth =
        m_sizeInputs.minimumSize.width() > 0 ? std::max(width, m_sizeInputs.minimumSize.width()) : width;
    const bool chooses = constrainedWidth < 0 && m_sizeInputs.wraps;
    const int available = (chooses ? std::min(80 * metrics.averageCharWidth(), m_sizeInputs.maximumSize.width())
                           : constrainedWidth < 0 ? 2000
                                                  : constrainedWidth) -
                          around.width();
    QSize size = m_shapedText.sizeForWidth(available, m_sizeInputs.wraps);
    for (const int part : {2, 4})  // prefer a few short lines to one long one
        if (chooses && size.height() < 8 / part * metrics.lineSpacing() && size.width() > available / part)
            size = m_shapedText.sizeForWidth(available / part, m_sizeInputs.wraps);
    return *m_sizeByWidth.insert(width, (size + around).expandedTo(m_sizeInputs.minimumSize));
}

QSize Text::sizeHint() const
{
    return isPlainText() ? sizeForWidth(-1) : QLabel::sizeHint();
}

QSize Text::minimumSizeHint() const
{
    QSize minimum = isPlainText() ? QSize(sizeForWidth(0).width(),
                                          std::min(sizeForWidth(QWIDGETSIZE_MAX).height(), sizeForWidth(-1).height()))
                                  : QLabel::minimumSizeHint();
    if (m_elided)
        minimum.setWidth(fontMetrics().averageCharWidth() * 6);
    return minimum;
}

int Text::heightForWidth(int width) const
{
    return isPlainText() ? sizeForWidth(width).height() : QLabel::heightForWidth(width);
}

void Text::paintEvent(QPaintEvent* event)
{
    if (m_edgeBar) {
        QPainter painter(this);
        painter.fillRect(QRect(0, 1, 3, height() - 2), Theme::instance().color(*m_edgeBar));
    }
    const bool plain = isPlainText();
    if (plain)
        updateSizeInputs();
    const QRect contents = contentsRect();
    const bool fits =
        !m_elided || (plain ? m_shapedText.sizeForWidth(contents.width(), wordWrap()).width() <= contents.width()
                            : fontMetrics().elidedText(text(), Qt::ElideRight, contents.width()) == text());
    if (fits && !plain) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    if (fits) {
        m_shapedText.draw(painter, contents, alignment(), wordWrap());
        return;
    }
    setToolTip(text());
    // Shrink a title before eliding it.
    const double minimumScale = m_style == TextStyle::CardTitle ? 0.72 : 1;
    QFont fitted = font();
    const double share = contents.width() / std::max(1.0, QFontMetricsF(fitted).horizontalAdvance(text()));
    fitted.setPixelSize(std::max(1, static_cast<int>(fitted.pixelSize() * std::clamp(share, minimumScale, 1.0))));
    painter.setFont(fitted);
    painter.drawText(contents, static_cast<int>(alignment()),
                     QFontMetrics(fitted).elidedText(text(), Qt::ElideRight, contents.width()));
}

void Text::restyle()
{
    setFont(Theme::instance().font(m_style, m_bold));
    setTextColor(*this, Theme::instance().color(m_colorRole));
}

void setTextColor(QLabel& label, const QColor& color)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, color);
    label.setPalette(palette);
}

namespace {

// A clickable card is one button, whatever it contains; any other card is a group.
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

QAccessibleInterface* createAccessibleCard(const QString&, QObject* object)
{
    auto* card = qobject_cast<Card*>(object);
    return card ? new AccessibleCard(card) : nullptr;
}

}  // namespace

Card::Card(QWidget* parent) : QFrame(parent)
{
    [[maybe_unused]] static const bool installed = (QAccessible::installFactory(createAccessibleCard), true);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void Card::setClickable(bool clickable)
{
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

ColorRole Card::surfaceRole() const
{
    return m_clickable && m_hovered ? ColorRole::Hover : ColorRole::Card;
}

void Card::paintEvent(QPaintEvent* event)
{
    const VisualStyle& visualStyle = Theme::instance().visualStyle();
    QPainter painter(this);
    // Repaints well inside the edge, caused by changing content, need not paint the rounded corners.
    constexpr int edge = Theme::cornerRadius;
    if (const QRect dirtyRect = event->region().boundingRect();
        rect().adjusted(edge, edge, -edge, -edge).contains(dirtyRect)) {
        painter.fillRect(dirtyRect, visualStyle.color(surfaceRole()));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(visualStyle.color(surfaceRole()));
    painter.setPen(QPen(visualStyle.color(ColorRole::Hairline), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::cornerRadius, Theme::cornerRadius);
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(2, 2, -2, -2), Theme::cornerRadius - 1, visualStyle);
}

void Card::enterEvent(QEnterEvent* event)
{
    m_hovered = true;
    if (m_clickable) {
        update();
        Q_EMIT surfaceChanged(surfaceRole());
    }
    QFrame::enterEvent(event);
}

void Card::leaveEvent(QEvent* event)
{
    m_hovered = false;
    if (m_clickable) {
        update();
        Q_EMIT surfaceChanged(surfaceRole());
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

QPushButton* createButton(const QString& text, const char* styleName, TextStyle style, bool bold, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setAutoDefault(true);  // Return presses the focused button
    button->setProperty("look", QString::fromLatin1(styleName));
    setTextStyle({button}, style, bold);
    return button;
}

}  // namespace

void setTextStyle(std::initializer_list<QWidget*> widgets, TextStyle style, bool bold)
{
    for (QWidget* each : widgets)
        followTheme(each, [each, style, bold] { each->setFont(Theme::instance().font(style, bold)); });
}

void addItems(QBoxLayout& box, std::initializer_list<BoxItem> items)
{
    for (const BoxItem& item : items)
        if (item.widget)
            box.addWidget(item.widget, item.stretch, item.alignment);
        else if (item.layout)
            box.addLayout(item.layout, item.stretch);
        else
            box.addStretch(item.stretch);
}

Text* createParagraph(TextStyle style, ColorRole role, QWidget* parent, bool bold, const QString& text)
{
    auto* paragraph = new Text(text, style, role, bold, parent);
    paragraph->setWordWrap(true);
    return paragraph;
}

Text* createWarning(TextStyle style, QWidget* parent)
{
    Text* warning = createParagraph(style, ColorRole::Ink, parent);
    warning->setEdgeBar(ColorRole::Warning);
    warning->hide();
    return warning;
}

QGridLayout* createGrid(QWidget* owner, int horizontalSpacing, int verticalSpacing)
{
    auto* grid = new QGridLayout(owner);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(horizontalSpacing);
    grid->setVerticalSpacing(verticalSpacing);
    return grid;
}

QBoxLayout* createFlexibleRow(int spacing, std::initializer_list<BoxItem> items)
{
    auto* row = new QBoxLayout(QBoxLayout::LeftToRight);
    row->setSpacing(spacing);
    addItems(*row, items);
    return row;
}

void removeWidgets(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

QPushButton* createQuietButton(const QString& text, QWidget* parent)
{
    QPushButton* button = createButton(text, "quiet", TextStyle::Label, false, parent);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

QPushButton* createToggleButton(const QString& text, QWidget* parent, const QString& toolTip,
                                const QString& accessibleName)
{
    QPushButton* button = createDisclosureButton(text, parent, toolTip, accessibleName);
    button->setProperty("boxed", true);
    return button;
}

QPushButton* createDisclosureButton(const QString& text, QWidget* parent, const QString& toolTip,
                                    const QString& accessibleName)
{
    QPushButton* button = createQuietButton(text, parent);
    button->setCheckable(true);
    button->setToolTip(toolTip);
    button->setAccessibleName(accessibleName);
    return button;
}

QPushButton* createPrimaryButton(const QString& text, QWidget* parent)
{
    return createButton(text, "primary", TextStyle::Body, true, parent);
}

void paintFocusRing(QPainter& painter, const QRectF& rect, double radius, const VisualStyle& visualStyle)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(visualStyle.color(ColorRole::Ink), 2));
    painter.drawRoundedRect(rect, radius, radius);
    painter.restore();
}

void invalidateLayoutTree(QLayout& layout)
{
    for (int i = 0; i < layout.count(); ++i)
        if (QLayout* inner = layout.itemAt(i)->layout())
            invalidateLayoutTree(*inner);
    layout.invalidate();
}

void layOutNow(QWidget& top)
{
    // Let stable-height containers report new heights first.
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    constexpr int rounds = 3;  // a changed height can change a width by adding or removing a scroll bar
    for (int i = 0; i < rounds; ++i) {
        for (QWidget* each : top.findChildren<QWidget*>())
            if (each->layout() && each->isVisible())
                invalidateLayoutTree(*each->layout());
        QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
}

}  // namespace scalewright::ui
