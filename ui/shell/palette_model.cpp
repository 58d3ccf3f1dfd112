// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette_model.h"

#include <QPainter>

#include <utility>

#include "ui/shell/palette.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

void PaletteModel::setItems(std::vector<PaletteItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PaletteItem& found = item(index.row());
    const QString kind = kindName(found.kind);
    const QString detail =
        found.detail.isEmpty() || found.detail == kind ? kind : kind + QStringLiteral(" · ") + found.detail;
    switch (role) {
    case Qt::DisplayRole: return found.title;
    case DetailRole: return detail;
    case Qt::AccessibleTextRole: return found.title + QStringLiteral(", ") + detail;
    default: return {};
    }
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(look.color(ColorRole::Hover));
        painter->drawRoundedRect(option.rect, 6, 6);
    }
    const QRect inner = option.rect.adjusted(Theme::spacing(3), 0, -Theme::spacing(3), 0);
    const QFont small = look.font(TextStyle::Small);
    const QString detail = index.data(PaletteModel::DetailRole).toString();
    const int detailWidth = std::min(QFontMetrics(small).horizontalAdvance(detail) + 2, inner.width() / 2);
    painter->setFont(small);
    painter->setPen(look.color(ColorRole::SoftInk));
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(detail, Qt::ElideRight, detailWidth));
    const QFont body = look.font(TextStyle::Body, option.state.testFlag(QStyle::State_Selected));
    painter->setFont(body);
    painter->setPen(look.color(ColorRole::Ink));
    const int titleWidth = inner.width() - detailWidth - Theme::spacing(4);
    painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(body).elidedText(index.data().toString(), Qt::ElideRight, titleWidth));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {100, QFontMetrics(Theme::instance().font(TextStyle::Body)).height() + Theme::spacing(3)};
}

}  // namespace scalewright::ui
