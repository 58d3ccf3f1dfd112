// SPDX-License-Identifier: GPL-3.0-or-later
// Story: the whole argument on one page. Each step of the method is a row with one number, and opens its page when
// clicked; the weakest link is shown below. The texts come from core/output/answers/story.h.
#pragma once

#include <array>

#include "core/output/answers/story.h"
#include "ui/page/page.h"

namespace scalewright::ui {

class Card;
class Chart;
class ProvenanceDot;
class StoryDrawing;
class Text;

class StoryPage : public Page {
    Q_OBJECT

public:
    explicit StoryPage(Document& document, QWidget* parent = nullptr);
    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] const Story& story() const { return m_story; }
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;

protected:
    void refresh() override;
    void layOut() override;

private:
    struct Row {
        Card* card = nullptr;
        Text *number = nullptr, *title = nullptr, *headline = nullptr, *because = nullptr;
        ProvenanceDot* dot = nullptr;
        StoryDrawing* drawing = nullptr;
        Chart* curve = nullptr;  ///< shown in Predict's row instead of a drawing
    };
    Row createRow(StoryStep step);
    void refreshRow(const StoryRow& row);
    void drawRow(const StoryRow& row);
    void openStep(StoryStep step);
    void openWeakestLink();

    Story m_story;
    QHBoxLayout* m_actionsLayout = nullptr;  ///< buttons for slides and report
    std::array<Row, allStorySteps.size()> m_rows;
    QPushButton* m_presentButton = nullptr;
    Text* m_whyThisP = nullptr;
    Card* m_weakestCard = nullptr;
    Text* m_weakestTitle = nullptr;
    Text* m_weakestText = nullptr;
    Text* m_weakestNext = nullptr;
};

}  // namespace scalewright::ui
