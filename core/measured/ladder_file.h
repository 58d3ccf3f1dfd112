// Ladders as people have them: CSV, a table pasted from a spreadsheet or terminal, JSON, Extra-P text, nothing lost.
//
// Columns: p and comp, comm, idle (io, quality), or time, or throughput; other names by guess, said in `mapping`, or by
// --map p=gcds,time=runtime_s. Comments start with '#', byte-order marks and decimal commas are understood.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/project/project.h"
#include "core/result/result.h"

namespace scalewright {

enum class LadderColumn { P, Time, Throughput, Comp, Comm, Idle, Io, Quality };

/// "p", "time", "throughput", "comp", "comm", "idle", "io", "quality".
[[nodiscard]] const char* ladderColumnName(LadderColumn column);

struct MappedColumn {
    LadderColumn column = LadderColumn::P;
    std::string header;     ///< as the file has it: "runtime_s"
    bool guessed = false;   ///< neither the contract's name nor --map
    double unitS = 1;       ///< seconds per unit of the column (0.001 for "ms"), where the header says one
};

struct LadderFile {
    std::vector<Ladder> ladders;  ///< several where a column tells them apart (model, platform, cloud)
    std::vector<MappedColumn> mapping;
    std::vector<std::string> unused;  ///< headers that were not read
    std::vector<std::string> warnings;
};

/// What the caller knows about the file. `columns` maps a role to a header: {P, "gcds"}. `where` keeps rows whose column
/// holds that text, such as {"model", "Alexnet"}.
struct LadderFileOptions {
    std::map<LadderColumn, std::string> columns;
    std::vector<std::pair<std::string, std::string>> where;
};

/// "p=gcds,time=runtime_s". Error (Input): an unknown role, a role twice, no '='.
[[nodiscard]] Result<std::map<LadderColumn, std::string>> parseColumnMap(std::string_view text);

/// The ladders in `text`, whatever of the formats above it is. Error (Input): line, column and what would be right.
[[nodiscard]] Result<LadderFile> readLadders(std::string_view text, const LadderFileOptions& options = {});

}  // namespace scalewright
