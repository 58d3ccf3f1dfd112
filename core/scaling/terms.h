// What a design adds to T_comp/p + T_comm(p): overlap, waiting, coordination, failures. Each is zero unless the design gives
// it, so that the book's numbers hold untouched.
//
//   T(p) = [ compute + exposed communication + coordination + waiting ] x failure factor
//
//   term              formula                                                      source
//   exposed comm.     max(T_comm - phi b T_comp/p, T_comm of the last bucket)      Li et al. 2020 (form; not checked)
//   waiting, normal   sigma m, m the expected largest of p standard normals        order statistic, by quadrature
//                     (first K = p - b of p with backup workers)                   Dutta et al. 2018
//   waiting, exp.     sigma (H_p - H_{p-K} - 1), 1/lambda = sigma, mean kept       Dutta et al. 2018
//   barrier every H   sigma m / sqrt(H) a step, normal                             models of local steps
//   skew              (skew - 1) T_comp/p                                          largest shard at the barrier
//   failures          M e^{R/M} (e^{(tau+delta)/M} - 1)/tau, M = M_node/p          Daly 2006
#pragma once

#include <optional>

#include "core/result/result.h"

namespace scalewright {

enum class Barrier { EveryStep, BoundedStaleness, None };
enum class Jitter { Normal, Exponential };
enum class Recovery { None, Checkpoint, Elastic, ReExecute };

struct DesignTerms {
    // Overlap.
    double overlap = 0;            ///< phi, 0…1
    double backwardShare = 2.0 / 3;
    double lastBucketShare = 0;    ///< of the message, 0…1: cannot hide

    // Waiting.
    Barrier barrier = Barrier::EveryStep;
    int stalenessSteps = 0;
    Jitter jitter = Jitter::Normal;
    double jitterS = 0;            ///< standard deviation of a worker's step
    double skew = 1;
    int backupWorkers = 0;         ///< of the p

    // Coordination.
    double coordinatorS = 0;       ///< per worker and step
    bool centralCoordinator = true;  ///< p times it; else ceil(log2 p) times

    // Failures. No MTBF: none.
    std::optional<double> nodeMtbfS;
    Recovery recovery = Recovery::None;
    std::optional<double> checkpointIntervalS;  ///< Daly's where absent
    double checkpointS = 0, restartS = 0;

    /// True where every term is zero: T(p) is the book's.
    [[nodiscard]] bool none() const;
    bool operator==(const DesignTerms&) const = default;
};

}  // namespace scalewright
