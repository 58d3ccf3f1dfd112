// formats [WORD]: what files are read, how to make them, and which command reads them.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/programs/read_formats.h"
#include "core/evidence/import/text.h"

namespace scalewright::cli {

namespace {

Result<Reply> formats(const std::string& word)
{
    std::string text;
    Json::Array rows;
    for (const FormatOf kind : {FormatOf::Ladders, FormatOf::Profiles, FormatOf::Timings, FormatOf::Traces}) {
        std::string group;
        for (const ReadFormat& format : readFormats()) {
            if (format.of != kind || lowerCase(format.name).find(lowerCase(word)) == std::string::npos)
                continue;
            group += fmt::format("  {}\n      make   {}\n      reads  {}\n", format.name, format.make, format.reads);
            rows.emplace_back(Json::Object{{"name", Json(format.name)},
                                           {"make", Json(format.make)},
                                           {"reads", Json(format.reads)},
                                           {"commands", Json(readersOf(kind))}});
        }
        if (!group.empty())
            text += fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", readersOf(kind), group);
    }
    if (rows.empty())
        return fail(ErrorCode::Input, say("no format is called {}", inQuotes(word)), "no word, for all of them",
                    Where{.field = "WORD"});
    return Reply{.text = text, .json = {{"formats", Json(std::move(rows))}}};
}

}  // namespace

Run declareFormats(CLI::App& command)
{
    auto word = std::make_shared<std::string>();
    command.add_option("WORD", *word, "only those whose name holds it")->type_name("");
    return [word] { return formats(*word); };
}

}  // namespace scalewright::cli
