// A figure that draws itself on screen as it does in files: its name and description are its texts, and it is measured
// and drawn again when the look changes.
#pragma once

#include <QWidget>

#include "ui/figure/figure_content.h"

namespace scalewright::ui {

class FigureView : public QWidget, public FigureContent {
    Q_OBJECT

public:
    FigureView(QSizePolicy::Policy vertical, QWidget* parent);

protected:
    /// The content is another one: name, size and drawing follow.
    void contentChanged();
    /// Theme or type size: what was measured does not hold any more.
    virtual void measure() { updateGeometry(); }
    /// render(), as large as the widget is.
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace scalewright::ui
