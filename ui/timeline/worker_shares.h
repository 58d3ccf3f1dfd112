// Where each worker's time went, as a bar of shares a worker; the table behind it has every worker's seconds.
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
    bool strong = false;
};

/// Another run beside the one that is shown, each of its workers under that of the same number.
struct BesideWorkers {
    QString here, there;  ///< what the two are called: "simulated", "measured"
    PartsOver over = PartsOver::Run;
    std::vector<WorkerParts> workers;
    QString about;  ///< what differs most
};

class WorkerShares : public FigureView {
    Q_OBJECT

public:
    explicit WorkerShares(QWidget* parent = nullptr);
    /// With `beside`, both are over the same: seconds or shares.
    void setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& why,
                    std::optional<BesideWorkers> beside = {});
    [[nodiscard]] const std::vector<WorkerTime>& workers() const { return m_workers; }
    [[nodiscard]] const std::optional<BesideWorkers>& beside() const { return m_beside; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] std::vector<std::size_t> drawn(double height, const Look& look) const;

    [[nodiscard]] const WorkerParts* besideOf(const WorkerTime& worker) const;

    std::vector<WorkerTime> m_workers;
    std::optional<BesideWorkers> m_beside;
    QString m_caption, m_why;
};

}  // namespace scalewright::ui
