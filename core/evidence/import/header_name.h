// What a column's header says of itself: its words, its unit, whether it is a rate, and of whom.
//
//     headerName("Runtime [ms]");     // base "runtime", factor 0.001
//     headerName("ns/day");           // a rate, "per day": the simulated time is no unit of it
//     headerName("tokens/s/gpu");     // a rate of one worker
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity/units.h"

namespace scalewright {

struct Grid;

/// What a header says: its words in lower case joined by '_', without the unit. "sec/epoch" is "time_per_epoch" in
/// seconds; a header that is nothing but a unit ("minutes") keeps it as its base. Accents of Latin letters are dropped.
struct HeaderName {
    std::string base;  ///< "runtime" of "Runtime [ms]"
    std::string unit;  ///< "ms"; "per min" of a rate; empty where none is given
    double factor = 1;  ///< base units (seconds, joules) per unit; for "…_per_min" how many per second one is
    Dimension dimension = Dimension::Time;  ///< of the unit
    bool unitGiven = false;
    bool isRate = false;  ///< "images_per_s", "tokens/s": the base keeps "per"
    bool isShare = false;  ///< "comm%", "scaling_pct": no time
    bool isUnit = false;  ///< "minutes": nothing but the unit
    /// "min" alone, or "time_min" beside "time_max": as likely the least of something as minutes
    bool isMinimum = false;
    std::string ofWorker{};  ///< "gpu" of "tokens/s/gpu": what it is a rate of; empty where it is of all
    bool perWorkerTime = false;  ///< "updates/cpu_second": of one worker, or of all by the second
};
[[nodiscard]] HeaderName headerName(std::string_view header);
/// Of every header of the grid, each seen beside the others; units that stand outside the header are in it.
[[nodiscard]] std::vector<HeaderName> headerNames(const Grid& grid);
/// The units of that dimension that a header may give, for messages: "s, ms, us, ns, min or h".
[[nodiscard]] std::string headerUnits(Dimension dimension);

/// "s" of a unit of time in whatever letters; empty where it is none.
[[nodiscard]] std::string timeUnitShown(std::string_view text);
/// Whether it is a unit that a header may give: "us", "seconds", "images/s".
[[nodiscard]] bool isHeaderUnit(std::string_view text);

/// "elapsed (hh:mm)": its "1:02" is an hour and two minutes. "hh:mm:ss" has its seconds in the cells.
[[nodiscard]] bool isHoursAndMinutes(std::string_view header);
/// The words of a text in lower case: ASCII letters, what lies beyond ASCII and, `withDigits`, digits; anything else
/// parts them.
[[nodiscard]] std::vector<std::string> nameWords(std::string_view text, bool withDigits = true);

/// "gpu", "ranks", "cpu": one of those that work side by side.
[[nodiscard]] bool isWorkerWord(std::string_view word);
/// "processos" of "n\u00BA_de_processos" and of "processos_mpi", "threads" of "number_of_threads".
[[nodiscard]] std::string withoutCounting(std::string_view base);
/// A header that counts workers: "total_tasks", "n_mpi_ranks", "gpus". Not "ranks_per_node".
[[nodiscard]] bool countsWorkers(const HeaderName& name);

/// A counter of repeats, by the base of its name: "run", "seed", "job_id". Its numbers tell no runs apart.
[[nodiscard]] bool countsRuns(std::string_view base);

}  // namespace scalewright
