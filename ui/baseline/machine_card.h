// This machine: its name, four ceilings, and the one primary action of the page.
#pragma once

#include <vector>

#include "core/project/catalogue/catalogue.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Measuring;
class FieldGrid;
class FitsLine;
class MeasuringProgress;
class ProbeHistory;
class ProbeTable;
class SearchCombo;

class MachineCard : public Card {
    Q_OBJECT

public:
    MachineCard(Document& document, Measuring& measuring, Catalogue catalogue, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Puts the keyboard into the field at that pointer; false where it is none of this card's.
    bool focus(const QString& pointer);
    [[nodiscard]] FitsLine* fits() const { return m_fits; }

    [[nodiscard]] SearchCombo* name() const { return m_name; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] QPushButton* cancelButton() const;
    /// What the last run came to, where it did not go well.
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    [[nodiscard]] ProbeTable* probes() const { return m_probes; }
    [[nodiscard]] ProbeHistory* history() const { return m_history; }
    /// Where a typed figure stands for a measured one, or a card's beside another name; empty where none does.
    [[nodiscard]] QString typedOver() const { return m_typed->text(); }
    /// Sockets, clock, caches and limits of the machine that was measured; empty where none was.
    [[nodiscard]] QString description() const { return m_description->text(); }
    /// That what was measured is old; empty while it is not.
    [[nodiscard]] QString age() const { return m_age->text(); }

private:
    void showMeasuring();
    void choose(std::size_t index);
    void rename(const QString& name);

    Document& m_document;
    Measuring& m_measuring;
    Catalogue m_catalogue;
    SearchCombo* m_name;
    QString m_nameBefore, m_nameGiven;  ///< of a rename that left a card's figures
    QPushButton* m_measure;
    MeasuringProgress* m_progress;
    Text* m_problem;
    Text* m_description;
    FieldGrid* m_grid;
    FitsLine* m_fits;
    QPushButton* m_how;
    ProbeTable* m_probes;
    Text* m_side;
    ProbeHistory* m_history;
    Text* m_age;
    Text* m_typed;
    Text* m_sources;
};

}  // namespace scalewright::ui
