// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the map of the best splits cell by cell on a worker thread, from coarse to fine; a new request cancels the
// current one.
#pragma once

#include <QObject>

#include <optional>
#include <utility>

#include "core/model/layout/map.h"
#include "ui/design/layouts/layout_map_chart.h"
#include "ui/worker/worker.h"

namespace scalewright::ui {

class LayoutMapper : public QObject {
    Q_OBJECT

public:
    explicit LayoutMapper(LayoutMapChart& chart, QObject* parent = nullptr);

    /// `content` has empty cells. Does nothing if the same request is already current.
    void requestMap(const LayoutMapInputs& question, const LayoutMapContent& content);
    void clear();
    /// Returns when every cell is known or has failed; used for exports. The cells are still computed on the worker
    /// thread, and the window keeps painting.
    void waitUntilComplete();
    [[nodiscard]] bool isComplete() const { return m_isComplete; }

Q_SIGNALS:
    /// Cells have arrived, or the work has ended.
    void changed();

private:
    struct Request {
        LayoutMapInputs question;
        LayoutMapContent content;
    };
    [[nodiscard]] static bool isSameRequest(const Request& a, const Request& b);
    void startWorker();

    LayoutMapChart& m_chart;
    Worker<std::pair<std::size_t, LayoutCell>>* m_worker;
    std::optional<Request> m_request;
    bool m_restartPending = false;
    bool m_isComplete = false;
};

}  // namespace scalewright::ui
