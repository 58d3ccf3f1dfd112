// SPDX-License-Identifier: GPL-3.0-or-later
// A figure on a slide, other than a curve chart, drawn on screen.
#pragma once

#include <QWidget>

#include "ui/present/slide_charts.h"

namespace scalewright::ui {

class SlideDrawing : public QWidget {
    Q_OBJECT

public:
    explicit SlideDrawing(QWidget* parent = nullptr) : QWidget(parent) {}

    void setContent(SlideContent content);
    void setLook(const VisualStyle& look);
    [[nodiscard]] const VisualStyle& look() const { return m_look; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SlideContent m_content;
    VisualStyle m_look;
};

/// The figure to draw on screen and in the PDF; nullptr if the content is a curve chart.
[[nodiscard]] const FigureContent* figureContentOf(const SlideContent& content);

}  // namespace scalewright::ui
