// What a view of lanes shows: a bar for each worker, streams under it, steps above it, and what each span is in words.
// Times are ticks from 0 on; how long a tick is, is the source's.
#pragma once

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/evidence/timeline/bars.h"
#include "core/output/tables/table.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

struct LaneStream {
    QString title;
    DetailLane detail;
};

struct Lane {
    QString title;
    bool strong = false;  ///< the one that the page speaks of: a straggler, a slowed worker
    DetailLane bar;
    std::vector<LaneStream> streams;
};

struct StepMark {
    QString title;  ///< "step 12"
    std::int64_t from = 0, to = 0;
};

class LaneSource {
public:
    virtual ~LaneSource() = default;

    double secondsPerTick = 1e-9;
    std::int64_t end = 0;  ///< everything lies in [0, end)
    std::vector<Lane> lanes;
    std::vector<StepMark> steps;
    std::vector<Doing> occurring;  ///< for the legend

    /// The same workers before something was changed, drawn thin under each lane; nullptr where there is no before.
    [[nodiscard]] virtual const LaneSource* before() const { return nullptr; }
    /// What to add to a time of `other` so that it stands beside [from, …) of this one: the step in sight there begins
    /// together; 0 where one of them marks no steps.
    [[nodiscard]] std::int64_t shiftOf(const LaneSource& other, std::int64_t from) const;

    /// "step 13: compute". `stream` -1 is the bar.
    [[nodiscard]] virtual QString nameOf(std::size_t lane, int stream, const DetailSpan& span) const = 0;
    /// Whether a span's name holds the text; capitals do not matter. Precondition: the text is not empty.
    using Matcher = std::function<bool(std::size_t lane, int stream, std::uint32_t id)>;
    [[nodiscard]] virtual Matcher matcher(const QString& text) const = 0;
    struct Hit {
        std::size_t lane = 0;
        int stream = -1;
        DetailSpan span;
    };
    /// The first one that begins behind `after`, else the first of all; nullopt where none fits.
    [[nodiscard]] virtual std::optional<Hit> next(const QString& text, std::int64_t after) const = 0;
    /// Mean shares over the workers within [from, to): "compute 62 %, waiting 20 %, idle 8 %".
    [[nodiscard]] virtual QString sums(std::int64_t from, std::int64_t to) const = 0;
};

/// The shares of ticks in words, idle being what is left of `all`.
[[nodiscard]] QString sharesText(const std::array<double, doingCount>& ticks, double all);
/// The same of a bar a worker, between two ticks.
[[nodiscard]] QString sharesText(const std::vector<std::vector<DetailSpan>>& bars, std::int64_t from, std::int64_t to);

/// The colour of a thing that is done; where two share a role they differ in strength.
[[nodiscard]] QColor colorOf(Doing what, const Look& look);
[[nodiscard]] QString doingTitle(Doing what);
/// "31.0 ms".
[[nodiscard]] QString seconds(double value);

}  // namespace scalewright::ui
