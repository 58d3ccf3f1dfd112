// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/search_combo.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QPainter>
#include <QStringListModel>
#include <QStyleOptionFrame>

#include "core/project/catalogue/name_search.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

namespace {

/// Shows every entry of its model, which contains only the matches.
class MatchesCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;
    [[nodiscard]] QStringList splitPath(const QString& path) const override
    {
        Q_UNUSED(path)
        return {QString()};
    }
};

/// Ends a text that is wider than the field with an ellipsis, except while it is being edited.
class ElidingLineEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QStyleOptionFrame option;
        initStyleOption(&option);
        constexpr int ownMargin = 2;
        const QRect room =
            style()->subElementRect(QStyle::SE_LineEditContents, &option, this).adjusted(ownMargin, 0, -ownMargin, 0);
        if (hasFocus() || fontMetrics().horizontalAdvance(text()) <= room.width()) {
            QLineEdit::paintEvent(event);
            return;
        }
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

}  // namespace

SearchCombo::SearchCombo(const QString& accessibleName, const QString& placeholder, QWidget* parent)
    : QuietCombo(accessibleName, 12, parent)
{
    setLineEdit(new ElidingLineEdit(this));
    setInsertPolicy(QComboBox::NoInsert);
    lineEdit()->setPlaceholderText(placeholder);
    lineEdit()->setAccessibleName(accessibleName);
    m_matches = new QStringListModel(this);
    auto* matches = new MatchesCompleter(m_matches, this);
    matches->setCompletionMode(QCompleter::PopupCompletion);
    matches->setCaseSensitivity(Qt::CaseInsensitive);
    setCompleter(matches);
    connect(lineEdit(), &QLineEdit::textEdited, this, &SearchCombo::showMatches);
    setTextStyle({this}, TextStyle::Label);
    connect(this, &QComboBox::activated, this, [this](int) { commitText(); });
    connect(lineEdit(), &QLineEdit::editingFinished, this, &SearchCombo::commitText);
}

SearchCombo::~SearchCombo()
{
    lineEdit()->disconnect(this);  // it loses the focus while QWidget's destructor runs
}

void SearchCombo::setName(const QString& name)
{
    m_name = name;
    if (lineEdit()->isModified() && hasFocus())
        return;  // the user is typing
    setCurrentIndex(findText(name, Qt::MatchExactly));
    setEditText(name);
    lineEdit()->setCursorPosition(0);
}

void SearchCombo::commitText()
{
    const QString text = currentText().trimmed();
    lineEdit()->setModified(false);
    if (text == m_name)
        return;
    const int index = findEntry(text);
    m_name = index >= 0 ? itemText(index) : text;
    if (index >= 0)
        Q_EMIT entryChosen(index);
    else
        Q_EMIT customNameEntered(text);
}

std::vector<std::string> SearchCombo::entryNames() const
{
    std::vector<std::string> names;
    for (int i = 0; i < count(); ++i)
        names.push_back(itemText(i).toStdString());
    return names;
}

void SearchCombo::showMatches(const QString& typed)
{
    QStringList matches;
    for (const std::size_t index : findMatchingNames(typed.toStdString(), entryNames()))
        matches << itemText(static_cast<int>(index));
    m_matches->setStringList(matches);
}

int SearchCombo::findEntry(const QString& typed) const
{
    if (const int exactMatch = findText(typed, Qt::MatchFixedString); exactMatch >= 0)
        return exactMatch;
    if (m_acceptsFirstMatch) {
        const std::vector<std::size_t> matches = findMatchingNames(typed.toStdString(), entryNames());
        return matches.empty() ? -1 : static_cast<int>(matches.front());
    }
    const std::size_t onlyMatch = findUniqueMatch(typed.toStdString(), entryNames());
    return onlyMatch < static_cast<std::size_t>(count()) ? static_cast<int>(onlyMatch) : -1;
}

}  // namespace scalewright::ui
