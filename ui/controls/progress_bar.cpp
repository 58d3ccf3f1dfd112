// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/progress_bar.h"

namespace scalewright::ui {

namespace {

constexpr int progressBarSteps = 1000;

}

ProgressBar::ProgressBar(const QString& name, QWidget* parent) : QProgressBar(parent)
{
    setRange(0, progressBarSteps);
    setTextVisible(false);
    setAccessibleName(name);
}

void ProgressBar::setFraction(double share)
{
    const int step = static_cast<int>(share * progressBarSteps);
    if (step == value())
        return;
    setUpdatesEnabled(false);
    setValue(step);
    setUpdatesEnabled(true);
}

}  // namespace scalewright::ui
