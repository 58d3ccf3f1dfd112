// Fills the map of winners cell by cell off the GUI thread, coarse first; another question stops it.
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

    /// `content` with its cells empty; nothing happens where it is the map that is there or under way.
    void ask(const LayoutMapQuestion& question, const LayoutMapContent& content);
    void clear();
    /// Returns when every cell is known, or cannot be: an export. The cells are worked out where they always are, and the
    /// window goes on painting.
    void finish();
    [[nodiscard]] bool isComplete() const { return m_complete; }

Q_SIGNALS:
    /// Cells came, or the last one did.
    void changed();

private:
    struct Asked {
        LayoutMapQuestion question;
        LayoutMapContent content;
    };
    [[nodiscard]] static bool same(const Asked& a, const Asked& b);
    void start();

    LayoutMapChart& m_chart;
    Worker<std::pair<std::size_t, LayoutCell>>* m_worker;
    std::optional<Asked> m_asked;
    bool m_restart = false;
    bool m_complete = false;
};

}  // namespace scalewright::ui
