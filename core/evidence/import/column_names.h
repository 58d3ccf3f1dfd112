// What people call the columns of a ladder, and the words that say weak or strong: resources/catalogue/columns.json,
// which anybody may extend. Names are compared as headerName() reads them: case, accents, blanks and units do not
// count.
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
    std::map<LadderColumn, std::vector<std::string>> roles;  ///< the likeliest first
    std::vector<std::string> weak, strong;  ///< words: "weak", "schwach"
    std::vector<std::string> work;          ///< words of headers that say how much was done: "cells", "size"
    std::vector<std::string> wallClock;     ///< names of times that a clock on the wall showed: "elapsed"
    std::vector<std::string> statistics;    ///< words beside a name: "mean", "avg"
    std::vector<std::string> speedup, efficiency;  ///< names of what is worked out from the times
    std::vector<std::string> hosts;   ///< names of what holds workers: read as their number where no other column is
    std::vector<std::string> serial;  ///< words of a program without workers side by side: "sequential"
    std::vector<std::string> outcomes;   ///< headers that say how a run ended: "status", "Zustand"
    std::vector<std::string> remarks;    ///< headers of a person's remarks: "note", "Bemerkung"
    std::vector<std::string> failed;     ///< words of a run that failed: "oom", "abgestürzt"
    std::vector<std::string> succeeded;  ///< words of one that ended well: "ok", "fertig"
    std::vector<std::string> unfinished;  ///< words of one that runs, or is still to come: "pending", "geplant"
    std::vector<std::string> results;  ///< headers of what came out, a figure or a word: "result", "Ergebnis"
    std::vector<std::string> exitCodes;  ///< headers of codes that are 0 where a run ended well: "exit code"
    std::vector<std::string> successFlags, failureFlags;  ///< headers over yes and no: "success"; "failed"
    std::vector<std::string> yes, no;  ///< words: "true", "ja"
    std::vector<std::string> german;     ///< words that German alone has: there a point parts thousands
    std::vector<std::string> timeWords;  ///< words that a longer name of a time holds: "tiempo", "time"

    /// "mean_wall" is "wall".
    [[nodiscard]] std::string withoutStatistics(std::string_view base) const;
};

/// Error (Input): no such file, an unknown role, a name that is no text.
[[nodiscard]] Result<ColumnNames> parseColumnNames(std::string_view text);

/// Those of the roles (core/project/document/ladder_roles.h) and, where the resource can be read, its own; read once.
[[nodiscard]] const ColumnNames& columnNames();

/// "training_time", "tiempo_registrado": a word of time among others, of which none makes a moment or a setting of it.
[[nodiscard]] bool speaksOfTime(const HeaderName& name);
/// "throughput_qps"
[[nodiscard]] bool speaksOfThroughput(const HeaderName& name);

}  // namespace scalewright
