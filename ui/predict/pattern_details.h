// SPDX-License-Identifier: GPL-3.0-or-later
// The collapsible inputs on Predict: message and link, the inputs of the chosen pattern, steps per run, scaling.
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

    /// Shows the project's values, with only the inputs that its pattern needs.
    void refresh();
    void layOut(int columns);

    [[nodiscard]] FieldGrid& grid() { return *m_grid; }
    [[nodiscard]] QComboBox& scalingCombo() { return *m_scalingCombo; }

private:
    Document& m_document;
    FieldGrid* m_grid;
    QComboBox* m_scalingCombo;
    QCheckBox* m_sharedCardBox;
    QCheckBox* m_linearScatterBox;
};

}  // namespace scalewright::ui
