#include "core/output/report/words_file.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/output/report/questions.h"
#include "core/project/document/own_words.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The place that a heading names: by its title, else as it is written.
std::string placeNamed(std::string_view heading)
{
    const std::string name = lowered(std::string(heading));
    for (const ReportQuestion& question : reportQuestions())
        if (name == lowered(question.title))
            return question.key;
    return name;
}

/// The first line that is no UTF-8; 0: all are.
int lineOfOtherBytes(std::string_view text)
{
    int line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        if (length == 0)
            return line;
        line += text[at] == '\n' ? 1 : 0;
        at += length;
    }
    return 0;
}

void keepWords(Project& project, const std::string& place, const std::string& words)
{
    const std::size_t first = words.find_first_not_of(" \n"), last = words.find_last_not_of(" \n");
    if (first != std::string::npos)
        setOwnWords(project, place, words.substr(first, last + 1 - first));
}

}  // namespace

Result<Project> withWords(Project project, std::string_view text, const std::string& name)
{
    if (const int other = lineOfOtherBytes(text); other > 0)
        return fail(ErrorCode::Input, "is not in UTF-8", "the file saved as UTF-8", {.file = name, .line = other});
    std::string place = "introduction", words;
    std::map<std::string, int> begun;  ///< the line of each section's heading
    int line = 0;
    bool code = false;
    for (std::size_t from = 0; from < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string each(text.substr(from, end - from));
        from = end + 1;
        code = code != (each.starts_with("```") || each.starts_with("~~~"));
        if (code || !each.starts_with("# ")) {
            words += each + '\n';
            continue;
        }
        if (words.find_first_not_of(" \r\n") != std::string::npos)
            begun.emplace(place, 1);  // words before the first heading are an introduction
        keepWords(project, place, words);
        words.clear();
        place = placeNamed(std::string_view(each).substr(2, each.find_last_not_of(" \r") - 1));
        if (std::find(wordPlaces.begin(), wordPlaces.end(), place) == wordPlaces.end())
            return fail(ErrorCode::Input, say("{} is no section of the report", inQuotes(each.substr(2))),
                        "# " + fmt::format("{}", fmt::join(wordPlaces, ", # ")), {.file = name, .line = line + 1});
        if (const auto [first, isNew] = begun.emplace(place, line + 1); !isNew)
            return fail(ErrorCode::Input, say("{} begins a second time, after line {}", inQuotes(each), first->second),
                        "each section once, with all its words", {.file = name, .line = line + 1});
    }
    keepWords(project, place, words);
    return project;
}

}  // namespace scalewright
