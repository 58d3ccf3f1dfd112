// The columns of a measured ladder, a row each. Project file, tables and JSON that are read, --map, the checks of a
// run, the editable table and the import panel derive from these rows; what a time is made of (core/evidence/ladder/ladder.h)
// names its own.
//
//     for (const LadderRole& role : ladderRoles)
//         if (role.figure && point.*role.figure) …   // what this run says of it
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/project/document/measurements.h"
#include "core/project/document/range.h"

namespace scalewright {

enum class LadderColumn { P, Time, Throughput, Comp, Comm, Idle, Io, Quality, Energy };

/// What a column says of a run.
enum class LadderSays {
    Workers,
    Time,  ///< how long it took, by itself
    Part,  ///< a part of that
    Quality,  ///< what it reached (Ladder::qualityName)
    Beside,  ///< something else that was measured with it
};

struct LadderRole {
    LadderColumn column;
    const char* name;  ///< in headers, --map and messages
    const char* key;  ///< of a point in the project file
    const char* title;  ///< for people
    Dimension dimension;
    Range range;
    std::optional<double> LadderPoint::*figure;  ///< nullptr for the workers
    LadderSays says;
    std::string_view guesses;  ///< headers that people use for it, by their words (headerName), the likeliest first
};

inline constexpr std::array ladderRoles{
    LadderRole{LadderColumn::P, "p", "p", "p", Dimension::Count, Range::Workers, nullptr, LadderSays::Workers,
               "gcds nodes num_nodes n_nodes nnodes gpus num_gpus n_gpus ngpus gpu_count gpu ranks num_ranks n_ranks "
               "nranks mpi_ranks "
               "num_procs nprocs n_procs procs np processes num_processes processors num_processors workers "
               "num_workers n_workers "
               "world_size devices num_devices replicas cores num_cores cpus threads num_threads tasks ntasks "
               "knoten anzahl_knoten knotenzahl knotenanzahl prozesse anzahl_prozesse prozesszahl prozessanzahl "
               "prozessoren anzahl_prozessoren "
               "kerne anzahl_kerne karten rechner ncpus alloccpus load n"},
    LadderRole{LadderColumn::Time, "time", "time_s", "time", Dimension::Time, Range::Positive, &LadderPoint::timeS,
               LadderSays::Time,
               "runtime run_time wall walltime wall_time wallclock wall_clock wall_clock_time wallclock_time elapsed "
               "elapsed_time "
               "total_time time_total total seconds secs sec duration t_p t_step tp t iteration iteration_time "
               "iter_time time_per_iteration "
               "time_per_step step_time step epoch_time time_per_epoch epoch time_to_solution makespan "
               "zeit laufzeit gesamtzeit gesamtlaufzeit dauer schrittzeit zeit_pro_schritt zeit_je_schritt epochenzeit "
               "zeit_pro_epoche"},
    LadderRole{LadderColumn::Throughput, "throughput", "throughput_per_s", "throughput", Dimension::Rate,
               Range::Positive, &LadderPoint::throughputPerS, LadderSays::Time,
               "x x_p tput qps rps fps tps rate durchsatz"},
    LadderRole{LadderColumn::Comp, "comp", "comp_s", "compute", Dimension::Time, Range::NotNegative,
               &LadderPoint::compS, LadderSays::Part,
               "compute computation computing comp_time compute_time computation_time t_comp time_comp rechenzeit "
               "rechnen berechnung"},
    LadderRole{LadderColumn::Comm, "comm", "comm_s", "communication", Dimension::Time, Range::NotNegative,
               &LadderPoint::commS, LadderSays::Part,
               "communication comm_time communication_time t_comm time_comm mpi mpi_time allreduce all_reduce "
               "kommunikation kommunikationszeit"},
    LadderRole{LadderColumn::Idle, "idle", "idle_s", "waiting", Dimension::Time, Range::NotNegative,
               &LadderPoint::idleS, LadderSays::Part,
               "wait waiting wait_time waiting_time idle_time t_idle time_idle t_wait barrier straggler warten "
               "wartezeit leerlauf leerlaufzeit"},
    LadderRole{LadderColumn::Io, "io", "io_s", "input/output", Dimension::Time, Range::NotNegative, &LadderPoint::ioS,
               LadderSays::Part,
               "io_time t_io time_io input_output data_loading data_load loading load_time read read_time ein_ausgabe "
               "lesen lesezeit laden ladezeit"},
    LadderRole{LadderColumn::Quality, "quality", "quality", "quality", Dimension::Ratio, Range::Any,
               &LadderPoint::quality, LadderSays::Quality,
               "accuracy acc top1 top_1 top_1_accuracy top1_accuracy val_accuracy val_acc test_accuracy loss val_loss "
               "test_loss "
               "train_loss recall f1 auc bleu perplexity ppl error rmse mae genauigkeit"},
    LadderRole{LadderColumn::Energy, "energy", "energy_j", "energy", Dimension::Energy, Range::NotNegative,
               &LadderPoint::energyJ, LadderSays::Beside,
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
    "the rows stand in the order of LadderColumn");

[[nodiscard]] constexpr const LadderRole& roleOf(LadderColumn column)
{
    return ladderRoles[static_cast<std::size_t>(column)];
}

/// Whether a column tells how long a run took, alone or with others.
[[nodiscard]] constexpr bool tellsTime(const LadderRole& role)
{
    return role.says == LadderSays::Time || role.says == LadderSays::Part;
}

/// Whether the run says so at all.
[[nodiscard]] inline bool tellsTime(const LadderPoint& point)
{
    return std::any_of(ladderRoles.begin(), ladderRoles.end(),
                       [&](const LadderRole& role) { return tellsTime(role) && point.*role.figure; });
}

}  // namespace scalewright
