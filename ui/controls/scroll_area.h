// A scroll area without endless relayout. QScrollArea resizes its content whenever the content's size changes,
// including by that resize. If two sizes depend on each other, the recursion would overflow the stack.
#pragma once

#include <QScrollArea>

namespace scalewright::ui {

class ScrollArea : public QScrollArea {
    Q_OBJECT

public:
    using QScrollArea::QScrollArea;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_nestedFits = 0;  ///< nesting depth of resizes
};

}  // namespace scalewright::ui
