// The verdict with its row of Table 41.2.1, the inequality behind it and what would flip it nearest; where there is
// none yet, which figure the flow needs next and how to get it.
#pragma once

#include <vector>

#include "core/model/bottleneck/axes.h"
#include "ui/diagnose/flow_view.h"
#include "ui/theme/widgets.h"

class QGridLayout;
class QVBoxLayout;

namespace scalewright::ui {

class Why;

class VerdictCard : public Card {
    Q_OBJECT

public:
    explicit VerdictCard(QWidget* parent = nullptr);
    void refresh(const FlowView& flow, bool isWhatIf, const Result<AxisMenu>& menu);

    /// What the card says now, row by row, for tests and screen readers: "Binding ceiling: compute, π = 20 TFLOP/s".
    [[nodiscard]] QStringList lines() const { return m_lines; }

Q_SIGNALS:
    void flipChosen(const scalewright::Flip& flip);
    /// The figure at that place in the project is wanted.
    void baselineWanted(const QString& pointer);

private:
    void addRow(const QString& label, const QString& value, bool bold);
    void showVerdict(const FlowView& flow, bool isWhatIf, const Result<AxisMenu>& menu);
    void showMissing(const FlowView& flow);

    Text* m_title;
    Text* m_ceiling;  ///< one line: what stands above the flips keeps its height
    QGridLayout* m_rows;
    QVBoxLayout* m_missing;
    QVBoxLayout* m_flips;
    Why* m_why;
    Text* m_remark;
    int m_shownRows = 0;  ///< of m_rows; what is missing has lines, and no rows
    QStringList m_lines;
};

/// "compute, π = 20 TFLOP/s", "memory capacity, 80 GB": the ceiling with its figure.
[[nodiscard]] QString bindingText(const FlowView& flow);

}  // namespace scalewright::ui
