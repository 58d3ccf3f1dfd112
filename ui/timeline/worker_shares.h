// Where each worker's time went, as a bar of shares a worker; the table behind it has every worker's seconds.
#pragma once

#include <array>
#include <vector>

#include "ui/figure/figure_view.h"
#include "ui/timeline/lane_source.h"

namespace scalewright::ui {

struct WorkerTime {
    QString title;
    QString shortTitle;  ///< its number
    bool strong = false;
    double spanS = 0;
    std::array<double, doingCount> seconds{};  ///< what is left of the span is idle; hidden communication lies within compute
    [[nodiscard]] double idleS() const;
};

class WorkerShares : public FigureView {
    Q_OBJECT

public:
    explicit WorkerShares(QWidget* parent = nullptr);
    void setWorkers(std::vector<WorkerTime> workers, const QString& caption, const QString& why);
    [[nodiscard]] const std::vector<WorkerTime>& workers() const { return m_workers; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] std::vector<std::size_t> drawn(double height, const Look& look) const;

    std::vector<WorkerTime> m_workers;
    QString m_caption, m_why;
};

}  // namespace scalewright::ui
