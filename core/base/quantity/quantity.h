// A quantity: a number with its dimension, its uncertainty and where it came from.
//
// Every number a person sees says where it came from (product promise 1): measured, imported, from the
// catalogue, typed, or assumed. A Quantity carries that through the project file, the window and the report.
#pragma once

#include <optional>
#include <string>

#include "core/base/json/json.h"

namespace scalewright {

/// What a number measures. Values are always in the base unit named here; prefixes exist only in text.
enum class Dimension {
    Time,             ///< seconds
    Bytes,            ///< bytes
    Bandwidth,        ///< bytes per second
    Work,             ///< floating-point operations (FLOP)
    ComputeRate,      ///< FLOP per second
    TimePerByte,      ///< seconds per byte (the reduction cost gamma)
    Price,            ///< USD per node-hour
    Money,            ///< USD
    Power,            ///< watts
    Energy,           ///< joules
    Rate,             ///< events per second (requests, samples)
    Count,            ///< a whole number of things (workers, steps, shards)
    Ratio,            ///< a plain number
};

enum class Origin { Measured, Imported, Catalogue, Typed, Assumed };

/// Where a value came from. `source` is the file, catalogue entry or machine; `date` is ISO 8601 (2026-09-30).
struct Provenance {
    Origin origin = Origin::Assumed;
    std::string source;
    std::string date;
    std::string conditions;  ///< on what and how noisy, in words
    Json::Object unknown{};  ///< members of a project file that this program does not know, kept

    bool operator==(const Provenance&) const = default;
};

/// low <= value <= high at the stated confidence level (0.95 = 95 %).
struct Interval {
    double low = 0;
    double high = 0;
    double level = 0.95;

    bool operator==(const Interval&) const = default;
};

struct Quantity {
    double value = 0;
    std::optional<Interval> interval;
    Provenance provenance;
    std::string asTyped{};  ///< what a person wrote, where it says more than the number: "7B params bf16"; means
 ///< nothing beside another value

    bool operator==(const Quantity&) const = default;
};

[[nodiscard]] inline Quantity typed(double value)
{
    return {value, std::nullopt, {Origin::Typed, {}, {}, {}}};
}
[[nodiscard]] inline Quantity assumed(double value)
{
    return {value, std::nullopt, {Origin::Assumed, {}, {}, {}}};
}

/// "measured", "imported", "catalogue", "typed", "assumed": the words of the file format.
[[nodiscard]] const char* originName(Origin origin);
[[nodiscard]] std::optional<Origin> originFromName(const std::string& name);

}  // namespace scalewright
