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

void paintDot(QPainter& painter, const QPointF& centre, PageState state, const Look& look)
{
    const QColor ink = look.color(Role::Ink);
    const QRectF circle(centre.x() - dotDiameter / 2.0, centre.y() - dotDiameter / 2.0, dotDiameter, dotDiameter);
    painter.setPen(QPen(state == PageState::Empty ? look.color(Role::Faint) : ink, 1.5));
    painter.setBrush(state == PageState::Measured ? QBrush(ink) : QBrush(Qt::NoBrush));
    painter.drawEllipse(circle);
    if (state == PageState::Stale) {  // half full: measured once, but not with these inputs
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPie(circle, 90 * 16, 180 * 16);
    }
}

}  // namespace

QString groupTitle(PageGroup group)
{
    switch (group) {
    case PageGroup::Whole: return {};  // its one page needs no heading
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
    setFocusPolicy(Qt::TabFocus);  // a click leaves the keyboard where it is
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
    m_narrow = narrow;
    updateGeometry();
    update();
}

QSize RailItem::sizeHint() const
{
    const Theme& theme = Theme::instance();
    if (m_narrow) {
        const QFontMetrics small(theme.font(TextStyle::Small, true));
        return {small.horizontalAdvance(text()) + Theme::space(4), small.height() + dotDiameter + Theme::space(5)};
    }
    const QFontMetrics body(theme.font(TextStyle::Body, true));
    const QFontMetrics small(theme.font(TextStyle::Small));
    const int width = itemPadding + dotDiameter + Theme::space(3) + body.horizontalAdvance(text()) + Theme::space(8) +
                      small.horizontalAdvance(m_section) + itemPadding;
    return {width, body.height() + Theme::space(4)};
}

void RailItem::paintEvent(QPaintEvent*)
{
    const Look& look = Theme::instance().look();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(Role::Hover));
        painter.drawRoundedRect(rect(), 6, 6);
    }
    const QColor textColor = look.color(m_state == PageState::Empty && !isChecked() ? Role::Soft : Role::Ink);
    painter.setPen(textColor);
    if (m_narrow) {
        painter.setFont(look.font(TextStyle::Small, isChecked()));
        painter.drawText(rect().adjusted(0, Theme::space(2) + dotDiameter, 0, 0), Qt::AlignCenter, text());
        paintDot(painter, {width() / 2.0, Theme::space(3) + dotDiameter / 2.0}, m_state, look);
    } else {
        painter.setFont(look.font(TextStyle::Body, isChecked()));
        painter.drawText(rect().adjusted(itemPadding + dotDiameter + Theme::space(3), 0, 0, 0),
                         Qt::AlignVCenter | Qt::AlignLeft, text());
        painter.setPen(look.color(Role::Soft));
        painter.setFont(look.font(TextStyle::Small));
        painter.drawText(rect().adjusted(0, 0, -itemPadding, 0), Qt::AlignVCenter | Qt::AlignRight, m_section);
        paintDot(painter, {itemPadding + dotDiameter / 2.0, height() / 2.0}, m_state, look);
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
                auto* title = new Text(name.toUpper(), TextStyle::Small, Role::Soft, true);
                m_layout->addWidget(title);
                m_titles.push_back(title);
            }
        }
        auto* item = new RailItem(page, this);
        m_layout->addWidget(item);
        m_buttons->addButton(item);
        m_items.emplace_back(page.id, item);
        connect(item, &QPushButton::toggled, this, [this, id = page.id](bool on) {
            if (on)
                Q_EMIT chosen(id);
        });
    }
    m_layout->addStretch();
    arrange();
}

void Rail::setCurrent(const QString& id)
{
    RailItem* found = item(id);
    if (!found)
        return;
    found->setChecked(true);
    for (const auto& [unused, each] : m_items)  // Tab stops at the page one is on
        each->setFocusPolicy(each == found ? Qt::TabFocus : Qt::NoFocus);
}

void Rail::setState(const QString& id, PageState state)
{
    if (RailItem* found = item(id); found && found->state() != state)
        found->setState(state);
}

void Rail::setNarrow(bool narrow)
{
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    arrange();
}

RailItem* Rail::item(const QString& id) const
{
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [&](const auto& entry) { return entry.first == id; });
    return found == m_items.end() ? nullptr : found->second;
}

void Rail::arrange()
{
    const int margin = m_narrow ? Theme::space(1) : sideMargin;
    m_layout->setContentsMargins(margin, Theme::space(3), margin + 1, Theme::space(3));
    for (QWidget* title : m_titles) {
        title->setVisible(!m_narrow);
        title->setContentsMargins(itemPadding, Theme::space(2), 0, Theme::space(1));
    }
    for (const auto& [id, item] : m_items)
        item->setNarrow(m_narrow);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = Theme::instance().look();
    painter.fillRect(rect(), look.color(Role::Background));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), look.color(Role::Hairline));
}

}  // namespace scalewright::ui
