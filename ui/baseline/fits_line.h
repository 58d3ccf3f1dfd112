// What the flow asks first, beside each of its two numbers: whether the working set fits in the memory, and the way to
 // the other one.
#pragma once

#include <QWidget>

#include "core/project/document/field.h"

class QPushButton;

namespace scalewright::ui {

class Document;
class Text;

class FitsLine : public QWidget {
    Q_OBJECT

public:
    /// `other`: which of the two stands elsewhere.
    FitsLine(Document& document, const FieldInfo& other, QWidget* parent = nullptr);
    /// Hidden while one of the two is not known.
    void refresh();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QPushButton* way() const { return m_way; }

Q_SIGNALS:
    void wanted(const QString& pointer);

private:
    Document& m_document;
    Text* m_sentence;
    QPushButton* m_way;
};

}  // namespace scalewright::ui
