// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a measured ladder, one row per column. Project files, tables and JSON input, --map, the checks of a
// run, the editable table and the import panel all use these rows; the parts of a time are listed in
// core/evidence/ladder/ladder.h.
//
//     for (const LadderRole& role : ladderRoles)
//         if (role.pointMember && point.*role.pointMember) …   // the value that this run has
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/project/document/measurements.h"
#include "core/project/document/range.h"

namespace scalewright {

enum class LadderColumn { P, Time, Throughput, Compute, Communication, Idle, Io, Quality, Energy };

/// What a column describes about a run.
enum class LadderColumnKind {
    Workers,
    Time,  ///< the whole duration
    TimePart,  ///< a part of the duration
    Quality,  ///< the quality reached (Ladder::qualityName)
    Other,  ///< another measured quantity
};

struct LadderRole {
    LadderColumn column;
    const char* name;  ///< used in headers, --map and messages
    const char* key;  ///< the key in the project file's ladder points
    const char* title;  ///< shown to users
    Dimension dimension;
    Range range;
    std::optional<double> LadderPoint::*pointMember;  ///< nullptr for the worker count
    LadderColumnKind kind;
    /// Common headers for the column, as words (parseHeaderName), the most likely first.
    std::string_view headerAliases;
};

inline constexpr std::array ladderRoles{
    LadderRole{LadderColumn::P, "p", "p", "p", Dimension::Count, Range::WorkerCount, nullptr, LadderColumnKind::Workers,
               "gcds nodes num_nodes n_nodes nnodes gpus num_gpus n_gpus ngpus gpu_count gpu ranks num_ranks n_ranks "
               "nranks mpi_ranks "
               "num_procs nprocs n_procs procs np processes num_processes processors num_processors workers "
               "num_workers n_workers "
               "world_size devices num_devices replicas cores num_cores cpus threads num_threads tasks ntasks "
               "knoten anzahl_knoten knotenzahl knotenanzahl prozesse anzahl_prozesse prozesszahl prozessanzahl "
               "prozessoren anzahl_prozessoren "
               "kerne anzahl_kerne karten rechner ncpus alloccpus load n"},
    LadderRole{LadderColumn::Time, "time", "time_s", "time", Dimension::Time, Range::Positive, &LadderPoint::timeS,
               LadderColumnKind::Time,
               "runtime run_time wall walltime wall_time wallclock wall_clock wall_clock_time wallclock_time elapsed "
               "elapsed_time "
               "total_time time_total total seconds secs sec duration t_p t_step tp t iteration iteration_time "
               "iter_time time_per_iteration "
               "time_per_step step_time step epoch_time time_per_epoch epoch time_to_solution makespan "
               "zeit laufzeit gesamtzeit gesamtlaufzeit dauer schrittzeit zeit_pro_schritt zeit_je_schritt epochenzeit "
               "zeit_pro_epoche"},
    LadderRole{LadderColumn::Throughput, "throughput", "throughput_per_s", "throughput", Dimension::Rate,
               Range::Positive, &LadderPoint::throughputPerS, LadderColumnKind::Time,
               "x x_p tput qps rps fps tps rate durchsatz"},
    LadderRole{LadderColumn::Compute, "comp", "comp_s", "compute", Dimension::Time, Range::NotNegative,
               &LadderPoint::compS, LadderColumnKind::TimePart,
               "compute computation computing comp_time compute_time computation_time t_comp time_comp rechenzeit "
               "rechnen berechnung"},
    LadderRole{LadderColumn::Communication, "comm", "comm_s", "communication", Dimension::Time, Range::NotNegative,
               &LadderPoint::commS, LadderColumnKind::TimePart,
               "communication comm_time communication_time t_comm time_comm mpi mpi_time allreduce all_reduce "
               "kommunikation kommunikationszeit"},
    LadderRole{LadderColumn::Idle, "idle", "idle_s", "waiting", Dimension::Time, Range::NotNegative,
               &LadderPoint::idleS, LadderColumnKind::TimePart,
               "wait waiting wait_time waiting_time idle_time t_idle time_idle t_wait barrier straggler warten "
               "wartezeit leerlauf leerlaufzeit"},
    LadderRole{LadderColumn::Io, "io", "io_s", "input/output", Dimension::Time, Range::NotNegative, &LadderPoint::ioS,
               LadderColumnKind::TimePart,
               "io_time t_io time_io input_output data_loading data_load loading load_time read read_time ein_ausgabe "
               "lesen lesezeit laden ladezeit"},
    LadderRole{LadderColumn::Quality, "quality", "quality", "quality", Dimension::Ratio, Range::Any,
               &LadderPoint::quality, LadderColumnKind::Quality,
               "accuracy acc top1 top_1 top_1_accuracy top1_accuracy val_accuracy val_acc test_accuracy loss val_loss "
               "test_loss "
               "train_loss recall f1 auc bleu perplexity ppl error rmse mae genauigkeit"},
    LadderRole{LadderColumn::Energy, "energy", "energy_j", "energy", Dimension::Energy, Range::NotNegative,
               &LadderPoint::energyJ, LadderColumnKind::Other,
               "energy_consumption energy_consumed consumed_energy energy_used total_energy energy_total joules "
               "energie energieverbrauch"},
};
static_assert(
    [] {
        for (std::size_t i = 0; i < ladderRoles.size(); ++i)
            if (static_cast<std::size_t>(ladderRoles[i].column) != i)
                return false;
        return true;
    }(),
    "the rows must be in the order of LadderColumn");

[[nodiscard]] constexpr const LadderRole& ladderRoleOf(LadderColumn column)
{
    return ladderRoles[static_cast<std::size_t>(column)];
}

/// Whether a column gives a run's duration, alone or together with other columns.
[[nodiscard]] constexpr bool isTimeColumn(const LadderRole& role)
{
    return role.kind == LadderColumnKind::Time || role.kind == LadderColumnKind::TimePart;
}

/// Whether the run has a value in any such column.
[[nodiscard]] inline bool hasTime(const LadderPoint& point)
{
    return std::ranges::any_of(ladderRoles,
                               [&](const LadderRole& role) { return isTimeColumn(role) && point.*role.pointMember; });
}

}  // namespace scalewright
