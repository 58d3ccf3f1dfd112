// SPDX-License-Identifier: GPL-3.0-or-later
// The matching items as a list model, and the delegate that paints a row.
#pragma once

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <vector>

#include "ui/page/page.h"

namespace scalewright::ui {

class PaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum { DetailRole = Qt::UserRole + 1 };

    using QAbstractListModel::QAbstractListModel;
    void setItems(std::vector<PaletteItem> items);
    [[nodiscard]] const PaletteItem& item(int row) const { return m_items.at(static_cast<std::size_t>(row)); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteItem> m_items;
};

class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace scalewright::ui
