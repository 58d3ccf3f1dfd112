// SPDX-License-Identifier: GPL-3.0-or-later
// Design page (book 41.4): who holds what, and who talks to whom? Six slots as cards, the whiteboard and the algorithm
// map drawn from them, and a comparison of any two designs.
#pragma once

#include <functional>

#include "core/design/slots/slots.h"
#include "ui/page/page.h"

class QBoxLayout;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace scalewright::ui {

class CompareView;
class AlgorithmMapView;
class LayoutsView;
class MissingFieldsLine;
class PageTabs;
class SlotCard;
class SlotsView;
class WhiteboardView;
class Text;

class DesignPage final : public Page {
    Q_OBJECT

public:
    explicit DesignPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    /// The case studies from Table 41.4.1.
    [[nodiscard]] QStringList presets() const override;
    void applyPreset(int index) override;
    void setLecture(bool lecture) override;
    /// True on the layouts tab, where the answer can be hidden.
    [[nodiscard]] bool canGuess() const override;
    [[nodiscard]] bool isGuessing() const override;
    void setGuessing(bool guessing) override;
    bool focusField(const QString& pointer) override;
    /// `id` is a tab's id.
    bool showPart(const QString& id) override;

    /// Adopts the case study's choices but keeps the project's numbers, as one undo step.
    void loadCaseStudy(const std::string& id);

    /// "slots", "compare", …
    void showTab(const QString& id);
    [[nodiscard]] QString currentTab() const;
    [[nodiscard]] QStringList tabIds() const;

    /// Precondition for this and for compareView(): the catalogue can be read.
    [[nodiscard]] SlotCard& slotCard(Slot slot) const;
    [[nodiscard]] CompareView& compareView();
    [[nodiscard]] LayoutsView& layoutsView();
    /// The line under the heading: p*, S and the plan's p.
    [[nodiscard]] QString basisText() const;

protected:
    void refresh() override;
    void layOut() override;

private:
    void showAnswer();  ///< Updates the heading and the current tab's answer.
    /// The view is created when first shown or exported, and refreshes itself while visible.
    struct Tab {
        QString id;
        QScrollArea* scrollArea = nullptr;
        std::function<DocumentView*(QWidget* parent)> createView;
        DocumentView* view = nullptr;
    };
    void addTab(const QString& id, const QString& title, std::function<DocumentView*(QWidget* parent)> make);
    [[nodiscard]] DocumentView& ensureView(std::size_t tab);
    void showSlotsTab();

    const DesignCatalogue* m_catalogue = nullptr;  ///< nullptr if it cannot be read

    MissingFieldsLine* m_openSlots;
    MissingFieldsLine* m_missingForPrediction;
    Text* m_stepTimeText;  ///< the step time at the plan's p; its parts are in the tool tip
    Text* m_findingsText;
    QPushButton* m_caseStudiesButton = nullptr;
    QWidget* m_variantBar = nullptr;
    QBoxLayout* m_buttonRow;  ///< findings, case studies, variants
    PageTabs* m_tabBar;
    QStackedWidget* m_stack;
    std::vector<Tab> m_tabs;
    WhiteboardView* m_boardBelowSlots = nullptr;  ///< in a large window
    SlotsView* m_slotsView = nullptr;
    AlgorithmMapView* m_mapView = nullptr;
    LayoutsView* m_layoutsView = nullptr;
    bool m_isLecture = false;
};

}  // namespace scalewright::ui
