// Design (book 41.4): who holds what, and who talks to whom? Six slots as cards, the whiteboard and the algorithm map drawn
// from them, and any two designs compared.
#pragma once

#include <array>
#include <functional>

#include "core/design/slots.h"
#include "ui/page/page.h"

class QBoxLayout;
class QGridLayout;
class QScrollArea;
class QStackedWidget;

namespace scalewright::ui {

class AlgorithmMapView;
class CompareView;
class Figure;
class PageTabs;
class SlotCard;
class Text;
class WhiteboardView;
class WordTable;
class WordsButton;

class DesignPage : public Page {
    Q_OBJECT

public:
    explicit DesignPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    /// The case studies of Table 41.4.1.
    [[nodiscard]] QStringList presets() const override;
    void applyPreset(int index) override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// The case study's choices in this project's numbers, as one step of undo.
    void loadCaseStudy(const std::string& id);

    /// "slots", "compare", …
    void showTab(const QString& id);
    [[nodiscard]] QString currentTab() const;
    [[nodiscard]] QStringList tabIds() const;

    /// Precondition: the catalogue can be read.
    [[nodiscard]] SlotCard& card(Slot slot) const { return *m_cards.at(static_cast<std::size_t>(slot)); }
    [[nodiscard]] CompareView& compare();
    /// The line under the heading: p*, S, the plan's p.
    [[nodiscard]] QString consequence() const;
    /// "1 cannot work · 2 work at a price": what the checks find, all in all.
    [[nodiscard]] QString findingsText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Made when it is first shown or exported.
    struct Tab {
        QString id;
        QScrollArea* area = nullptr;
        std::function<QWidget*()> make;
        std::function<void()> refresh;
        std::function<std::vector<Exportable>()> exportables;
    };
    [[nodiscard]] QWidget* makeSlots();
    void addTab(const QString& id, const QString& title, std::function<QWidget*()> make, std::function<void()> refresh,
                std::function<std::vector<Exportable>()> exportables);
    Tab& made(std::size_t tab);
    void refresh();
    void refreshCurrent();
    void layOut();
    void orderTabs();
    bool toField(const QString& pointer);

    const DesignCatalogue* m_catalogue = nullptr;  ///< absent: it cannot be read
    bool m_stale = false;  ///< the tab in sight is not the document's

    Text* m_heading;
    Text* m_consequence;
    Text* m_step;  ///< what a step at the plan's p is made of
    Text* m_findings;
    QBoxLayout* m_words;  ///< what is found, case studies, variants
    PageTabs* m_tabBar;
    QStackedWidget* m_stack;
    std::vector<Tab> m_tabs;

    QGridLayout* m_grid = nullptr;
    WordsButton* m_axis = nullptr;
    Text* m_study = nullptr;
    std::array<SlotCard*, 6> m_cards{};
    WordTable* m_template = nullptr;
    Figure* m_templateFigure = nullptr;
    WhiteboardView* m_whiteboard = nullptr;
    AlgorithmMapView* m_map = nullptr;
    CompareView* m_compare = nullptr;
};

}  // namespace scalewright::ui
