#include "ui/controls/search_combo.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QWheelEvent>

#include "ui/theme/theme.h"

namespace scalewright::ui {

SearchCombo::SearchCombo(const QString& accessibleName, const QString& placeholder, QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    setAccessibleName(accessibleName);
    lineEdit()->setPlaceholderText(placeholder);
    lineEdit()->setAccessibleName(accessibleName);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    const auto restyle = [this] { setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(this, &QComboBox::activated, this, [this](int) { take(); });
    connect(lineEdit(), &QLineEdit::editingFinished, this, &SearchCombo::take);
}

SearchCombo::~SearchCombo()
{
    lineEdit()->disconnect(this);  // it loses the keyboard while QWidget's destructor runs
}

void SearchCombo::setName(const QString& name)
{
    m_name = name;
    if (lineEdit()->isModified() && hasFocus())
        return;  // the person is typing
    setCurrentIndex(findText(name, Qt::MatchExactly));
    setEditText(name);
    lineEdit()->setCursorPosition(0);
}

void SearchCombo::take()
{
    const QString text = currentText().trimmed();
    lineEdit()->setModified(false);
    if (text == m_name)
        return;
    int index = findText(text, Qt::MatchFixedString);
    // A part of one name alone means that one: "4090".
    if (constexpr int leastTyped = 3; index < 0 && text.size() >= leastTyped)
        if (const int part = findText(text, Qt::MatchContains); part >= 0) {
            bool another = false;
            for (int i = part + 1; i < count(); ++i)
                another = another || itemText(i).contains(text, Qt::CaseInsensitive);
            index = another ? -1 : part;
        }
    m_name = index >= 0 ? itemText(index) : text;
    if (index >= 0)
        Q_EMIT chosen(index);
    else
        Q_EMIT named(text);
}

void SearchCombo::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

}  // namespace scalewright::ui
