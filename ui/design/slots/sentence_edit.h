// A sentence of the project, edited where it is read: flat until one comes to it, as high as its lines.
//
// What is typed is in the document at once; all of it until the keyboard leaves is one step of undo. Escape takes it
// back.
#pragma once

#include <QPlainTextEdit>

#include <functional>
#include <map>
#include <string>

#include "ui/document/document.h"

namespace scalewright::ui {

class SentenceEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    struct Field {
        QString key;          ///< stable: "consistency.justification"
        QString name;         ///< for screen readers and the undo list: "why this consistency"
        QString placeholder;  ///< "Why? One sentence."
        std::function<std::string(const Project&)> value;
        std::function<void(Project&, std::string)> apply;
    };

    /// The text begins this far inside the widget; a layout lines other text up with it.
    static constexpr int indent = 6;

    SentenceEdit(Document& document, Field field, QWidget* parent = nullptr);
    ~SentenceEdit() override;

    /// At most so many lines, and the whole on hover, until the keyboard is in it.
    void setFoldedLines(int lines);

    /// Shows the project's text. Never edits.
    void refresh();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void commit();
    [[nodiscard]] bool isTyped() const { return m_gesture != 0 && toPlainText() != m_before; }
    void restyle();
    [[nodiscard]] bool isFolded() const { return m_foldedLines > 0 && !hasFocus(); }
    [[nodiscard]] int mostLines() const;
    void fold();

    Document& m_document;
    Field m_field;
    mutable std::map<int, int> m_heights;  ///< by width: layouts ask again and again
    QString m_before;  ///< what stood when the keyboard came; Escape gives it back
    int m_gesture = 0;
    int m_foldedLines = 0;  ///< none: never folded
    bool m_refreshing = false;
};

}  // namespace scalewright::ui
