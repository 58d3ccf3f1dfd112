// Common names for the columns of a ladder, and the words for weak and strong: resources/catalogue/columns.json, which
// users may extend. Names are compared as parseHeaderName() reads them: case, accents, blanks and units are ignored.
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
    std::map<LadderColumn, std::vector<std::string>> namesByRole;  ///< the likeliest name first
    std::vector<std::string> weakWords, strongWords;  ///< "weak", "schwach"
    std::vector<std::string> workWords;          ///< words in headers for the amount of work: "cells", "size"
    std::vector<std::string> wallClockNames;     ///< "elapsed"
    std::vector<std::string> statisticWords;    ///< words added to a name: "mean", "avg"
    std::vector<std::string> speedupNames, efficiencyNames;  ///< columns derived from the times
    /// Names for hosts of workers, read as their number if no other column is one.
    std::vector<std::string> hostNames;
    std::vector<std::string> serialWords;  ///< words for a program without parallel workers: "sequential"
    std::vector<std::string> outcomeHeaders;   ///< headers of the outcome of a run: "status", "Zustand"
    std::vector<std::string> remarkHeaders;    ///< headers of free-text notes: "note", "Bemerkung"
    std::vector<std::string> failedWords;     ///< "oom", "abgestürzt"
    std::vector<std::string> succeededWords;  ///< "ok", "fertig"
    std::vector<std::string> unfinishedWords;  ///< runs in progress or still planned: "pending", "geplant"
    std::vector<std::string> resultHeaders;  ///< headers of results, either a number or a word: "result", "Ergebnis"
    std::vector<std::string> exitCodeHeaders;  ///< headers of codes that are 0 after a success: "exit code"
    /// Headers of yes/no columns: "success"; "failed".
    std::vector<std::string> successFlagHeaders, failureFlagHeaders;
    std::vector<std::string> yesWords, noWords;  ///< "true", "ja"
    std::vector<std::string> germanWords;     ///< words that only German has; its thousands separator is a point
    std::vector<std::string> timeWords;  ///< words in longer names of a time: "tiempo", "time"

    /// "mean_wall" is "wall".
    [[nodiscard]] std::string withoutStatisticWords(std::string_view base) const;
};

/// Error (Input): no such file, an unknown role, a name that is not a text.
[[nodiscard]] Result<ColumnNames> parseColumnNames(std::string_view text);

/// The names of the roles (core/project/document/ladder_roles.h) and, if the resource can be read, its names; read
/// once.
[[nodiscard]] const ColumnNames& columnNames();

/// "training_time", "tiempo_registrado": has a word for time, and no word that makes it a point in time or a setting.
[[nodiscard]] bool mentionsTime(const HeaderName& name);
/// "throughput_qps"
[[nodiscard]] bool mentionsThroughput(const HeaderName& name);

}  // namespace scalewright
