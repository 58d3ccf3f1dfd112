// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll area that shows its scroll bar in the first frame that needs it, and that does not relayout endlessly.
// QScrollArea resizes its content whenever the content's size changes, even if that resize caused the change. If two
// sizes depend on each other, this recursion overflows the stack.
#pragma once

#include <QScrollArea>

namespace scalewright::ui {

class ScrollArea : public QScrollArea {
    Q_OBJECT

public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showOrHideBar();

    int m_nestedFits = 0;  ///< nesting depth of the resizes
};

}  // namespace scalewright::ui
