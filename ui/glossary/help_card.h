// SPDX-License-Identifier: GPL-3.0-or-later
// The F1 help over the page: the meaning of a term, or a list (keys, the glossary).
//
// A term does not take the keyboard focus, so that typing is not interrupted; the next key or click closes the card,
// and Esc does nothing else. A list takes the focus for scrolling and returns it afterwards.
#pragma once

#include <QPointer>

#include "ui/theme/widgets.h"

class QScrollArea;

namespace scalewright::ui {

class HelpCard : public Card {
    Q_OBJECT

public:
    explicit HelpCard(QWidget* window);

    /// Shows a term below the control, or above it if there is no room, within the window. `spoken` is for screen
    /// readers.
    void showTerm(const QWidget* control, const QString& title, const QString& richText, const QString& spoken);
    void showList(const QString& title, const QString& richText);
    void close();

    [[nodiscard]] QString text() const { return m_text->text(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void prepareCard(const QString& title, const QString& richText, int width, int height);

    QScrollArea* m_scrollArea;
    Text* m_text;
    QPointer<QWidget> m_focusBefore;
    bool m_showsList = false;
};

}  // namespace scalewright::ui
