// Story: the whole argument in one sheet. A row a step of the method, each with one number that opens its page, and the
// weakest link. What it says is core's (core/output/answers/story.h).
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
        Chart* curve = nullptr;  ///< Predict's instead of a drawing
    };
    Row makeRow(StoryStep step);
    void refreshRow(const StoryRow& row);
    void drawRow(const StoryRow& row);
    void open(StoryStep step);
    void openWeakest();

    Story m_story;
    QHBoxLayout* m_onward = nullptr;  ///< buttons for what the story becomes
    std::array<Row, allStorySteps.size()> m_rows;
    QPushButton* m_present = nullptr;
    Card* m_weak = nullptr;
    Text* m_weakWord = nullptr;
    Text* m_weakSays = nullptr;
    Text* m_weakNext = nullptr;
};

}  // namespace scalewright::ui
