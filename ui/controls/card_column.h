// Stacked cards: they scroll by themselves beside a chart, or stand whole in a page that scrolls.
#pragma once

#include <functional>

#include "ui/controls/scroll_area.h"

class QVBoxLayout;

namespace scalewright::ui {

class CardColumn : public ScrollArea {
    Q_OBJECT

public:
    explicit CardColumn(QWidget* parent = nullptr);

    void addCard(QWidget* card);
    /// What `change` does to the cards does not move `pressed`, which is on one of them: it stays under the pointer.
    void keepInPlace(QWidget* pressed, const std::function<void()>& change);
    void setWhole(bool whole);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QVBoxLayout* m_cards;
    bool m_whole = false;
};

}  // namespace scalewright::ui
