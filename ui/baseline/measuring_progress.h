// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the progress of measuring this machine, with a cancel button, on the card that started it.
#pragma once

#include <QWidget>

class QPushButton;

namespace scalewright::ui {

class Job;
class ProgressBar;
class Text;

class MeasurementProgress : public QWidget {
    Q_OBJECT

public:
    explicit MeasurementProgress(Job& measuring, QWidget* parent = nullptr);

    /// Updates the contents only: the card shows and hides this widget.
    void refresh();
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancelButton; }

private:
    Job& m_measurement;
    ProgressBar* m_progressBar;
    Text* m_activityText;
    QPushButton* m_cancelButton;
};

}  // namespace scalewright::ui
