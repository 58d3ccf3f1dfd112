// Editing in the ladder's table: an entry that cannot be read stays open and says why.
#pragma once

#include <QStyledItemDelegate>

namespace scalewright::ui {

class LadderDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

Q_SIGNALS:
    /// What is wrong with the entry; empty takes it back.
    void problem(const QString& text) const;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;
};

}  // namespace scalewright::ui
