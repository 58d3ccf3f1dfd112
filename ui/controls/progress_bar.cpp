#include "ui/controls/progress_bar.h"

namespace scalewright::ui {

namespace {

constexpr int steps = 1000;

}

ProgressBar::ProgressBar(const QString& name, QWidget* parent) : QProgressBar(parent)
{
    setRange(0, steps);
    setTextVisible(false);
    setAccessibleName(name);
}

void ProgressBar::setShare(double share)
{
    const int step = static_cast<int>(share * steps);
    if (step == value())
        return;
    setUpdatesEnabled(false);
    setValue(step);
    setUpdatesEnabled(true);
}

}  // namespace scalewright::ui
