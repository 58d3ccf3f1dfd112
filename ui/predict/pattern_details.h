// The folded half of Predict's inputs: message and link, what the chosen pattern asks for, steps per run, scaling.
#pragma once

#include <vector>

#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QComboBox;
class QGridLayout;

namespace scalewright::ui {

class QuantityEdit;

class PatternDetails : public QWidget {
    Q_OBJECT

public:
    explicit PatternDetails(Document& document, QWidget* parent = nullptr);

    /// Shows the project's values, and only what its pattern depends on.
    void refresh();
    void layOut(int columns);

    struct Field {
        QuantityEdit* edit = nullptr;
        MaybeQuantity (*value)(const Project&) = nullptr;
        bool (*needed)(const Project&) = nullptr;
    };
    [[nodiscard]] const std::vector<Field>& fields() const { return m_fields; }

private:
    Document& m_document;
    std::vector<Field> m_fields;
    QGridLayout* m_grid;
    QComboBox* m_scaling;
    QCheckBox* m_sharedCard;
    QCheckBox* m_linear;
    int m_columns = 4;
};

}  // namespace scalewright::ui
