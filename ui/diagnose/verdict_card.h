// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict with its row of Table 41.2.1, the inequality behind it and the nearest flip. Without a verdict: the
// figure that the flow needs next and how to get it.
#pragma once

#include <vector>

#include "core/model/bottleneck/axes.h"
#include "ui/diagnose/flow_view.h"
#include "ui/theme/widgets.h"

class QGridLayout;
class QVBoxLayout;

namespace scalewright::ui {

class CollapsibleDetails;

class VerdictCard : public Card {
    Q_OBJECT

public:
    explicit VerdictCard(QWidget* parent = nullptr);
    void refresh(const FlowProgress& flow, bool isWhatIf, const Result<AxisMenu>& menu);

    /// The card's rows for tests and screen readers, for example "Binding ceiling: compute, π = 20 TFLOP/s".
    [[nodiscard]] QStringList lines() const { return m_lines; }

Q_SIGNALS:
    void flipChosen(const scalewright::FlipPoint& flip);
    /// The user asked to go to the figure at this JSON pointer.
    void baselineRequested(const QString& pointer);

private:
    void addRow(const QString& label, const QString& value, bool bold);
    void showVerdict(const FlowProgress& flow, bool isWhatIf, const Result<AxisMenu>& menu);
    void showMissing(const FlowProgress& flow);

    Text* m_titleText;
    Text* m_ceilingText;  ///< a single line, so that the part above the flips does not change height
    QGridLayout* m_rowsLayout;
    QVBoxLayout* m_missingLayout;
    QVBoxLayout* m_flipsLayout;
    CollapsibleDetails* m_detailsFold;
    Text* m_remarksText;
    int m_shownRowCount = 0;  ///< number of rows shown in m_rowsLayout; missing figures are in m_lines only
    QStringList m_lines;
};

/// The ceiling with its figure, for example "compute, π = 20 TFLOP/s", "memory capacity, 80 GB".
[[nodiscard]] QString bindingCeilingText(const FlowProgress& flow);

}  // namespace scalewright::ui
