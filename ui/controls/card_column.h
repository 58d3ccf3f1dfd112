// SPDX-License-Identifier: GPL-3.0-or-later
// A column of cards that scrolls next to a chart, or is shown at full height inside a scrolling page.
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
    /// Runs `change` and then scrolls so that `pressed`, a widget on one of the cards, stays under the pointer.
    void keepInPlaceDuring(QWidget* pressed, const std::function<void()>& change);
    void setFullHeight(bool fullHeight);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateMinimumHeight();

    QVBoxLayout* m_cards;
    bool m_fullHeight = false;
};

}  // namespace scalewright::ui
