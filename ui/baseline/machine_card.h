// This machine: its name, four ceilings, and the one primary action of the page.
#pragma once

#include <vector>

#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"

class QLineEdit;
class QProgressBar;

namespace scalewright::ui {

class Measuring;
class FieldGrid;

class MachineCard : public Card {
    Q_OBJECT

public:
    MachineCard(Document& document, Measuring& measuring, QWidget* parent = nullptr);
    ~MachineCard() override;

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Puts the keyboard into the field at that pointer; false where it is none of this card's.
    bool focus(const QString& pointer);

    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    /// What the last run came to, where it did not go well.
    [[nodiscard]] QString problem() const { return m_problem->text(); }

private:
    void showMeasuring();
    void rename();

    Document& m_document;
    Measuring& m_measuring;
    QLineEdit* m_name;
    QPushButton* m_measure;
    QWidget* m_progress;
    QProgressBar* m_bar;
    Text* m_doing;
    QPushButton* m_cancel;
    Text* m_problem;
    FieldGrid* m_grid;
    QPushButton* m_how;
    Text* m_sources;
};

}  // namespace scalewright::ui
