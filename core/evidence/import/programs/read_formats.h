// What is read, how it is made and who reads it: the list of `scalewright-cli formats` and of the README.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scalewright {

enum class FormatOf : std::uint8_t { Ladders, Profiles, Timings, Traces };

/// "attribute, cost, fit": the commands that read it.
[[nodiscard]] const char* readersOf(FormatOf kind);

struct ReadFormat {
    FormatOf of = FormatOf::Ladders;
    std::string name, make, reads;
};

/// The program's own, then those of resources/catalogue/programs.json.
[[nodiscard]] std::vector<ReadFormat> readFormats();

}  // namespace scalewright
