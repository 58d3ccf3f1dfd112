// What the flow asks first, beside each of its two numbers: whether the working set fits in the memory, and the way to the other one.
#pragma once

#include "ui/document/document.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class FitsLine : public Text {
    Q_OBJECT

public:
    /// `other`: which of the two stands elsewhere.
    FitsLine(Document& document, const FieldInfo& other, QWidget* parent = nullptr);
    /// Hidden while one of the two is not known.
    void refresh();

Q_SIGNALS:
    void wanted(const QString& pointer);

private:
    Document& m_document;
    const FieldInfo& m_other;
};

}  // namespace scalewright::ui
