// SPDX-License-Identifier: GPL-3.0-or-later
// The goal card: what a run has to achieve. Every part is optional.
#pragma once

#include <vector>

#include "ui/controls/palette_item.h"
#include "ui/theme/widgets.h"

class QLineEdit;

namespace scalewright::ui {

class Document;
class FieldGrid;

class GoalCard : public Card {
    Q_OBJECT

public:
    explicit GoalCard(Document& document, QWidget* parent = nullptr);
    ~GoalCard() override;

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Focuses the field at this pointer ("/goal": the first field that is set); returns false if this card has no such
    /// field.
    bool focusField(const QString& pointer);

private:
    void applyQualityName();

    Document& m_document;
    FieldGrid* m_grid;
    QLineEdit* m_qualityNameEdit;
};

}  // namespace scalewright::ui
