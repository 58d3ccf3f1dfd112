// A figure of a slide that is no chart of curves, on the screen.
#pragma once

#include <QWidget>

#include "ui/present/slide_charts.h"

namespace scalewright::ui {

class SlideDrawing : public QWidget {
    Q_OBJECT

public:
    explicit SlideDrawing(QWidget* parent = nullptr) : QWidget(parent) {}

    void setContent(SlideContent content);
    void setLook(const Look& look);
    [[nodiscard]] const Look& look() const { return m_look; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SlideContent m_content;
    Look m_look;
};

/// What draws the content, whichever it is: for the screen and the PDF. A chart of curves is none of it.
[[nodiscard]] const FigureContent* drawingOf(const SlideContent& content);

}  // namespace scalewright::ui
