// Editing a cell of a table: an entry that cannot be read stays in its field, and what would be right is said.
#pragma once

#include <QStyledItemDelegate>

namespace scalewright::ui {

class EntryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// What is wrong with a text in a column, and what would be right; empty where it can be taken.
    using Check = QString (*)(int column, const QString& text);

    EntryDelegate(Check check, QObject* parent) : QStyledItemDelegate(parent), m_check(check) {}
    /// The role of the first column that says whether its row is marked with a warning's bar; without one no row is.
    void setMarkRole(int role) { m_markRole = role; }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

Q_SIGNALS:
    /// What is wrong with the entry; empty when it is good or was given up.
    void problem(const QString& text) const;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;

private:
    Check m_check;
    int m_markRole = -1;
};

}  // namespace scalewright::ui
