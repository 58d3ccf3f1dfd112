// A person's own words on one section of the report, as they are typed: Markdown, plain.
#pragma once

#include "ui/controls/document_text.h"

namespace scalewright::ui {

class WordsEdit : public DocumentText {
    Q_OBJECT

public:
    using DocumentText::DocumentText;

    /// One of wordPlaces.
    void setPlace(const QString& place);
    [[nodiscard]] QString place() const { return m_place; }

private:
    QString m_place;
};

}  // namespace scalewright::ui
