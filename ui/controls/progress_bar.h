// How far a piece of work is, as a thin bar.
#pragma once

#include <QProgressBar>

namespace scalewright::ui {

class ProgressBar final : public QProgressBar {
    Q_OBJECT

public:
    /// `name`: to a screen reader.
    ProgressBar(const QString& name, QWidget* parent);

    /// Of the work, 0 to 1. Drawn with whatever else has changed: QProgressBar::setValue() paints at once, all that
    /// waits in the window included, which is then laid out and painted once more.
    void setShare(double share);
};

}  // namespace scalewright::ui
