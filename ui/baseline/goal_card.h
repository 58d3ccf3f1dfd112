// The goal: what a run has to reach. Each part may be left open.
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
    /// Puts the keyboard into the field at that pointer ("/goal": the first that is set); false where it is none of
    /// these.
    bool focus(const QString& pointer);

private:
    void rename();

    Document& m_document;
    FieldGrid* m_grid;
    QLineEdit* m_quality;
};

}  // namespace scalewright::ui
