// A run of one's own sets the efficiency that every layout is computed with: which layout it was, how long a step took,
// and how far off the figures were before.
#pragma once

#include <QWidget>

#include <optional>

#include "core/model/layout/calibrate.h"

class QPushButton;

namespace scalewright::ui {

class QuantityEdit;
class Text;

/// One measured step, and the training program that explains it.
struct OwnRun {
    MeasuredRun run;
    LayoutCalibration calibration;
};

class LayoutRun : public QWidget {
    Q_OBJECT

public:
    explicit LayoutRun(QWidget* parent = nullptr);

    /// `layout`: whose step is asked for. `known`: a step of the design's layout that the project has measured.
    void refresh(const Layout& layout, const std::optional<OwnRun>& run, const std::optional<double>& known);
    void sayProblem(const QString& text);
    void layOut(int width);

    [[nodiscard]] QuantityEdit* edit() const { return m_edit; }
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void measured(double stepS);
    /// The step that the project has measured is taken.
    void knownTaken();
    void cleared();

private:
    QuantityEdit* m_edit;
    Text* m_text;
    QPushButton* m_take;
    QPushButton* m_forget;
};

}  // namespace scalewright::ui
