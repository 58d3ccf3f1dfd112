// The folded half of Predict's inputs: message and link, what the chosen pattern asks for, steps per run, scaling.
#pragma once

#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QComboBox;

namespace scalewright::ui {

class FieldGrid;

class PatternDetails : public QWidget {
    Q_OBJECT

public:
    explicit PatternDetails(Document& document, QWidget* parent = nullptr);

    /// Shows the project's values, and only what its pattern depends on.
    void refresh();
    void layOut(int columns);

    [[nodiscard]] FieldGrid& grid() { return *m_grid; }
    [[nodiscard]] QComboBox& scaling() { return *m_scaling; }

private:
    Document& m_document;
    FieldGrid* m_grid;
    QComboBox* m_scaling;
    QCheckBox* m_sharedCard;
    QCheckBox* m_linear;
};

}  // namespace scalewright::ui
