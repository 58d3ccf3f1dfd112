// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/rail.h"

#include <QButtonGroup>
#include <QFontMetrics>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {

constexpr int dotDiameter = 7;
constexpr int sideMargin = 10;
constexpr int itemPadding = 10;

void paintStateDot(QPainter& painter, const QPointF& centre, PageState state, const VisualStyle& look)
{
    const QColor ink = look.color(ColorRole::Ink);
    const QRectF circle(centre.x() - dotDiameter / 2.0, centre.y() - dotDiameter / 2.0, dotDiameter, dotDiameter);
    painter.setPen(QPen(state == PageState::Empty ? look.color(ColorRole::FaintInk) : ink, 1.5));
    painter.setBrush(state == PageState::Measured ? QBrush(ink) : QBrush(Qt::NoBrush));
    painter.drawEllipse(circle);
    if (state == PageState::Stale) {  // half filled: measured at some point, but not with the current inputs
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPie(circle, 90 * 16, 180 * 16);
    }
}

}  // namespace

QString groupTitle(PageGroup group)
{
    switch (group) {
    case PageGroup::Overview: return {};  // a group with a single page needs no heading
    case PageGroup::OneMachine: return Rail::tr("One machine");
    case PageGroup::OnPaper: return Rail::tr("On paper");
    case PageGroup::ProveIt: return Rail::tr("Prove it");
    case PageGroup::HandIn: return Rail::tr("Hand in");
    }
    return {};
}

QString stateName(PageState state)
{
    switch (state) {
    case PageState::Empty: return Rail::tr("empty");
    case PageState::Assumed: return Rail::tr("assumed");
    case PageState::Measured: return Rail::tr("measured");
    case PageState::Stale: return Rail::tr("stale");
    }
    return {};
}

RailItem::RailItem(const PageEntry& entry, QWidget* parent) : QPushButton(entry.title, parent), m_section(entry.section)
{
    setObjectName(QStringLiteral("rail-") + entry.id);
    setCheckable(true);
    setFlat(true);
    setFocusPolicy(Qt::TabFocus);  // a click does not move the focus
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setState(m_state);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void RailItem::setState(PageState state)
{
    m_state = state;
    setAccessibleName(tr("%1, section %2, %3").arg(text(), m_section, stateName(state)));
    setToolTip(accessibleName());
    update();
}

void RailItem::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    updateGeometry();
    update();
}

QSize RailItem::sizeHint() const
{
    const Theme& theme = Theme::instance();
    if (m_isNarrow) {
        const QFontMetrics small(theme.font(TextStyle::Small, true));
        return {small.horizontalAdvance(text()) + Theme::spacing(4), small.height() + dotDiameter + Theme::spacing(5)};
    }
    const QFontMetrics body(theme.font(TextStyle::Body, true));
    const QFontMetrics small(theme.font(TextStyle::Small));
    const int width = itemPadding + dotDiameter + Theme::spacing(3) + body.horizontalAdvance(text()) +
                      Theme::spacing(8) + small.horizontalAdvance(m_section) + itemPadding;
    return {width, body.height() + Theme::spacing(4)};
}

void RailItem::paintEvent(QPaintEvent*)
{
    const VisualStyle& look = Theme::instance().visualStyle();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(ColorRole::Hover));
        painter.drawRoundedRect(rect(), 6, 6);
    }
    const QColor textColor =
        look.color(m_state == PageState::Empty && !isChecked() ? ColorRole::SoftInk : ColorRole::Ink);
    painter.setPen(textColor);
    if (m_isNarrow) {
        painter.setFont(look.font(TextStyle::Small, isChecked()));
        painter.drawText(rect().adjusted(0, Theme::spacing(2) + dotDiameter, 0, 0), Qt::AlignCenter, text());
        paintStateDot(painter, {width() / 2.0, Theme::spacing(3) + dotDiameter / 2.0}, m_state, look);
    } else {
        painter.setFont(look.font(TextStyle::Body, isChecked()));
        painter.drawText(rect().adjusted(itemPadding + dotDiameter + Theme::spacing(3), 0, 0, 0),
                         Qt::AlignVCenter | Qt::AlignLeft, text());
        painter.setPen(look.color(ColorRole::SoftInk));
        painter.setFont(look.font(TextStyle::Small));
        painter.drawText(rect().adjusted(0, 0, -itemPadding, 0), Qt::AlignVCenter | Qt::AlignRight, m_section);
        paintStateDot(painter, {itemPadding + dotDiameter / 2.0, height() / 2.0}, m_state, look);
    }
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(2, 2, -2, -2), 5, look);
}

Rail::Rail(const std::vector<PageEntry>& pages, QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_buttons(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_layout->setSpacing(2);
    m_buttons->setExclusive(true);
    std::optional<PageGroup> group;
    for (const PageEntry& page : pages) {
        if (group != page.group) {
            group = page.group;
            if (const QString name = groupTitle(page.group); !name.isEmpty()) {
                auto* title = new Text(name.toUpper(), TextStyle::Small, ColorRole::SoftInk, true);
                m_layout->addWidget(title);
                m_groupTitles.push_back(title);
            }
        }
        auto* item = new RailItem(page, this);
        m_layout->addWidget(item);
        m_buttons->addButton(item);
        m_items.emplace_back(page.id, item);
        connect(item, &QPushButton::toggled, this, [this, id = page.id](bool checked) {
            if (checked)
                Q_EMIT pageChosen(id);
        });
    }
    m_layout->addStretch();
    updateLayout();
}

void Rail::setCurrent(const QString& id)
{
    RailItem* found = item(id);
    if (!found)
        return;
    found->setChecked(true);
    for (const auto& [unused, each] : m_items)  // only the current page is a tab stop
        each->setFocusPolicy(each == found ? Qt::TabFocus : Qt::NoFocus);
}

void Rail::setState(const QString& id, PageState state)
{
    if (RailItem* found = item(id); found && found->state() != state)
        found->setState(state);
}

void Rail::setNarrow(bool narrow)
{
    if (narrow == m_isNarrow)
        return;
    m_isNarrow = narrow;
    updateLayout();
}

RailItem* Rail::item(const QString& id) const
{
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [&](const auto& entry) { return entry.first == id; });
    return found == m_items.end() ? nullptr : found->second;
}

void Rail::updateLayout()
{
    const int margin = m_isNarrow ? Theme::spacing(1) : sideMargin;
    m_layout->setContentsMargins(margin, Theme::spacing(3), margin + 1, Theme::spacing(3));
    for (QWidget* title : m_groupTitles) {
        title->setVisible(!m_isNarrow);
        title->setContentsMargins(itemPadding, Theme::spacing(2), 0, Theme::spacing(1));
    }
    for (const auto& [id, item] : m_items)
        item->setNarrow(m_isNarrow);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = Theme::instance().visualStyle();
    painter.fillRect(rect(), look.color(ColorRole::Background));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), look.color(ColorRole::Hairline));
}

}  // namespace scalewright::ui
