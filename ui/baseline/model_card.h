// The model that is trained or served: its shape, and the memory that follows from it on one machine, part by part
 // (core/model/memory).
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
    /// Puts the keyboard into the field at that pointer; false where it is none of these.
    bool focus(const QString& pointer);

private:
    void restyle();
    void takeWorkingSet();
    QCheckBox* flag(const QString& label, const QString& toolTip, bool ModelShape::*member);

    Document& m_document;
    FieldGrid* m_grid;
    QPushButton* m_open;
    QPushButton* m_remove;
    QPushButton* m_workingSet;
    QuietCombo* m_convention;
    QCheckBox* m_gated;
    QCheckBox* m_tied;
    QCheckBox* m_flash;
    Text* m_parts;
};

}  // namespace scalewright::ui
