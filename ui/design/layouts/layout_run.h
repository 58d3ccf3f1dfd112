// Calibrates the efficiency used for every layout from the user's own run: which layout it was, how long a step took,
// and the previous error.
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

    /// `layout`: the layout to ask a step time for. `knownStepS`: a step of the design's layout measured in the
    /// project, in seconds.
    void refresh(const ParallelLayout& layout, const std::optional<CalibratedRun>& run,
                 const std::optional<double>& knownStepS);
    void showProblem(const QString& text);
    void layOut(int width);

    [[nodiscard]] QuantityEdit* stepTimeEdit() const { return m_stepTimeEdit; }
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void stepTimeEntered(double stepS);
    /// The step time measured in the project was accepted.
    void knownTimeAccepted();
    void cleared();

private:
    QuantityEdit* m_stepTimeEdit;
    Text* m_resultText;
    QPushButton* m_useKnownButton;
    QPushButton* m_forgetButton;
};

}  // namespace scalewright::ui
