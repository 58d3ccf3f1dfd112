// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/slots_view.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/project/document/project.h"
#include "ui/charts/word_table.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/tab_order.h"
#include "ui/design/slots/slot_card.h"
#include "ui/design/slots/template_table.h"
#include "ui/figure/figure.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {
constexpr double minimumCardWidth = 310;  ///< Minimum width, at type scale 1.
constexpr double quantityWidth = 165;
}  // namespace

SlotsView::SlotsView(Document& document, const DesignCatalogue& catalogue, QWidget* parent)
    : DocumentView(document, parent),
      m_catalogue(catalogue),
      m_caseStudyText(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_grid(new QGridLayout),
      m_templateTable(new TextTable),
      m_templateFigure(new Figure(m_templateTable, m_templateTable, this)),
      m_tableFold(new CollapsibleDetails(tr("the six slots"), this, tr("Table")))
{
    m_tableFold->contentLayout().addWidget(m_templateFigure);
    m_tableFold->setText({});
    connect(m_tableFold, &CollapsibleDetails::toggled, this, &SlotsView::updateTabOrder);
    m_grid->setSpacing(Theme::spacing(2));
    for (const Slot slot : allSlots) {
        auto* card = new SlotCard(document, catalogue, slot, this);
        connect(card, &SlotCard::fieldRequested, this, [this](const QString& pointer) {
            if (!focusField(pointer))
                Q_EMIT goTo({}, pointer);
        });
        connect(card, &SlotCard::fieldsChanged, this, &SlotsView::updateTabOrder);
        m_cards.at(static_cast<std::size_t>(slot)) = card;
    }
    createBox<QVBoxLayout>(this, Theme::spacing(2), {m_caseStudyText, m_grid, m_tableFold, Stretch{1}});
    initializeView();
}

void SlotsView::refresh()
{
    const Project& project = document().project();
    const CaseStudy* study = matchingCaseStudy(m_catalogue, project.design);
    m_caseStudyText->setVisible(study);
    if (study) {
        m_caseStudyText->setText(tr("Case study %1, %2").arg(toQString(study->title), toQString(study->chapter)));
        m_caseStudyText->setToolTip(toQString(study->note));
    }
    for (SlotCard* card : m_cards)
        card->refresh(document().findings(), study);
    m_templateTable->setContent(templateTexts(project, m_catalogue), templateTable(project, m_catalogue));
    m_templateFigure->refresh();
    updateTabOrder();
}

void SlotsView::updateTabOrder()
{
    QList<QWidget*> stops;
    for (SlotCard* card : m_cards)
        addTabStops(*card->layout(), stops);
    addTabStops(*m_tableFold->layout(), stops);
    chainTabOrder(stops);
}

void SlotsView::setAvailableWidth(int availableWidth)
{
    if (availableWidth == m_availableWidth)
        return;
    m_availableWidth = availableWidth;
    layOut();
}

void SlotsView::layOut()
{
    const double scale = Theme::instance().typeScale();
    const int columns = std::clamp(
        static_cast<int>((m_availableWidth + Theme::spacing(2)) / (minimumCardWidth * scale + Theme::spacing(2))), 1,
        3);
    const int inner = m_availableWidth / columns - Theme::spacing(10);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const int index = static_cast<int>(i);
        m_grid->addWidget(m_cards[i], index / columns, index % columns);
        m_cards[i]->layOut(std::clamp(static_cast<int>(inner / (quantityWidth * scale)), 1, 4));
    }
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

bool SlotsView::focusField(const QString& pointer)
{
    if (!std::any_of(m_cards.begin(), m_cards.end(), [&](SlotCard* card) { return card->focusField(pointer); }))
        return false;
    Q_EMIT fieldFocused();
    return true;
}

void SlotsView::foldCards()
{
    for (SlotCard* card : m_cards) {
        card->setParametersShown(false);
        card->setRejectedShown(false);
    }
}

std::vector<ExportableFigure> SlotsView::exportables()
{
    if (isEmpty(document().project().design))
        return {};
    return {{QStringLiteral("slots"), m_templateTable}};
}

std::vector<PaletteItem> SlotsView::paletteItems()
{
    std::vector<PaletteItem> items;
    for (SlotCard* card : m_cards)
        appendItems(items, card->paletteItems());
    return items;
}

bool isEmpty(const Design& design)
{
    return std::all_of(allSlots.begin(), allSlots.end(),
                       [&](Slot slot) { return slotOf(design, slot).choices.empty(); });
}

}  // namespace scalewright::ui
