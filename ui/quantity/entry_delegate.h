// SPDX-License-Identifier: GPL-3.0-or-later
// Edits table cells: an invalid entry stays in its editor, together with a message that says what is expected.
#pragma once

#include <QStyledItemDelegate>

namespace scalewright::ui {

class EntryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Returns the error for a text in a column, including what is expected; empty if the text is valid.
    using Check = QString (*)(int column, const QString& text);

    EntryDelegate(Check check, QObject* parent) : QStyledItemDelegate(parent), m_check(check) {}
    /// Sets the item data role that says, in the first column, whether a row gets a warning bar; without a role, no row
    /// gets one.
    void setWarningRole(int role) { m_warningRole = role; }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

Q_SIGNALS:
    /// The current entry's error; empty when the entry becomes valid or is abandoned.
    void problemChanged(const QString& text) const;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;

private:
    Check m_check;
    int m_warningRole = -1;
};

}  // namespace scalewright::ui
