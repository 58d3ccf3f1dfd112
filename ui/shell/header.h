// The header: the program, the document, and a few quiet words that act.
#pragma once

#include <QKeySequence>
#include <QWidget>

class QAction;
class QMenu;
class QHBoxLayout;
class QPushButton;

namespace scalewright::ui {

class Text;

class Header : public QWidget {
    Q_OBJECT

public:
    explicit Header(QWidget* parent = nullptr);
    /// "Output 41.4.1 · edited"; elided where there is no room.
    void setDocumentText(const QString& text);
    /// A word that opens a menu.
    void addMenu(QMenu* menu, const QKeySequence& key);
    void openMenu();
    /// A word that triggers the action, and follows its text and whether it can be done.
    void addAction(QAction* action, const QKeySequence& key);
    /// Puts the keyboard on the first menu's word.
    void focusMenu();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_documentText;
    QHBoxLayout* m_layout;
    Text* m_document;
    QPushButton* m_menu = nullptr;
};

}  // namespace scalewright::ui
