// A person's own words on one section of the report, as they are typed: Markdown, plain.
//
// What is typed is in the document at once; what is typed without a pause is one step of undo, and
// Escape takes it back.
#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include "ui/document/document.h"

namespace scalewright::ui {

class WordsEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit WordsEdit(Document& document, QWidget* parent = nullptr);

    /// One of wordPlaces.
    void setPlace(const QString& place);
    [[nodiscard]] QString place() const { return m_place; }
    /// Shows the project's text. Never edits.
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
    QString m_place;
    QTimer m_pause;
    QString m_before;  ///< what stood when the typing began; Escape gives it back
    int m_gesture = 0;
    bool m_refreshing = false;
};

}  // namespace scalewright::ui
