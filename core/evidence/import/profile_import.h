// Profiles that other programs wrote, as steps of a workload (book 41.2).
//
//     const Result<Profile> profile = importProfile(text, {});   // profile->warnings: what it was guessed from, what
//     it cannot tell
//
// perf stat (perf-stat(1), text, -x or -j): the elapsed time; FLOP where FP events were counted, bytes where the memory
// controller's
//   were. Cache misses give no bytes: prefetched and written-back lines are not among them.
// perf report --stdio: the functions' own shares, of a step time that is given.
// py-spy raw, or any folded stacks ("a;b;c 42"): samples by name, in seconds at py-spy's 100 samples a second, or as
// shares of a
//   step time that is given. Of several threads one shows the clock, and the others are not added to it.
//   speedscope's JSON (file-format-schema.json), sampled or evented: the same, in its own
//   unit.
// Nsight Compute (ncu --csv, a metric a row or --page raw): time, FLOP and bytes of device memory of every kernel, and
// the card's
//   ceilings where the roofline's metrics are there. FLOP = add + mul + 2 fma, by precision (Yang et al. 2020,
//   "Hierarchical Roofline Analysis for GPUs"); a kernel that used tensor cores has no FLOP, for those metrics do not
//   count theirs.
// Nsight Systems (nsys stats --format csv -r cuda_gpu_kern_sum): the time of every kernel.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

enum class ProfileSource { PerfStat, PerfReport, FoldedStacks, Speedscope, NsightCompute, NsightSystems };

/// "perf stat", "perf report", "folded stacks", "speedscope", "Nsight Compute", "Nsight Systems".
[[nodiscard]] const char* profileSourceName(ProfileSource source);

/// Whether it is of samples that can share out a step's time: folded stacks, speedscope or perf report.
[[nodiscard]] bool holdsSamples(std::string_view text);

/// Which of them the text is; nullopt for anything else.
[[nodiscard]] std::optional<ProfileSource> profileSourceOf(std::string_view text);

enum class StackSteps {
    Branch,  ///< the functions that the first one with several divides its time between
    Self,  ///< the functions in which the samples were taken
};

struct ProfileImportOptions {
    std::optional<double> stepTimeS;  ///< of stacks: what their shares are of; absent: the time that was sampled
    StackSteps steps = StackSteps::Branch;
    std::string source;  ///< the file's name, for where a figure is from
    std::string date;  ///< ISO 8601, the day it is from; may be empty
};

/// Error (Input): none of the formats; no figure in it, and what to record instead; a line or pointer that is wrong.
[[nodiscard]] Result<Profile> importProfile(std::string_view text, const ProfileImportOptions& options = {});

/// PROFILE.json, a project, or one of the above, told apart by how it begins.
[[nodiscard]] Result<Profile> readAnyProfile(std::string_view text, const ProfileImportOptions& options = {});

}  // namespace scalewright
