// SPDX-License-Identifier: GPL-3.0-or-later
// Tools page (book 41.5): what does the design run on? What fills a card and the inputs of its size above; who owns the
// collective, build or buy, and how to start it below. The scripts are behind a button.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/design/sizing/sizing.h"
#include "core/design/tools/launch.h"
#include "core/output/answers/answer.h"
#include "ui/page/page.h"

class QBoxLayout;
class QPlainTextEdit;
class QPushButton;
class QTabBar;

namespace scalewright::ui {

class Chart;
class FieldGrid;
class Figure;
class MissingFieldsLine;
class CollapsibleDetails;
class MemoryBar;
class TextTable;

class ToolsPage final : public Page {
    Q_OBJECT

public:
    explicit ToolsPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;

    [[nodiscard]] const std::optional<Sizing>& sizing() const { return m_sizing; }
    [[nodiscard]] const std::vector<LaunchFile>& files() const { return m_launchFiles; }
    void copyShownFile();
    /// Asks for a folder. Existing files are not overwritten; the page reports that.
    void saveFiles();
    [[nodiscard]] Result<void> saveFiles(const QString& folder);

protected:
    void refresh() override;
    void layOut() override;

private:
    QWidget* buildSizeCard();
    QWidget* buildStartCard();
    QWidget* buildScriptsCard();
    QWidget* buildMoneyCard();
    [[nodiscard]] Answer answer() const;
    void refreshSizing();
    void refreshMemory();
    void refreshTools();
    void refreshLaunch();
    void refreshMoney();
    void showSelectedFile();
    /// Number of cards from the sizing; without a model, the number in the plan.
    [[nodiscard]] double cardCount() const;
    /// Whether there is a model or a request load; without both, all sizes would be zero.
    [[nodiscard]] bool hasSizingInput() const;

    MissingFieldsLine* m_missingForSizing;
    MissingFieldsLine* m_missingForLaunch;
    SizingNeed m_sizingNeed;
    std::optional<int> m_sizingPlanP;
    std::optional<Sizing> m_sizing, m_bookSizing;
    std::vector<LaunchFile> m_launchFiles;
    TextTable* m_sizingTable;  ///< everything that was counted, next to the result from the book's own code
    Figure* m_sizingFigure;
    CollapsibleDetails* m_sizingNotes;
    MemoryBar* m_memoryBar;
    Figure* m_memoryFigure;
    FieldGrid* m_sizeGrid;
    TextTable* m_toolsTable;
    Figure* m_toolsFigure;
    QTabBar* m_fileTabs;
    QPlainTextEdit* m_fileText;
    QPushButton* m_scriptsButton;
    QPushButton* m_copyButton;
    QPushButton* m_saveButton;
    QPlainTextEdit* m_launchLines;
    Text* m_launchNote;
    Chart* m_moneyChart;
    CollapsibleDetails* m_moneyInputs = nullptr;
    FieldGrid* m_moneyGrid;
    Text* m_moneyNote;
    QWidget* m_scriptsCard;
    QBoxLayout* m_upperRow;
    QBoxLayout* m_lowerRow;
};

}  // namespace scalewright::ui
