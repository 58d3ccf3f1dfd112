// SPDX-License-Identifier: GPL-3.0-or-later
// The layouts tab: the best way to split a large model over the plan's cards, why the others lose, what fills a card,
// and where another split becomes best.
#pragma once

#include <vector>

#include "ui/design/layouts/layout_run.h"
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
class LayoutForm;
class LayoutRunEditor;
class MemoryBar;
class Text;
class CollapsibleDetails;

class LayoutsView final : public DocumentView {
    Q_OBJECT

public:
    explicit LayoutsView(Document& document, QWidget* parent = nullptr);
    ~LayoutsView() override;

    /// "layouts", "layout-memory", "layout-map".
    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer);

    void setOrder(LayoutOrder order);
    [[nodiscard]] LayoutOrder order() const { return m_order; }
    void setMapShown(bool map);
    /// Makes the chosen layout the design, as one undo step.
    void applyChosenLayout();
    /// The torchrun and Megatron-LM flags of the chosen layout.
    [[nodiscard]] QString launchFlagsText() const;

    /// True while the answer is hidden.
    [[nodiscard]] bool isGuessing() const { return m_isGuessing; }
    void setGuessing(bool guessing);
    /// Guesses that this row is the best. On reveal, the guess is compared with the answer, and the answer with the
    /// nearest measured run.
    void guessRow(std::size_t row);
    [[nodiscard]] std::optional<std::size_t> guessedRow() const { return m_guessedRow; }
    /// The rows in alphabetical order, which does not reveal their rank.
    [[nodiscard]] std::vector<std::size_t> rowsToGuess() const;
    [[nodiscard]] QString revealedText() const;

    [[nodiscard]] const LayoutSearcher& searcher() const { return *m_searcher; }
    /// Keeps a measured step in the project, as one undo step; from then on it sets the efficiency. A step that no
    /// efficiency explains is shown as an error instead.
    void keepMeasuredRun(const MeasuredRun& run);
    [[nodiscard]] const QString& headline() const { return m_headline; }
    [[nodiscard]] QString because() const;

Q_SIGNALS:
    void goTo(const QString& pageId, const QString& pointer);
    /// headline() has changed; the page shows it.
    void answerChanged();

protected:
    void refresh() override;
    void layOut() override;

private:
    void buildWidgets();
    void buildExamples();
    void setHeadline(const QString& text);
    void updateContent();
    void showFoundLayouts(const FoundLayouts& found);
    void showMissingInputs();
    void updateChosenRow();
    void updateMap();
    void updateRunEditor();
    void updateGuess();
    [[nodiscard]] QString guessVerdictText() const;
    [[nodiscard]] const LayoutRow* chosenRow() const;
    void copyLaunchFlags();

    LayoutSearcher* m_searcher;
    LayoutMapper* m_mapper;
    LayoutOrder m_order = LayoutOrder::Time;
    bool m_isGuessing = false;
    std::optional<std::size_t> m_guessedRow;  // a row of m_shownLayouts
    bool m_wasHidden = false;  // m_shownLayouts was hidden for a guess and then revealed

    LayoutForm* m_form;
    QString m_headline;
    Text* m_becauseText;
    Text* m_nextText;
    QWidget* m_guessButtons;
    Text* m_revealedText;
    QBoxLayout* m_buttonRow;
    std::vector<QPushButton*> m_orderButtons;
    QWidget* m_examples;
    QBoxLayout* m_exampleRow;
    QBoxLayout* m_figureRow;
    QPushButton* m_bestButton;
    QPushButton* m_mapButton;
    QPushButton* m_applyButton;
    QPushButton* m_copyButton;
    QStackedWidget* m_stack;
    Figure* m_barsFigure;
    Figure* m_memoryFigure;
    Figure* m_mapFigure;
    LayoutBars* m_bars;
    MemoryBar* m_memoryBar;
    LayoutRunEditor* m_runEditor;
    LayoutMapChart* m_mapChart;
    Text* m_rowText;
    Text* m_cellText;
    CollapsibleDetails* m_detailsFold;
    SharedLayouts m_shownLayouts;
};

}  // namespace scalewright::ui
