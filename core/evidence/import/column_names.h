// SPDX-License-Identifier: GPL-3.0-or-later
// The words of column headers and cells: resources/catalogue/columns.json, which users may extend.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/units.h"

namespace scalewright {

struct HeaderUnit {
    std::string displayName;  ///< "ms"
    double factor = 1;  ///< base units (seconds, joules) per unit
    Dimension dimension = Dimension::Time;
    std::vector<std::string> names{};  ///< "ms", "millis"
};

struct ColumnNames {
    std::map<std::string, std::vector<std::string>> namesByRole;  ///< as written, by the role's name: "time"
    /// The members of "words" and "lists". Words for headers have the form of HeaderName::base; words for cells
    /// ("failed", "yes") are in lower case; those of "lists" are as written.
    std::map<std::string, std::vector<std::string>, std::less<>> lists;
    std::map<std::string, std::string, std::less<>> unitOfName;  ///< units that programs leave out: "energy_consumed"
    std::vector<HeaderUnit> units;
};

/// Error (Input): an unknown role, a name that is not a string.
[[nodiscard]] Result<ColumnNames> parseColumnNames(std::string_view text);

/// Error (Environment): the resource, without which no column is recognised, is missing or unreadable.
[[nodiscard]] Result<void> checkColumnNames();

/// The words of one list; empty if the resource has no such list.
[[nodiscard]] const std::vector<std::string>& wordList(std::string_view list);
[[nodiscard]] bool isListed(std::string_view list, std::string_view word);

/// Finds a unit by its name; nullptr if it is unknown.
[[nodiscard]] const HeaderUnit* findHeaderUnit(std::string_view name);

/// "kWh" for "energy_consumed", which CodeCarbon writes; empty if the name says nothing about the unit.
[[nodiscard]] std::string usualUnitOf(std::string_view name);

/// The names for a role in the resource, as written.
[[nodiscard]] std::vector<std::string> writtenNamesOf(const std::string& role);

}  // namespace scalewright
