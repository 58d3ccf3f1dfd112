// One line that says what a page still lacks, in the order of the method: each figure a link to its field, with where
// its value comes from, and an assumption to take where there is a common one. By Tab and Enter as by mouse.
#pragma once

#include <vector>

#include "core/decision/analysis/missing_fields.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Document;

class MissingLine : public Text {
    Q_OBJECT

public:
    explicit MissingLine(Document& document, QWidget* parent = nullptr);

    /// `question`: "To name the ceiling, give". Hidden where nothing is missing.
    void present(const QString& question, std::vector<MissingField> missing);
    [[nodiscard]] const std::vector<MissingField>& missing() const { return m_missing; }

Q_SIGNALS:
    void wanted(const QString& pointer);

protected:
    /// Enter and Space follow the link that has the keyboard, else the first.
    void keyPressEvent(QKeyEvent* event) override;
    /// By Tab the first link has the keyboard at once, by Shift+Tab the last, and shows it.
    void focusInEvent(QFocusEvent* event) override;

private:
    void refresh();
    void follow(const QString& link);

    Document& m_document;
    QString m_question;
    std::vector<MissingField> m_missing;
};

}  // namespace scalewright::ui
