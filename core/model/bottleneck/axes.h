// Table 41.2.1 and the six axes as data (resources/catalogue/axes.json): what to do about a ceiling, where the book
// develops it, and with which tools. A person may edit the file; the flow itself is in flow.h.
//
// The chapter names six axes, its table has five rows, and its figure five leaves: the file's remarks say where they
// do not line up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// One of the six axes. `id` is an axisName, or "intelligence".
struct AxisEntry {
    std::string id, title, spreads, cures;
};

/// One row of Table 41.2.1.
struct AxisRow {
    Axis axis = Axis::Data;
    std::string symptom, book;
    std::vector<std::string> tools;
};

/// One leaf of Figure 41.2.1, and the one that is added for latency.
struct AxisLeaf {
    Bottleneck bottleneck = Bottleneck::Compute;
    Axis axis = Axis::Training;
    std::string title, remedy;
    std::string remark;  ///< where figure and table do not line up; else empty
};

struct AxisMenu {
    std::string source;
    std::vector<AxisEntry> axes;
    std::vector<AxisRow> rows;     ///< one for each of allAxes
    std::vector<AxisLeaf> leaves;  ///< one for each of allBottlenecks

    [[nodiscard]] const AxisRow& row(Axis axis) const;
    [[nodiscard]] const AxisLeaf& leaf(Bottleneck bottleneck) const;
};

/// The menu in a JSON text. Errors (Input): not such a file, an unknown axis or ceiling, one missing or given twice,
/// a leaf that names another axis than the flow does.
[[nodiscard]] Result<AxisMenu> parseAxisMenu(std::string_view text);

/// The menu of the installed resources. Errors: it is not there (Environment), or wrong (Input), naming the file.
[[nodiscard]] Result<AxisMenu> readAxisMenu();

}  // namespace scalewright
