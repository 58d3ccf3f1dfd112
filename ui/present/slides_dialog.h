// Which slides there are, in which order, with what claim: what a person makes of the deck, as one step of undo.
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

    [[nodiscard]] QListWidget& list() const { return *m_list; }
    [[nodiscard]] QLineEdit& claim() const { return *m_claim; }
    /// As the list shows it.
    [[nodiscard]] std::vector<SlideChoice> choices() const;

    void accept() override;

private:
    void showCurrent();
    void keepClaim();
    void move(int by);

    Document& m_document;
    std::vector<SlideChoice> m_before;
    QListWidget* m_list;
    QLineEdit* m_claim;
    Text* m_own;
    QPushButton *m_up, *m_down;
};

}  // namespace scalewright::ui
