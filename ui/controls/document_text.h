// A text of the document as it is typed: several lines, plain.
//
// What is typed is in the document at once; what is typed without a pause is one step of undo, and Escape takes it back.
//
//     auto* words = new DocumentText(document, this);
//     words->setText({.name = tr("a sentence"), .key = "exercise.why", .read = …, .write = …});
//     words->refresh();  // whenever the document changed
#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include <functional>

#include "ui/document/document.h"

namespace scalewright::ui {

class DocumentText : public QPlainTextEdit {
    Q_OBJECT

public:
    struct Source {
        QString name;  ///< of the step of undo
        QString key;  ///< whose typing is one step
        std::function<QString(const Project&)> read;
        std::function<void(Project&, const QString&)> write;
    };

    explicit DocumentText(Document& document, QWidget* parent = nullptr);

    /// Another text than before, if any.
    void setText(Source source);
    /// Shows the document's text. Never edits.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void commit();
    [[nodiscard]] bool isTyped() const { return m_gesture != 0 && toPlainText() != m_before; }
    void restyle();

    Document& m_document;
    Source m_source;
    QTimer m_pause;
    QString m_before;  ///< what stood when the typing began; Escape gives it back
    int m_gesture = 0;
    bool m_refreshing = false;
};

}  // namespace scalewright::ui
