#include "ui/controls/bind_quantity.h"

#include <memory>

namespace scalewright::ui {

void bindQuantity(QuantityEdit* edit, Document& document, const QString& key, const QString& text,
                  std::function<void(Project&, double)> apply)
{
    auto gesture = std::make_shared<int>(0);
    QObject::connect(edit, &QuantityEdit::valueEdited, &document, [=, &document, apply = std::move(apply)](double value, EditPhase phase) {
        if (phase == EditPhase::Begin)
            *gesture = Document::newGesture();
        Project after = document.project();
        apply(after, value);
        document.edit(text, std::move(after), *gesture == 0 ? QString() : key, *gesture);
        if (phase == EditPhase::End)
            *gesture = 0;
    });
}

}  // namespace scalewright::ui
