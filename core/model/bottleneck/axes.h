// SPDX-License-Identifier: GPL-3.0-or-later
// Table 41.2.1 and the six axes as data (resources/catalogue/axes.json): the remedy for each ceiling, with the book
// chapter and the tools. Users may edit the file; the flow itself is in flow.h.
//
// The chapter names six axes, but its table has five rows and its figure five leaves; the remarks in the file say where
// they do not match.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// One of the six axes. `id` is an nameOf, or "intelligence".
struct AxisEntry {
    std::string id, title, distributes, remedies;
};

/// One row of Table 41.2.1.
struct AxisRow {
    Axis axis = Axis::Data;
    std::string symptom, bookSection;
    std::vector<std::string> tools;
};

/// One leaf of Figure 41.2.1, or the leaf added for latency.
struct AxisLeaf {
    Bottleneck bottleneck = Bottleneck::Compute;
    Axis axis = Axis::Training;
    std::string title, remedy;
    std::string remark;  ///< where figure and table differ; otherwise empty
};

struct AxisMenu {
    std::string source;
    std::vector<AxisEntry> axes;
    std::vector<AxisRow> rows;  ///< one per value in allAxes
    std::vector<AxisLeaf> leaves;  ///< one per value in allBottlenecks

    [[nodiscard]] const AxisRow& row(Axis axis) const;
    [[nodiscard]] const AxisLeaf& leaf(Bottleneck bottleneck) const;
};

/// Parses the menu from JSON text. Errors (Input): wrong format, an unknown axis or ceiling, a missing or duplicate
/// one, a leaf whose axis differs from the one in the flow.
[[nodiscard]] Result<AxisMenu> parseAxisMenu(std::string_view text);

/// Reads the menu from the installed resources. Errors: not found (Environment) or invalid (Input), naming the file.
[[nodiscard]] Result<AxisMenu> readAxisMenu();

}  // namespace scalewright
