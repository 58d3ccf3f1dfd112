// Laws fitted to the ladder: which one, its parameters with intervals, its peak and limit, or why the data refuse it.
//
// A profile likelihood takes a while, so fits run on a worker; what arrives late for a ladder that has changed is
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

class TrackRecordFold;

class FitsCard : public Card {
    Q_OBJECT

public:
    explicit FitsCard(QWidget* parent = nullptr);

    /// Fits anew where the ladder, or the pattern of the alpha–beta model, is another one.
    void refresh(const Project& project, const Analysis& analysis);
    /// The fits at once, for exports: blocks while they are computed.
    void settle();

    [[nodiscard]] bool isFitting() const { return m_ladder && !m_comparison; }
    /// What the chosen law says; absent while fitting, and where the data refuse it.
    [[nodiscard]] std::optional<LadderFit> chosen() const;
    /// Amdahl's ceiling on the measured S, where the law could be fitted and has one.
    [[nodiscard]] std::optional<double> amdahlCeiling() const;
    [[nodiscard]] const std::optional<FitComparison>& comparison() const { return m_comparison; }
    /// nullopt: the best by the criterion.
    void chooseLaw(std::optional<Law> law);
    [[nodiscard]] QString verdict() const { return m_verdict->text(); }

Q_SIGNALS:
    void fitChanged();

private:
    void start();
    void take(FitComparison comparison);
    void show();

    std::optional<MeasuredLadder> m_ladder;
    FitOptions m_options;  ///< with the ladder, what the fits depend on
    int m_generation = 0;             ///< of ladder and options
    int m_fitting = 0;                ///< the generation that the worker is at
    std::optional<FitComparison> m_comparison;
    Worker<FitComparison>* m_worker;
    QComboBox* m_law;
    Text* m_verdict;
    TrackRecordFold* m_record;  ///< how often such a verdict was right
    QWidget* m_rows;
    QGridLayout* m_grid;
    Text* m_refused;
};

}  // namespace scalewright::ui
