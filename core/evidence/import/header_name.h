// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a column header: its words, its unit, whether it is a rate, and whether it is per worker.
//
//     parseHeaderName("Runtime [ms]");     // base "runtime", factor 0.001
//     parseHeaderName("ns/day");           // a rate, "per day": simulated time is not its unit
//     parseHeaderName("tokens/s/gpu");     // a rate per worker
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/project/document/ladder_roles.h"

namespace scalewright {

struct Grid;

/// A parsed header: its words in lower case, joined by '_', without the unit. "sec/epoch" is "time_per_epoch" in
/// seconds; a header that is only a unit ("minutes") uses the unit as its base. Accents are removed from Latin letters.
struct HeaderName {
    std::string base;  ///< "runtime" for "Runtime [ms]"
    std::string unit;  ///< "ms"; "per min" for a rate; empty if not given
    /// Base units (seconds, joules) per unit; for "…_per_min", how many per second one per minute is.
    double factor = 1;
    Dimension dimension = Dimension::Time;  ///< of the unit
    bool unitGiven = false;
    bool isRate = false;  ///< "images_per_s", "tokens/s": the base keeps "per"
    bool isPercentage = false;  ///< "comm%", "scaling_pct": not a time
    bool isUnitOnly = false;  ///< "minutes"
    /// "min" alone, or "time_min" next to "time_max": may mean minimum instead of minutes
    bool mayBeMinimum = false;
    std::string workerWord{};  ///< "gpu" in "tokens/s/gpu"; empty for a total
    /// "t/s": a time over its unit, or tokens (or anything else) per second; asRate() is the other reading
    bool mayBeRate = false;
    bool isPerWorkerTime = false;  ///< "updates/cpu_second": per worker, or a total per second
};
[[nodiscard]] HeaderName parseHeaderName(std::string_view header);
/// A header that may be a rate, read as one.
[[nodiscard]] HeaderName asRate(HeaderName name);
/// Parses every header in the grid in the context of the others; includes units given outside the header.
[[nodiscard]] std::vector<HeaderName> parseHeaderNames(const Grid& grid);
/// The units with this dimension that a header may use, for messages: "s, ms, us, ns, min or h".
[[nodiscard]] std::string supportedUnitsText(Dimension dimension);

/// The symbol for a unit of time in any spelling: "s" for "seconds". Empty for other texts.
[[nodiscard]] std::string timeUnitSymbol(std::string_view text);
/// True for a unit that a header may use: "us", "seconds", "images/s".
[[nodiscard]] bool isHeaderUnit(std::string_view text);

/// "elapsed (hh:mm)": "1:02" is one hour and two minutes. For "hh:mm:ss", the cells themselves contain the seconds.
[[nodiscard]] bool isHoursMinutesHeader(std::string_view header);
/// "gpu", "ranks", "cpu": a kind of parallel worker.
[[nodiscard]] bool isWorkerWord(std::string_view word);
/// Removes words that only mark a count: "processos" for "n\u00BA_de_processos" and "processos_mpi", "threads" for
/// "number_of_threads".
[[nodiscard]] std::string withoutCountWords(std::string_view base);
/// True for a header that counts workers: "total_tasks", "n_mpi_ranks", "gpus", but not "ranks_per_node".
[[nodiscard]] bool isWorkerCountHeader(const HeaderName& name);

/// Names for a role, most likely first: those of core/project/document/ladder_roles.h, then those of the resource.
[[nodiscard]] const std::vector<std::string>& namesOfRole(LadderColumn column);
/// True for the role's own name, and for those names.
[[nodiscard]] bool isNameOfRole(LadderColumn column, std::string_view base);
/// "mean_wall" is "wall".
[[nodiscard]] std::string withoutStatisticWords(std::string_view base);

/// "training_time", "tiempo_registrado": contains a word for time, and no word that makes it a point in time or a
/// setting.
[[nodiscard]] bool mentionsTime(const HeaderName& name);
/// "throughput_qps"
[[nodiscard]] bool mentionsThroughput(const HeaderName& name);

/// Whether the name contains one of these words, as "num_omp_threads" contains one of "thread_words".
[[nodiscard]] bool mentionsListed(std::string_view base, std::string_view list);

/// True for a counter of repeats, judging by the base of its name: "run", "seed", "job_id". Its numbers do not
/// distinguish settings.
[[nodiscard]] bool isRepeatCounter(std::string_view base);

}  // namespace scalewright
