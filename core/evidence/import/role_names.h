// SPDX-License-Identifier: GPL-3.0-or-later
// How well the name and the unit of a column fit a role. Internal to core/evidence/import.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/evidence/import/header_name.h"

namespace scalewright {

/// Evidence of a name, weak kinds first.
enum NameScore : int {
    UnknownName = 0,
    UnnamedNumber,  ///< a number in the commands that belongs to no option
    HostCount,  ///< "servers", used only if no column counts the workers
    UnitOnly,  ///< "t_iter [ms]", used only if no column has the name of a time
    TotalOfParts,  ///< "total", used only beside the parts of a time
    MentionedName = 10,  ///< "tiempo registrado", "tokens/s/gpu", "n_ranks_used"
    TimeWithUnit = 20,  ///< "MPI Time (seconds) N=1000"
    StatisticWithUnit = 30,  ///< "median_ms"
    StatisticOfName = 40,  ///< "mean_runtime"
    MedianOfName = 42,
    KnownName = 50,
    ExposedPart = 60,
    ContractName = 90,  ///< not guessed: "Time_ms"
    ExactContractName = 92,  ///< "time"
};

struct NameEvidence {
    int score = UnknownName;
    std::size_t rank = 0;  ///< position in namesOfRole; their number if the unit decides
};

/// `header`: as written. With `isContractIgnored`, the contract's own name is not enough.
[[nodiscard]] NameEvidence scoreName(const LadderRole& role, const HeaderName& name, std::string_view header,
                                     bool isContractIgnored);

/// True for names that also have other meanings: columns with clearer names are preferred.
[[nodiscard]] bool isAmbiguousName(std::string_view name);
/// Whether a header may name a time, apart from its words.
[[nodiscard]] bool mayBeTime(const HeaderName& name);
/// Whether a name mentions a part of the time: "davon Kommunikation".
[[nodiscard]] bool isPartName(const std::string& base);
/// Whether a header names the part of communication that does not overlap with computation: "exposed_ms".
[[nodiscard]] bool isExposedHeader(const HeaderName& name);
/// Whether only the unit tells that a column is a time ("t_iter [ms]"). False for known names and other kinds of times.
[[nodiscard]] bool hasTimeUnitOnly(const HeaderName& name);

}  // namespace scalewright
