// SPDX-License-Identifier: GPL-3.0-or-later
// Messages from scalewright-probe to its parent: one line per message, fields separated by tabs. Internal to
// core/evidence/probes.
//
//     progress  DONE WORDS            0…1
//     machine   CPU CORES
//     time      NAME S S …            seconds of each repeat
//     rate      NAME UNIT WORK S S …  UNIT is flops or bytes; each repeat does WORK of that unit
//     fact      NAME UNIT VALUE       read, not timed; UNIT is bytes or count
//     conditions NAME TEXT            for the preceding result
//     warning   NAME WORDS            NAME is "-" for the machine as a whole
//     error     WORDS EXPECTED        the last line, instead of done
//     done
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalewright::detail {

/// Joins the fields of one message into a line; tabs and line ends inside a field become spaces.
[[nodiscard]] std::string formatWireLine(const std::vector<std::string>& fields);

/// Splits a line, given without its line end, into fields.
[[nodiscard]] std::vector<std::string> parseWireLine(std::string_view line);

}  // namespace scalewright::detail
