// SPDX-License-Identifier: GPL-3.0-or-later
// Tools page (book 41.5): what does the design run on? What fills a card and the inputs of its size above; who owns the
// collective, build or buy, and how to start it below. The scripts are behind a button.
#pragma once

#include <optional>
#include <vector>

#include "core/output/answers/answer.h"
#include "core/output/answers/size.h"
#include "ui/page/page.h"

class QBoxLayout;

namespace scalewright::ui {

class CollapsibleDetails;
class FieldGrid;
class Figure;
class LaunchCard;
class MemoryBar;
class MissingFieldsLine;
class MoneyCard;
class TextTable;

class ToolsPage final : public Page {
    Q_OBJECT

public:
    explicit ToolsPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;

    /// By the replica rule; nullptr if nothing is sized.
    [[nodiscard]] const Sizing* sizing() const { return m_sizing ? &m_sizing->replica : nullptr; }
    [[nodiscard]] LaunchCard& launchCard() const { return *m_launchCard; }

protected:
    void refresh() override;
    void layOut() override;

private:
    QWidget* buildSizeCard();
    [[nodiscard]] Answer answer() const;
    void refreshSizing();
    void refreshMemory();
    void refreshTools();
    /// Number of cards from the sizing; without a model, the number in the plan.
    [[nodiscard]] double cardCount() const;
    /// Whether there is a model or a request load; without both, all sizes would be zero.
    [[nodiscard]] bool hasSizingInput() const;

    MissingFieldsLine* m_missingForSizing;
    MissingFieldsLine* m_missingForLaunch;
    SizingNeed m_sizingNeed;  ///< also if nothing can be sized
    std::optional<ProjectSizing> m_sizing;
    TextTable* m_sizingTable;  ///< everything that was counted, next to the result from the book's own code
    Figure* m_sizingFigure;
    CollapsibleDetails* m_sizingNotes;
    MemoryBar* m_memoryBar;
    Figure* m_memoryFigure;
    FieldGrid* m_sizeGrid;
    TextTable* m_toolsTable;
    Figure* m_toolsFigure;
    MoneyCard* m_moneyCard;
    LaunchCard* m_launchCard;
    QBoxLayout* m_upperRow;
    QBoxLayout* m_lowerRow;
};

}  // namespace scalewright::ui
