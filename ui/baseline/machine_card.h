// SPDX-License-Identifier: GPL-3.0-or-later
// This machine: its name, four ceilings, and the page's only primary action.
#pragma once

#include <vector>

#include "core/project/catalogue/catalogue.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class CardMeasurement;
class MeasurementJob;
class FieldGrid;
class MemoryFitLine;
class MeasurementProgress;
class ProbeHistory;
class ProbeTable;
class SearchCombo;

class MachineCard : public Card {
    Q_OBJECT

public:
    MachineCard(Document& document, MeasurementJob& measuring, Catalogue catalogue, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Focuses the field at this JSON pointer; returns false if it is not on this card.
    bool focusField(const QString& pointer);
    [[nodiscard]] MemoryFitLine* memoryFitLine() const { return m_memoryFitLine; }

    [[nodiscard]] SearchCombo* nameCombo() const { return m_nameCombo; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measureButton; }
    [[nodiscard]] QPushButton* cancelButton() const;
    /// Visible once a Python with PyTorch has been found; shows whether it has.
    [[nodiscard]] QPushButton* torchButton() const { return m_torchButton; }
    [[nodiscard]] CardMeasurement& cardMeasurement() const { return *m_cardMeasurement; }
    /// The problems and warnings from the last run; empty if there were none.
    [[nodiscard]] QString problemText() const { return m_problemText->text(); }
    /// Figures that were typed over measured ones, and catalogue figures that were kept after the machine was renamed;
    /// empty if none exist.
    [[nodiscard]] QString typedOverNote() const { return m_typedOverNote->text(); }
    /// Sockets, clock, caches and limits of the measured machine; empty if nothing was measured.
    [[nodiscard]] QString description() const { return m_descriptionText->text(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showMeasurementState();
    void chooseCatalogueEntry(std::size_t index);
    void renameMachine(const QString& name);

    Document& m_document;
    MeasurementJob& m_measurement;
    CardMeasurement* m_cardMeasurement;
    Catalogue m_catalogue;
    SearchCombo* m_nameCombo;
    QString m_previousName, m_typedName;  ///< the names before and after a rename that kept catalogue figures
    QPushButton* m_measureButton;
    QPushButton* m_torchButton;
    MeasurementProgress* m_progress;
    MeasurementProgress* m_cardProgress;
    Text* m_problemText;
    Text* m_descriptionText;
    FieldGrid* m_grid;
    MemoryFitLine* m_memoryFitLine;
    QPushButton* m_sourcesButton;
    ProbeTable* m_probeTable;
    Text* m_historyTitle;
    ProbeHistory* m_probeHistory;
    Text* m_stalenessNote;
    Text* m_typedOverNote;
    Text* m_sourcesText;
};

}  // namespace scalewright::ui
