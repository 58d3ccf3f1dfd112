// Design (book 41.4): who holds what, and who talks to whom? Six slots as cards, the whiteboard and the algorithm map
// drawn from them, and any two designs compared.
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
class LayoutsView;
class MissingLine;
class PageTabs;
class SlotCard;
class SlotsView;
class Text;

class DesignPage final : public Page {
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
    /// The layouts hide their answer.
    [[nodiscard]] bool canGuess() const override;
    [[nodiscard]] bool isGuessing() const override;
    void setGuessing(bool guessing) override;
    bool focusField(const QString& pointer) override;
    /// A tab.
    bool showPart(const QString& id) override;

    /// The case study's choices in this project's numbers, as one step of undo.
    void loadCaseStudy(const std::string& id);

    /// "slots", "compare", …
    void showTab(const QString& id);
    [[nodiscard]] QString currentTab() const;
    [[nodiscard]] QStringList tabIds() const;

    /// Precondition, of compare() too: the catalogue can be read.
    [[nodiscard]] SlotCard& card(Slot slot) const;
    [[nodiscard]] CompareView& compare();
    [[nodiscard]] LayoutsView& layouts();
    /// The line under the heading: p*, S, the plan's p.
    [[nodiscard]] QString consequence() const;
    /// "1 cannot work · 2 work at a price": what the checks find, all in all.
    [[nodiscard]] QString findingsText() const;

protected:
    void refresh() override;
    void layOut() override;

private:
    void showAnswer();  ///< and the question, of the tab in sight
    /// Made when it is first shown or exported; it refreshes itself while it is in sight.
    struct Tab {
        QString id;
        QScrollArea* area = nullptr;
        std::function<DocumentView*()> make;
        DocumentView* view = nullptr;
    };
    void addTab(const QString& id, const QString& title, std::function<DocumentView*()> make);
    [[nodiscard]] DocumentView& made(std::size_t tab);
    void showSlots();

    const DesignCatalogue* m_catalogue = nullptr;  ///< absent: it cannot be read

    MissingLine* m_slotsOpen;
    MissingLine* m_toPrediction;
    Text* m_step;  ///< what a step at the plan's p is made of
    Text* m_findings;
    QPushButton* m_studies = nullptr;
    QWidget* m_variants = nullptr;
    QBoxLayout* m_words;  ///< what is found, case studies, variants
    PageTabs* m_tabBar;
    QStackedWidget* m_stack;
    std::vector<Tab> m_tabs;
    SlotsView* m_slots = nullptr;
    LayoutsView* m_layouts = nullptr;
    bool m_lecture = false;
};

}  // namespace scalewright::ui
