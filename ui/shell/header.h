// SPDX-License-Identifier: GPL-3.0-or-later
// The header: program name, document name, and a few text buttons.
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
    /// "Output 41.4.1 · edited"; elided if there is no room.
    void setDocumentText(const QString& text);
    /// Adds a text button that opens a menu.
    void addMenu(QMenu* menu, const QKeySequence& key);
    void openMenu();
    /// Adds a text button that triggers the action and follows its text and enabled state.
    void addAction(QAction* action, const QKeySequence& key);
    /// Focuses the first menu's button.
    void focusMenu();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void elideDocumentText();

    QString m_documentText;
    QHBoxLayout* m_layout;
    Text* m_documentLabel;
    QPushButton* m_menuButton = nullptr;
};

}  // namespace scalewright::ui
