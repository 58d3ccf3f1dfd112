// SPDX-License-Identifier: GPL-3.0-or-later
// A thin progress bar.
#pragma once

#include <QProgressBar>

namespace scalewright::ui {

class ProgressBar final : public QProgressBar {
    Q_OBJECT

public:
    /// `name` is for screen readers.
    ProgressBar(const QString& name, QWidget* parent);

    /// Sets the completed fraction, 0 to 1. Repaints together with other pending changes. QProgressBar::setValue()
    /// alone would immediately repaint everything pending in the window, which would then be laid out and painted
    /// again.
    void setFraction(double share);
};

}  // namespace scalewright::ui
