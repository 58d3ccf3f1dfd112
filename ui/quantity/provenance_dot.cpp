// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/provenance_dot.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

ProvenanceDot::ProvenanceDot(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    QObject::connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ProvenanceDot::setOrigin(const std::optional<Origin>& origin, const QString& story)
{
    setToolTip(story);
    setAccessibleName(story);
    if (origin == m_origin)
        return;
    m_origin = origin;
    update();
}

QSize ProvenanceDot::sizeHint() const
{
    const int side = Theme::scaled(12);
    return {side, side};
}

void ProvenanceDot::paintEvent(QPaintEvent*)
{
    if (!m_origin || m_origin == Origin::Typed)  // what a person typed needs no mark
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink = Theme::instance().color(ColorRole::SoftInk);
    const double radius = 0.33 * width();
    const QPointF middle(width() / 2.0, height() / 2.0);
    const QRectF around(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius);
    painter.setPen(QPen(ink, 1.4));
    switch (*m_origin) {
    case Origin::Measured:
    case Origin::Imported: painter.setBrush(ink); break;
    case Origin::Catalogue: {
        painter.save();
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        constexpr int degree = 16;
        painter.drawPie(around, 90 * degree, 180 * degree);
        painter.restore();
        break;
    }
    case Origin::Typed:
    case Origin::Assumed: break;
    }
    painter.drawEllipse(around);
}

QString originMark(Origin origin)
{
    switch (origin) {
    case Origin::Measured:
    case Origin::Imported: return QStringLiteral("● ");
    case Origin::Catalogue: return QStringLiteral("◐ ");
    case Origin::Typed: return {};
    case Origin::Assumed: break;
    }
    return QStringLiteral("○ ");
}

ProvenanceKey::ProvenanceKey(QWidget* parent) : QWidget(parent)
{
    auto* row = createBox<QHBoxLayout>(this, Theme::spacing(3));
    for (const Origin origin : {Origin::Measured, Origin::Imported, Origin::Catalogue, Origin::Assumed}) {
        auto* place = new QWidget(this);
        auto* dot = new ProvenanceDot(place);
        dot->setOrigin(origin, originText(origin));
        createBox<QHBoxLayout>(place, Theme::spacing(1),
                               {dot, new Text(originText(origin), TextStyle::Small, ColorRole::SoftInk, false, place)});
        row->addWidget(place);
        m_entries.push_back({origin, place});
    }
    row->addStretch();
}

void ProvenanceKey::showOriginsOf(const std::vector<MaybeQuantity>& quantities)
{
    for (const Entry& entry : m_entries)
        entry.widget->setVisible(std::any_of(quantities.begin(), quantities.end(), [&](const MaybeQuantity& each) {
            return each && each->provenance.origin == entry.origin;
        }));
}

}  // namespace scalewright::ui
