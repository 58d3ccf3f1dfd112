// A scroll area that ends: Qt's own fits its content to the heights that the content asks for whenever the content's size
// changes, by that fit too. Where two sizes ask for one another it would go on until the stack is full.
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
    int m_fits = 0;  ///< within one another
};

}  // namespace scalewright::ui
