// SPDX-License-Identifier: GPL-3.0-or-later
// A quantity: a number with its dimension, its uncertainty and its source.
//
// Every number that a user sees has a source (product promise 1): measured, imported, from the catalogue, typed, or
// assumed. A Quantity carries it through the project file, the window and the report.
#pragma once

#include <optional>
#include <string>

#include "core/base/json/json.h"
#include "core/base/text/enum_names.h"

namespace scalewright {

/// What a number measures. Values are always in the base unit given here; prefixes appear only in text.
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
template <>
inline constexpr auto enumNames<Origin> = namedValues<Origin>("origin", {{Origin::Measured, "measured"},
                                                                         {Origin::Imported, "imported"},
                                                                         {Origin::Catalogue, "catalogue"},
                                                                         {Origin::Typed, "typed"},
                                                                         {Origin::Assumed, "assumed"}});

/// The source of a value. `source` is the file, catalogue entry or machine; `date` is ISO 8601 (2026-09-30).
struct Provenance {
    Origin origin = Origin::Assumed;
    std::string source;
    std::string date;
    std::string conditions;  ///< what was measured and how noisy it was, in words
    Json::Object unknown{};  ///< unknown members of a project file, preserved

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
    /// The typed text if it contains more than the number, such as "7B params bf16"; valid only for this value.
    std::string asTyped{};

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

}  // namespace scalewright
