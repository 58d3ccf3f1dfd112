// SPDX-License-Identifier: GPL-3.0-or-later
// formats [WORD]: which files can be read, how to create them, and which command reads them.
#include <memory>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "core/base/json/fields.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/programs/read_formats.h"
#include "core/evidence/import/text.h"

namespace scalewright::cli {

namespace {

Result<Reply> runFormats(const std::string& word)
{
    std::string text;
    Json::Array rows;
    for (const FormatKind kind : {FormatKind::Ladders, FormatKind::Profiles, FormatKind::Timings, FormatKind::Traces}) {
        std::string group;
        for (const SupportedFormat& format : supportedFormats()) {
            if (format.kind != kind || lowerCase(format.name).find(lowerCase(word)) == std::string::npos)
                continue;
            group += fmt::format("  {}\n      make   {}\n      reads  {}\n", format.name, format.producedBy,
                                 format.contents);
            rows.emplace_back(objectOf({{"name", format.name},
                                        {"make", format.producedBy},
                                        {"reads", format.contents},
                                        {"commands", commandsReading(kind)}}));
        }
        if (!group.empty())
            text += fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", commandsReading(kind), group);
    }
    if (rows.empty())
        return fail(ErrorCode::Input, formatMessage("no format is called {}", inQuotes(word)),
                    "no WORD, for all formats", ProblemLocation{.field = "WORD"});
    return Reply{.text = text, .json = {{"formats", std::move(rows)}}};
}

}  // namespace

CommandRunner declareFormats(CLI::App& command)
{
    auto word = std::make_shared<std::string>();
    declareOptions(command, {{"WORD", "", *word, "only formats whose name contains it"}});
    return [word] { return runFormats(*word); };
}

}  // namespace scalewright::cli
