// SPDX-License-Identifier: GPL-3.0-or-later
// The model to train or serve: its shape, and a breakdown of the memory it needs on one machine (core/model/memory).
#pragma once

#include <vector>

#include "core/project/document/baseline.h"
#include "ui/controls/palette_item.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QPushButton;

namespace scalewright::ui {

class Document;
class FieldGrid;
class QuietCombo;

class ModelCard : public Card {
    Q_OBJECT

public:
    explicit ModelCard(Document& document, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Focuses the field at this JSON pointer; returns false if it is not on this card.
    bool focusField(const QString& pointer);

private:
    void restyle();
    void applyModelWorkingSet();
    QCheckBox* createFlagBox(const QString& label, const QString& toolTip, bool ModelShape::*member);

    Document& m_document;
    FieldGrid* m_grid;
    QPushButton* m_shapeButton;
    QPushButton* m_removeButton;
    QPushButton* m_workingSetButton;
    QuietCombo* m_stateCombo;
    QCheckBox* m_gatedBox;
    QCheckBox* m_tiedEmbeddingsBox;
    QCheckBox* m_flashAttentionBox;
    Text* m_memoryPartsText;
};

}  // namespace scalewright::ui
