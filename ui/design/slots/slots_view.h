// The slots tab: the axis that the design answers, six slots as cards, and the filled template.
#pragma once

#include <array>

#include "core/design/slots/slots.h"
#include "ui/page/document_view.h"

class QGridLayout;

namespace scalewright::ui {

class Figure;
class SlotCard;
class Text;
class WordTable;
class Why;

class SlotsView final : public DocumentView {
    Q_OBJECT

public:
    SlotsView(Document& document, const DesignCatalogue& catalogue, QWidget* parent = nullptr);

    /// "slots", where a slot is filled.
    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] SlotCard& card(Slot slot) const { return *m_cards.at(static_cast<std::size_t>(slot)); }
    /// Puts the keyboard into the field at that pointer; false where no card has one.
    bool focusField(const QString& pointer);
    /// How wide it shall be: its own width its cards may hold open.
    void setRoom(int room);
    /// Only what is chosen, and why.
    void fold();

Q_SIGNALS:
    /// A finding leads to a field that no card has: where it is.
    void goTo(const QString& pageId, const QString& pointer);
    /// The keyboard was put into one of the cards.
    void fieldFocused();

protected:
    void refresh() override;
    void layOut() override;

private:
    void orderTabs();

    const DesignCatalogue& m_catalogue;
    int m_room = 0;
    Text* m_study;
    QGridLayout* m_grid;
    std::array<SlotCard*, 6> m_cards{};
    WordTable* m_template;
    Figure* m_templateFigure;
    Why* m_asTable;
};

/// No slot has a choice.
[[nodiscard]] bool isEmpty(const Design& design);

}  // namespace scalewright::ui
