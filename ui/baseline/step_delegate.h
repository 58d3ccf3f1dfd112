// Editing a cell of the steps: an entry that cannot be read stays in its field, and what would be right is said.
#pragma once

#include <QStyledItemDelegate>

namespace scalewright::ui {

class StepDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

Q_SIGNALS:
    /// What is wrong with the entry; empty when it is good or was given up.
    void problem(const QString& text) const;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;
};

}  // namespace scalewright::ui
