// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a lecture file: which slides it has, in which order, with which titles and claims. It works on a copy,
// which it passes on when the user saves it.
#pragma once

#include <QDialog>

#include <vector>

#include "ui/page/slide_show.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace scalewright::ui {

class Text;

class SlidesDialog : public QDialog {
    Q_OBJECT

public:
    SlidesDialog(Document& document, LectureEditing editing, QWidget* parent = nullptr);

    /// The file with the slides as listed.
    [[nodiscard]] LectureFile lecture() const;

    void accept() override;

private:
    void addForm(class QVBoxLayout& column);
    void addSlide(LectureEntry entry);
    void removeSlide();
    void moveSlide(int delta);
    [[nodiscard]] LectureEntry* currentEntry();
    /// Calls `change` with the selected slide and updates its row.
    template <class Change>
    void editCurrent(Change change);
    [[nodiscard]] QString shownName(const LectureEntry& entry) const;
    [[nodiscard]] QString projectText(const LectureEntry& entry) const;
    void showCurrent();
    void updateRows();

    Document& m_document;
    LectureEditing m_editing;
    std::vector<LectureEntry> m_entries;  ///< all slides, also removed ones; rows refer to them by index
    QListWidget* m_list;
    QPushButton *m_addButton, *m_earlierButton, *m_laterButton, *m_removeButton, *m_saveButton;
    QLineEdit *m_titleField, *m_claimField;
    QComboBox* m_shownBox;
    Text* m_projectLabel;
    QPushButton* m_resetButton;
    QCheckBox* m_guessBox;
};

}  // namespace scalewright::ui
