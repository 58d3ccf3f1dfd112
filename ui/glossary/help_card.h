// What F1 shows, over the page: what a word means, or a list (keys, the glossary).
//
// A word's meaning leaves the keyboard where it is, so that what is half typed stays; the next key or click puts it
// away, and Esc does nothing besides. A list takes the keyboard to be scrolled, and gives it back.
#pragma once

#include <QPointer>

#include "ui/theme/widgets.h"

class QScrollArea;

namespace scalewright::ui {

class HelpCard : public Card {
    Q_OBJECT

public:
    explicit HelpCard(QWidget* window);

    /// Below the control (above it where there is no room), within the window. `spoken` is for a reader's voice.
    void explain(const QWidget* control, const QString& title, const QString& richText, const QString& spoken);
    void list(const QString& title, const QString& richText);
    void close();

    [[nodiscard]] QString text() const { return m_text->text(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QString& title, const QString& richText, int width, int height);

    QScrollArea* m_area;
    Text* m_text;
    QPointer<QWidget> m_focusBefore;
    bool m_list = false;
};

}  // namespace scalewright::ui
