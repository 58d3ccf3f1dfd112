// SPDX-License-Identifier: GPL-3.0-or-later
// One line that lists what a page still needs, in the order of the method. Each value links to its field, explains
// where to get it, and offers a common assumption if there is one. It works with Tab and Enter as well as with the
// mouse.
#pragma once

#include <vector>

#include "core/decision/analysis/missing_fields.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Document;

class MissingFieldsLine : public Text {
    Q_OBJECT

public:
    explicit MissingFieldsLine(Document& document, QWidget* parent = nullptr);

    /// `question` introduces the list: "To name the ceiling, give". The line is hidden if nothing is missing.
    void setMissingFields(const QString& question, std::vector<MissingField> missing);
    [[nodiscard]] const std::vector<MissingField>& missingFields() const { return m_missingFields; }

Q_SIGNALS:
    void fieldRequested(const QString& pointer);

protected:
    /// Enter and Space open the focused link, or the first one if no link has the focus.
    void keyPressEvent(QKeyEvent* event) override;
    /// Tab focuses and highlights the first link, Shift+Tab the last.
    void focusInEvent(QFocusEvent* event) override;

private:
    void refresh();
    void followLink(const QString& link);

    Document& m_document;
    QString m_question;
    std::vector<MissingField> m_missingFields;
};

}  // namespace scalewright::ui
