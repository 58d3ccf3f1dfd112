// SPDX-License-Identifier: GPL-3.0-or-later
// Laws fitted to the ladder: which one fits best, its parameters with intervals, its peak and limit, or why the data
// reject it.
//
// A profile likelihood takes a while, so fits run on a worker thread; results for a ladder that has since changed are
// dropped.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/fit/fit.h"
#include "ui/theme/widgets.h"
#include "ui/worker/worker.h"

class QComboBox;
class QGridLayout;

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

class CollapsibleDetails;
class CollapsibleTrackRecord;

class FitsCard : public Card {
    Q_OBJECT

public:
    explicit FitsCard(QWidget* parent = nullptr);

    /// Refits if the ladder or the alpha–beta model's pattern has changed.
    void refresh(const Project& project, const Analysis& analysis);
    /// Computes the fits synchronously, for exports.
    void fitNow();

    [[nodiscard]] bool isFitting() const { return m_ladder && !m_comparison; }
    /// The fit of the chosen law; nullopt during fitting or if the data reject the law.
    [[nodiscard]] std::optional<LadderFit> chosenFit() const;
    /// Amdahl's ceiling, relative to the measured S, if the law was fitted and has a ceiling.
    [[nodiscard]] std::optional<double> amdahlCeiling() const;
    [[nodiscard]] const std::optional<FitComparison>& comparison() const { return m_comparison; }
    /// The best speedup that more workers can give, like the answer of `fit`; empty while fitting.
    [[nodiscard]] QString answerText() const;
    /// Why this law, or why there is no fit.
    [[nodiscard]] QString verdict() const { return m_verdict; }

Q_SIGNALS:
    void fitChanged();

private:
    void startFitting();
    void setComparison(FitComparison comparison);
    void updateView();

    std::optional<MeasuredLadder> m_ladder;
    FitOptions m_options;  ///< what the fits depend on other than the ladder
    std::optional<std::pair<int, double>>
        m_predictedReach;  ///< p* or the last p of the chart, and its predicted speedup
    int m_generation = 0;             ///< incremented when the ladder or the options change
    int m_runningGeneration = 0;                ///< the generation that the worker is fitting
    std::optional<FitComparison> m_comparison;
    Worker<FitComparison>* m_worker;
    QComboBox* m_lawCombo;
    QString m_verdict;
    Text* m_statusLabel;  ///< the verdict while there is no fit
    CollapsibleDetails* m_details;  ///< the verdict on a fit, and its statistics
    CollapsibleTrackRecord* m_trackRecord;  ///< how often such a verdict has been right
    QWidget* m_parameterPanel;
    QGridLayout* m_parameterGrid;
    Text* m_refusedLabel;
};

}  // namespace scalewright::ui
