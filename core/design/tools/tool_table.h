// SPDX-License-Identifier: GPL-3.0-or-later
// Table 41.5.1 as data (resources/catalogue/tools.json): the framework that implements a design's collective.
//
// "Selection reduces to a single question asked of the design: which collective does this lean on, and who already owns
// it?" (book 41.5). A collective without a row has no owner in the table; this is reported, and no row is guessed. Our
// additions to the table, such as MPI for a halo exchange, are marked as such.
//
//     const Result<ToolTable>& table = toolTable();
//     table->rowOf(Axis::Model).frameworkList();   // "FSDP, Megatron-LM"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/model/bottleneck/axes.h"

namespace scalewright {

struct Project;

/// How the processes of a program are started: torchrun starts one per worker; Ray runs the program on its own cluster;
/// MPI starts one per worker with mpirun or srun.
enum class ToolLauncher { Torchrun, Ray, Mpi };
template <>
inline constexpr auto enumNames<ToolLauncher> = namedValues<ToolLauncher>(
    "launcher", {{ToolLauncher::Torchrun, "torchrun"}, {ToolLauncher::Ray, "ray"}, {ToolLauncher::Mpi, "mpi"}});

/// The wording of Code 41.5.1, which differs from the table in places.
struct BookCodeWording {
    std::string framework, collective;
};

/// One row of Table 41.5.1.
struct ToolRow {
    std::string id;  ///< the name of an axis, or "tracking"
    std::optional<Axis> axis;  ///< absent: needed by every design
    std::string need, collective, bookSection;
    std::vector<std::string> frameworks;
    std::vector<std::string> options;  ///< options in slot 2 that select this row
    std::string inheritedFeatures;  ///< features provided by the framework, in the book's words; may be empty
    /// Launcher of the first framework in the row, never Mpi; absent if that framework does not start your program.
    std::optional<ToolLauncher> launcher;
    BookCodeWording codeWording;  ///< empty if Code 41.5.1 does not have this row

    [[nodiscard]] std::string frameworkList() const;  ///< "FSDP, Megatron-LM"
};

/// Exchange of a stencil (core/model/step/halo_exchange.h), whose option in slot 2 is gossip.
inline constexpr std::string_view haloExchange = "halo-exchange";

/// Tools for an exchange that Table 41.5.1 does not list: an addition to the table.
struct UnlistedTools {
    std::string exchange;  ///< an option of slot 2, or haloExchange
    std::vector<std::string> frameworks;
    std::optional<ToolLauncher> launcher;
};

struct ToolTable {
    std::string source, date;
    std::vector<std::string> figureColumns;  ///< the columns of Figure 41.5.1: collective, framework, size, tier
    std::string maturityNote;  ///< why the maturity of these frameworks matters; may be empty
    std::vector<ToolRow> rows;  ///< one per value of allAxes, plus experiment tracking
    std::vector<UnlistedTools> unlisted;

    [[nodiscard]] const ToolRow& rowOf(Axis axis) const;
    [[nodiscard]] const ToolRow* find(std::string_view id) const;
    [[nodiscard]] const ToolRow* rowOfOption(std::string_view option) const;  ///< nullptr if no row has this option
    [[nodiscard]] const UnlistedTools* findUnlisted(std::string_view exchange) const;
};

/// Parses the table from JSON. Errors (Input), with JSON pointers: wrong format, no source or date, an unknown axis,
/// option or launcher, a missing or duplicate row, an option in two rows.
[[nodiscard]] Result<ToolTable> parseToolTable(std::string_view text);
/// The installed table, read once per process. Errors, with the file name: not found (Environment) or invalid (Input).
[[nodiscard]] const Result<ToolTable>& toolTable();

/// The tools for a design: the rows for the collectives in its slot 2 (or for its pattern if the slot has no choice),
/// in slot order, and a sentence for each collective without a row.
struct ToolChoice {
    /// One exchange of the design and who implements it.
    struct Owner {
        std::string part;  ///< "dense layers"; empty if the design does not name it
        std::string collective, frameworks;  ///< `frameworks` is empty if neither list has any
    };
    std::vector<Owner> owners;  ///< one per collective, in slot order
    std::vector<const ToolRow*> rows;  ///< pointers into the table
    std::vector<std::string> unownedCollectives;
    std::optional<ToolLauncher> launcher;  ///< launcher of the first row, or MPI; absent if unknown
};
[[nodiscard]] ToolChoice toolsFor(const ToolTable& table, const Project& project);

/// The tools of a row of Table 41.2.1. If the project sets no model, the exchange's unlisted tools replace those of
/// data-parallel and sharded training.
[[nodiscard]] const std::vector<std::string>& toolsForAxis(const AxisRow& row, const Profile& profile);

}  // namespace scalewright
