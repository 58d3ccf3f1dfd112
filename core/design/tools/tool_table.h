// Table 41.5.1 as data (resources/catalogue/tools.json): which framework owns the collective that a design rests on.
//
// "Selection reduces to a single question asked of the design: which collective does this lean on, and who already owns
// it?" (book 41.5). A collective that no row rests on has no owner in the table; that is said, and no row is guessed.
//
//     const Result<ToolTable>& table = toolTable();
//     table->rowOf(Axis::Model).frameworkList();   // "FSDP, Megatron-LM"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/bottleneck/flow.h"

namespace scalewright {

struct Project;

/// Who starts a program's processes: torchrun one a worker, Ray a program on a cluster of its own, MPI one a worker by
/// mpirun or srun.
enum class ToolLauncher { Torchrun, Ray, Mpi };

/// The wording of Code 41.5.1, which differs from the table's in places.
struct ToolWording {
    std::string framework, collective;
};

/// One row of Table 41.5.1.
struct ToolRow {
    std::string id;  ///< an axisName, or "tracking"
    std::optional<Axis> axis;  ///< absent: a need that every design has
    std::string need, collective, book;
    std::vector<std::string> frameworks;
    std::vector<std::string> options;  ///< of slot 2: what of a design leads here
    std::string inherits;  ///< what the framework brings, as the book names it; empty where it names nothing
    std::optional<ToolLauncher> launcher;  ///< of the framework named first in the code's row, never Mpi; absent where
        ///< it is no program of yours
    ToolWording code;  ///< empty where Code 41.5.1 has no such row

    [[nodiscard]] std::string frameworkList() const;  ///< "FSDP, Megatron-LM"
};

struct ToolTable {
    std::string source, date;
    std::vector<std::string> way;  ///< the columns of Figure 41.5.1: collective, framework, size, tier
    std::string maturity;  ///< what it is worth that these frameworks are mature; may be empty
    std::vector<ToolRow> rows;  ///< one for each of allAxes, and the tracking of experiments

    [[nodiscard]] const ToolRow& rowOf(Axis axis) const;
    [[nodiscard]] const ToolRow* find(std::string_view id) const;
    [[nodiscard]] const ToolRow* rowOfOption(std::string_view option) const;  ///< nullptr: no row rests on it
};

/// The table in a JSON text. Errors (Input), with pointers: not such a file, no source or date, an unknown axis, option
/// or launcher, a row missing or given twice, an option in two rows.
[[nodiscard]] Result<ToolTable> parseToolTable(std::string_view text);
/// Of the installed resources, read once a run. Errors: it is not there (Environment), or wrong (Input), naming the
/// file.
[[nodiscard]] const Result<ToolTable>& toolTable();

/// What a design leads to: the rows of the collectives in its slot 2 (its pattern's where the slot holds no choice), in
/// the slot's order; and in words each collective that no row rests on. A halo exchange is MPI's (core/model/step/halo.h).
struct ToolChoice {
    std::vector<const ToolRow*> rows;  ///< into the table
    std::vector<std::string> unowned;
    std::optional<ToolLauncher> launcher;  ///< the first row's, or MPI; absent where nothing says
};
[[nodiscard]] ToolChoice toolsFor(const ToolTable& table, const Project& project);

}  // namespace scalewright
