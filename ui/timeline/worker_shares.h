// SPDX-License-Identifier: GPL-3.0-or-later
// Where each worker's time went, as one bar of activity shares per worker; the underlying table has the seconds for
// every worker.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/evidence/timeline/compare.h"
#include "ui/figure/figure_view.h"
#include "ui/timeline/lane_source.h"

namespace scalewright::ui {

struct WorkerTime : WorkerParts {
    QString title;
    QString shortTitle;  ///< its number
    bool isHighlighted = false;
};

/// Neither waiting nor idle.
[[nodiscard]] double busySeconds(const WorkerParts& worker);

/// Another run for comparison; each of its workers is drawn below the worker with the same number.
struct ComparedWorkers {
    QString shownName, otherName;  ///< names of the two runs: "simulated", "measured"
    PartsBasis basis = PartsBasis::Run;
    std::vector<WorkerParts> workers;
    QString summary;  ///< what differs most
    bool isMean = false;  ///< `workers` holds only the mean of that run, which is drawn below all workers
};

class WorkerShares : public FigureView {
    Q_OBJECT

public:
    explicit WorkerShares(QWidget* parent = nullptr);
    /// With `comparison`, both use the same unit: seconds or shares.
    void setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& emptyText,
                    std::optional<ComparedWorkers> comparison = {});
    [[nodiscard]] const std::vector<WorkerTime>& workers() const { return m_workers; }
    [[nodiscard]] const std::optional<ComparedWorkers>& comparison() const { return m_comparison; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return Theme::scaled(180, 80); }

private:
    /// All workers in their order if they fit; otherwise the highlighted ones and others from the slowest (the least
    /// waiting and idle time) to the fastest.
    [[nodiscard]] std::vector<std::size_t> rowsToDraw(double height, const VisualStyle& look) const;
    /// "slowest 31", "0"
    /// Workers that differ by less than 1 % are neither slow nor fast. `rows`: the slowest first.
    [[nodiscard]] bool areEven(const std::vector<std::size_t>& rows) const;
    [[nodiscard]] QString rowTitle(const std::vector<std::size_t>& rows, std::size_t position) const;

    /// The activities of both runs with a share of at least 0.5 % of a bar, in the order in which they are drawn.
    [[nodiscard]] std::vector<Activity> drawnActivities() const;
    [[nodiscard]] bool hasIdleTime() const;
    struct LegendEntry {
        QString text;
        std::optional<Activity> activity{};  ///< absent: idle time, or text without a swatch
        bool isIdle = false;
        QPointF position{};
    };
    /// The legend broken into lines of this width; its height.
    [[nodiscard]] std::pair<std::vector<LegendEntry>, double> legend(double width, const VisualStyle& look) const;
    [[nodiscard]] const WorkerParts* comparedParts(const WorkerTime& worker) const;
    [[nodiscard]] const WorkerParts* comparedMean() const;
    /// Two bars for each worker.
    [[nodiscard]] bool isPaired() const { return m_comparison && !m_comparison->isMean; }
    /// Of both runs, as far as they are drawn.
    [[nodiscard]] std::vector<const WorkerParts*> drawnParts() const;

    std::vector<WorkerTime> m_workers;
    std::optional<ComparedWorkers> m_comparison;
    QString m_caption, m_emptyText;
};

}  // namespace scalewright::ui
