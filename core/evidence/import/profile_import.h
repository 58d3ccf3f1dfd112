// SPDX-License-Identifier: GPL-3.0-or-later
// Imports profiles from other programs as the steps of a workload (book 41.2).
//
//     const Result<Profile> profile = importProfile(text, {});   // profile->warnings: assumptions and gaps
//
// perf stat (perf-stat(1), text, -x or -j): the elapsed time; FLOP if FP events were counted; bytes if memory
// controller events were counted. Cache misses do not give bytes, because they exclude prefetched and written-back
// lines.
//
// perf report --stdio: each function's own share of a given step time.
//
// py-spy raw, or any folded stacks ("a;b;c 42"): samples by name, in seconds at py-spy's 100 samples per second, or as
// shares of a given step time. If there are several threads, one represents the wall clock and the others are not added
// to it. speedscope's JSON (file-format-schema.json), sampled or evented: the same, in its own unit.
//
// Nsight Compute (ncu --csv, one metric per row, or --page raw): time, FLOP and device-memory bytes for each kernel,
// and the card's ceilings if the roofline metrics are present. FLOP = add + mul + 2 fma, by precision (Yang et al.
// 2020, "Hierarchical Roofline Analysis for GPUs"). A kernel that used tensor cores gets no FLOP, because these metrics
// do not count tensor-core operations.
//
// Nsight Systems (nsys stats --format csv -r cuda_gpu_kern_sum): the time of each kernel.
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

/// True for folded stacks, speedscope and perf report: their samples can divide up a step's time.
[[nodiscard]] bool holdsStackSamples(std::string_view text);

/// nullopt for anything else.
[[nodiscard]] std::optional<ProfileSource> detectProfileSource(std::string_view text);

enum class StackSteps {
    Branch,  ///< the functions called by the first function whose time is split among several callees
    Self,  ///< the functions that were running when the samples were taken
};

struct ProfileImportOptions {
    /// For stacks, the time that the shares refer to; if absent, the total sampled time.
    std::optional<double> stepTimeS;
    StackSteps steps = StackSteps::Branch;
    std::string source;  ///< the file's name, for provenance
    std::string date;  ///< ISO 8601 date of the file; may be empty
};

/// Error (Input): an unknown format; no usable number, with what to record instead; or an invalid line, with its number
/// or pointer.
[[nodiscard]] Result<Profile> importProfile(std::string_view text, const ProfileImportOptions& options = {});

/// Reads PROFILE.json, a project, or one of the formats above, detected from the beginning of the text.
[[nodiscard]] Result<Profile> readAnyProfile(std::string_view text, const ProfileImportOptions& options = {});

}  // namespace scalewright
