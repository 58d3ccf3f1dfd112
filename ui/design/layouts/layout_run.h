// SPDX-License-Identifier: GPL-3.0-or-later
// Calibrates the efficiency used for every layout with the user's own run: which layout it used, how long a step took,
// and the error before calibration.
#pragma once

#include <QWidget>

#include <optional>

#include "core/model/layout/calibrate.h"

class QPushButton;

namespace scalewright::ui {

class QuantityEdit;
class Text;

/// One measured step, and the training program calibrated with it.
struct CalibratedRun {
    MeasuredRun run;
    LayoutCalibration calibration;
};

class LayoutRunEditor : public QWidget {
    Q_OBJECT

public:
    explicit LayoutRunEditor(QWidget* parent = nullptr);

    /// `layout`: the layout whose step time is requested. `knownStepS`: the step time measured in the project for the
    /// design's layout, in seconds.
    void refresh(const ParallelLayout& layout, const std::optional<CalibratedRun>& run,
                 const std::optional<double>& knownStepS);
    void showProblem(const QString& text);
    void layOut(int width);

    [[nodiscard]] QuantityEdit* stepTimeEdit() const { return m_stepTimeEdit; }
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void stepTimeEntered(double stepS);
    /// The user accepted the step time measured in the project.
    void knownTimeAccepted();
    void cleared();

private:
    QuantityEdit* m_stepTimeEdit;
    Text* m_resultText;
    QPushButton* m_useKnownButton;
    QPushButton* m_forgetButton;
};

}  // namespace scalewright::ui
