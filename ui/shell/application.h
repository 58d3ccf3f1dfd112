// SPDX-License-Identifier: GPL-3.0-or-later
// The QApplication of the window.
#pragma once

#include <QApplication>

namespace scalewright::ui {

class Application : public QApplication {
public:
    using QApplication::QApplication;

    /// Also clears the upper halves of the vector registers, which Qt 6.4 leaves in use after it fills pixels with AVX2:
    /// until they are cleared, processors that save their state when they change between SSE and AVX do so twice for every
    /// logarithm and exponential (155 ns instead of 4 ns each).
    bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace scalewright::ui
