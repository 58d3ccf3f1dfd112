// SPDX-License-Identifier: GPL-3.0-or-later
// A collapsible section for complete details that need not be visible at first.
//
//     m_why = new CollapsibleDetails(tr("the verdict"), this);
//     column->addWidget(m_why);
//     m_why->setText(details);         // hidden if empty
//     m_why->contentLayout().addWidget(table);  // further widgets
#pragma once

#include <QString>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace scalewright::ui {

class Text;

class CollapsibleDetails : public QWidget {
    Q_OBJECT

public:
    /// `topic` ("the verdict") distinguishes several sections on a page for screen readers. `word`: the button's text.
    explicit CollapsibleDetails(const QString& topic, QWidget* parent = nullptr, const QString& word = {});

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// The button, for callers that place it elsewhere (Figure::addTitleButton).
    [[nodiscard]] QPushButton* button() const { return m_button; }
    /// For widgets other than the text label.
    [[nodiscard]] QVBoxLayout& contentLayout() const { return *m_contentLayout; }
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;

Q_SIGNALS:
    void toggled(bool open);

private:
    void updateVisibility();

    QPushButton* m_button;
    QWidget* m_content;
    QVBoxLayout* m_contentLayout;
    Text* m_text;
};

}  // namespace scalewright::ui
