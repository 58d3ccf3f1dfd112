// SPDX-License-Identifier: GPL-3.0-or-later
// A figure that draws itself identically on screen and in files. Name and description come from its texts; it is
// measured and redrawn when the style changes.
#pragma once

#include <QWidget>

#include "ui/figure/figure_content.h"

namespace scalewright::ui {

class FigureView : public QWidget, public FigureContent {
    Q_OBJECT

public:
    FigureView(QSizePolicy::Policy vertical, QWidget* parent);

protected:
    /// Updates the name, size and drawing; call after the content has changed.
    void updateForNewContent();
    /// The theme or type size has changed: recompute the measured sizes.
    virtual void measure() { updateGeometry(); }
    /// Calls render() at the widget's size.
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace scalewright::ui
