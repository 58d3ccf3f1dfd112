// SPDX-License-Identifier: GPL-3.0-or-later
// Common names for the columns of a ladder, and words for weak and strong scaling: resources/catalogue/columns.json,
// which users may extend. Names are compared after parseHeaderName(): case, accents, spaces and units are ignored.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/import/header_name.h"
#include "core/project/document/ladder_roles.h"

namespace scalewright {

struct ColumnNames {
    std::map<LadderColumn, std::vector<std::string>> namesByRole;  ///< most likely name first
    std::vector<std::string> weakWords, strongWords;  ///< "weak", "schwach"
    std::vector<std::string> workWords;          ///< header words for the amount of work: "cells", "size"
    std::vector<std::string> workUnitWords;      ///< those that count equal units of work: "cells", not "size"
    std::vector<std::string> exposedWords;       ///< for the part of communication that costs time: "exposed"
    std::map<std::string, std::string> unitOfName;  ///< units that other programs leave out: "energy_consumed", "kWh"
    std::vector<std::string> wallClockNames;  ///< "elapsed"
    std::vector<std::string> statisticWords;  ///< words added to a name: "mean", "avg"
    std::vector<std::string> speedupNames, efficiencyNames;  ///< columns derived from the times
    /// Names for the hosts of workers; such a column gives the number of workers if no other column does.
    std::vector<std::string> hostNames;
    std::vector<std::string> serialWords;  ///< words for a program without parallel workers: "sequential"
    std::vector<std::string> outcomeHeaders;  ///< headers for a run's outcome: "status", "Zustand"
    std::vector<std::string> remarkHeaders;  ///< headers for free-text notes: "note", "Bemerkung"
    std::vector<std::string> failedWords;  ///< "oom", "abgestürzt"
    std::vector<std::string> succeededWords;  ///< "ok", "fertig"
    std::vector<std::string> unfinishedWords;  ///< runs in progress or still planned: "pending", "geplant"
    /// Headers for results, which may be numbers or words: "result", "Ergebnis".
    std::vector<std::string> resultHeaders;
    std::vector<std::string> exitCodeHeaders;  ///< headers for codes that are 0 on success: "exit code"
    /// Headers of yes/no columns: "success"; "failed".
    std::vector<std::string> successFlagHeaders, failureFlagHeaders;
    std::vector<std::string> yesWords, noWords;  ///< "true", "ja"
    std::vector<std::string> germanWords;  ///< words used only in German, where a point separates thousands
    std::vector<std::string> timeWords;  ///< words that occur in longer names for a time: "tiempo", "time"

    /// "mean_wall" is "wall".
    [[nodiscard]] std::string withoutStatisticWords(std::string_view base) const;
};

/// Error (Input): no such file, an unknown role, a name that is not a string.
[[nodiscard]] Result<ColumnNames> parseColumnNames(std::string_view text);

/// The names of the roles (core/project/document/ladder_roles.h) and, if the resource can be read, the names in it;
/// read only once.
[[nodiscard]] const ColumnNames& columnNames();

/// "training_time", "tiempo_registrado": contains a word for time, and no word that makes it a point in time or a
/// setting.
[[nodiscard]] bool mentionsTime(const HeaderName& name);
/// "throughput_qps"
[[nodiscard]] bool mentionsThroughput(const HeaderName& name);

}  // namespace scalewright
