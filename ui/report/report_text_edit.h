// SPDX-License-Identifier: GPL-3.0-or-later
// An editor for the user's own words in one section of the report, as plain Markdown.
#pragma once

#include "ui/controls/document_text.h"

namespace scalewright::ui {

class WordsEdit : public DocumentTextEdit {
    Q_OBJECT

public:
    using DocumentTextEdit::DocumentTextEdit;

    /// One of reportTextPlaces.
    void setSection(const QString& place);
    [[nodiscard]] QString sectionId() const { return m_sectionId; }

private:
    QString m_sectionId;
};

}  // namespace scalewright::ui
