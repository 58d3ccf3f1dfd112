// The layouts tab: which way to lay a large model over the plan's cards is best, why the others lose, what fills a card,
// and where another way takes over.
#pragma once

#include <vector>

#include "ui/design/layouts/layout_search.h"
#include "ui/page/document_view.h"

class QBoxLayout;
class QPushButton;
class QStackedWidget;

namespace scalewright::ui {

class Figure;
class LayoutBars;
class LayoutMapChart;
class LayoutMapper;
class LayoutQuestion;
class LayoutRun;
class MemoryBar;
class Text;
class Why;

class LayoutsView final : public DocumentView {
    Q_OBJECT

public:
    explicit LayoutsView(Document& document, QWidget* parent = nullptr);
    ~LayoutsView() override;

    /// "layouts", "layout-memory", "layout-map".
    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer);

    void setOrder(LayoutOrder order);
    [[nodiscard]] LayoutOrder order() const { return m_order; }
    void showMap(bool map);
    /// The chosen layout as the design: one step of undo.
    void use();
    /// Torchrun's and Megatron-LM's flags of the chosen layout.
    [[nodiscard]] QString launchLine() const;

    /// The answer is hidden until it is revealed.
    [[nodiscard]] bool isGuessing() const { return m_guessing; }
    void setGuessing(bool guessing);
    /// While guessing, the row that is taken for the best; revealed against it, and against the nearest measured run.
    void guess(std::size_t row);
    [[nodiscard]] std::optional<std::size_t> guessed() const { return m_guess; }
    /// The rows as they stand to choose from, which tells nothing of their order.
    [[nodiscard]] std::vector<std::size_t> choices() const;
    [[nodiscard]] QString revealed() const;

    [[nodiscard]] const LayoutSearcher& searcher() const { return *m_searcher; }
    [[nodiscard]] LayoutMapper& mapper() const { return *m_mapper; }
    [[nodiscard]] LayoutQuestion& question() const { return *m_question; }
    [[nodiscard]] LayoutBars& bars() const { return *m_bars; }
    [[nodiscard]] MemoryBar& memory() const { return *m_memory; }
    [[nodiscard]] LayoutRun& ownRun() const { return *m_runEdit; }
    /// A step of the chosen row's layout that was measured sets the efficiency; absent: the published one again.
    void calibrateBy(const std::optional<double>& stepS);
    [[nodiscard]] LayoutMapChart& map() const { return *m_map; }
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString because() const;

Q_SIGNALS:
    void goTo(const QString& pageId, const QString& pointer);

protected:
    void refresh() override;
    void layOut() override;

private:
    void build();
    void present();
    void presentFound(const FoundLayouts& found);
    void presentMissing();
    void presentRow();
    void presentMap();
    void presentRun();
    void presentGuess();
    [[nodiscard]] QString revealText() const;
    void calibrateOn(const Layout& layout, double stepS);
    [[nodiscard]] std::optional<Layout> ranLayout() const;
    [[nodiscard]] const LayoutRow* chosenRow() const;
    void copyLaunchLine();

    LayoutSearcher* m_searcher;
    LayoutMapper* m_mapper;
    LayoutOrder m_order = LayoutOrder::Time;
    bool m_guessing = false;
    std::optional<std::size_t> m_guess;  // of m_shown's rows
    bool m_wasGuessed = false;  // m_shown was hidden before it was shown
    std::optional<OwnRun> m_run;  // of this document, until another takes its place

    LayoutQuestion* m_question;
    Text* m_headline;
    Text* m_because;
    Text* m_next;
    QWidget* m_choices;
    Text* m_revealed;
    QBoxLayout* m_words;
    std::vector<QPushButton*> m_orders;
    QPushButton* m_best;
    QPushButton* m_mapWord;
    QPushButton* m_use;
    QPushButton* m_copy;
    QStackedWidget* m_stack;
    Figure* m_barsFigure;
    Figure* m_memoryFigure;
    Figure* m_mapFigure;
    LayoutBars* m_bars;
    MemoryBar* m_memory;
    LayoutRun* m_runEdit;
    LayoutMapChart* m_map;
    Text* m_row;
    Text* m_reading;
    Why* m_why;
    SharedLayouts m_shown;
};

}  // namespace scalewright::ui
