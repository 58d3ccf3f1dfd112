// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/entry_delegate.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {
constexpr double minimumEditorWidth = 150;  ///< at type size 1; wide enough for "25.6M params fp32"
}

QWidget* EntryDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* field = new QLineEdit(parent);
    field->setFont(Theme::instance().font(TextStyle::Label));
    field->setFrame(false);
    field->setAlignment(index.data(Qt::TextAlignmentRole).value<Qt::Alignment>());
    field->setStyleSheet(QStringLiteral(
        "QLineEdit { border-radius: 3px; padding: 0 6px; } QLineEdit:focus { border-width: 1px; padding: 0 6px; }"));
    field->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
    field->setProperty("column", index.column());
    connect(field, &QLineEdit::textEdited, this, [this] { Q_EMIT problemChanged({}); });
    return field;
}

// Makes the editor wide enough to read the text, even if the column is narrower.
void EntryDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const QWidget* view = editor->parentWidget();
    const int availableWidth = view ? view->width() : option.rect.width();
    const int width = std::min(availableWidth, std::max(option.rect.width(), Theme::scaled(minimumEditorWidth)));
    QRect wide = option.rect;
    wide.setLeft(std::clamp(wide.right() + 1 - width, 0, std::max(0, availableWidth - width)));
    wide.setWidth(width);
    editor->setGeometry(wide);
}

// Draws unknown values muted.
void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    if (index.data(Qt::EditRole).toString().isEmpty()) {
        const QColor soft = Theme::instance().color(ColorRole::SoftInk);
        cell.palette.setColor(QPalette::Text, soft);
        cell.palette.setColor(QPalette::HighlightedText, soft);
    }
    QStyledItemDelegate::paint(painter, cell, index);
    if (m_warningRole >= 0 && index.column() == 0 && index.data(m_warningRole).toBool())
        painter->fillRect(QRect(option.rect.left(), option.rect.top() + 2, 3, option.rect.height() - 4),
                          Theme::instance().color(ColorRole::Warning));
}

bool EntryDelegate::eventFilter(QObject* editor, QEvent* event)
{
    auto* field = qobject_cast<QLineEdit*>(editor);
    if (!field)
        return QStyledItemDelegate::eventFilter(editor, event);
    const QString error = m_check(field->property("column").toInt(), field->text());
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool commits =
            key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab || key == Qt::Key_Backtab;
        Q_EMIT problemChanged(commits ? error : QString());
        if (commits && !error.isEmpty()) {
            field->selectAll();
            return true;
        }
    } else if (event->type() == QEvent::FocusOut) {
        Q_EMIT problemChanged(error.isEmpty() ? QString() : tr("%1 was not accepted: %2").arg(field->text(), error));
    }
    return QStyledItemDelegate::eventFilter(editor, event);
}

}  // namespace scalewright::ui
