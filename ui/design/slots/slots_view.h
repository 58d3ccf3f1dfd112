// SPDX-License-Identifier: GPL-3.0-or-later
// The slots tab: the axis that the design addresses, six slots as cards, and the filled-in template.
#pragma once

#include <array>

#include "core/design/slots/slots.h"
#include "ui/page/document_view.h"

class QGridLayout;

namespace scalewright::ui {

class Figure;
class SlotCard;
class Text;
class TextTable;
class CollapsibleDetails;

class SlotsView final : public DocumentView {
    Q_OBJECT

public:
    SlotsView(Document& document, const DesignCatalogue& catalogue, QWidget* parent = nullptr);

    /// The figure "slots", if any slot is filled.
    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] SlotCard& slotCard(Slot slot) const { return *m_cards.at(static_cast<std::size_t>(slot)); }
    /// Focuses the field at this JSON pointer; returns false if it is not on any card.
    bool focusField(const QString& pointer);
    /// Sets the width to lay out for, because the cards can keep this widget itself wider than the available space.
    void setAvailableWidth(int availableWidth);
    /// Collapses the cards to the choices and their justifications.
    void foldCards();

Q_SIGNALS:
    /// A finding refers to a field that is not on any card; `pointer` locates it.
    void goTo(const QString& pageId, const QString& pointer);
    /// A field on one of the cards has been focused.
    void fieldFocused();

protected:
    void refresh() override;
    void layOut() override;

private:
    void updateTabOrder();

    const DesignCatalogue& m_catalogue;
    int m_availableWidth = 0;
    Text* m_caseStudyText;
    QGridLayout* m_grid;
    std::array<SlotCard*, 6> m_cards{};
    TextTable* m_templateTable;
    Figure* m_templateFigure;
    CollapsibleDetails* m_tableFold;
};

/// Whether no slot has a choice.
[[nodiscard]] bool isEmpty(const Design& design);

}  // namespace scalewright::ui
