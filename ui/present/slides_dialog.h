// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choices for the deck: which slides it contains, in which order and with which claims. They are applied as
// one undo step.
#pragma once

#include <QDialog>

#include <vector>

#include "core/project/document/slide_choices.h"
#include "ui/document/document.h"

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace scalewright::ui {

class Text;

class SlidesDialog : public QDialog {
    Q_OBJECT

public:
    explicit SlidesDialog(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget& slideList() const { return *m_list; }
    [[nodiscard]] QLineEdit& claimField() const { return *m_claimField; }
    /// The choices, as shown in the list.
    [[nodiscard]] std::vector<SlideChoice> choices() const;

    void accept() override;

private:
    void showCurrent();
    void storeClaim();
    void moveSlide(int delta);

    Document& m_document;
    std::vector<SlideChoice> m_initialChoices;
    QListWidget* m_list;
    QLineEdit* m_claimField;
    Text* m_claimNote;
    QPushButton *m_moveEarlierButton, *m_moveLaterButton;
};

}  // namespace scalewright::ui
