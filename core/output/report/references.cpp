// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/references.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<Reference> auto& reference)
{
    visit.requiredText("key", reference.key);
    visit.requiredText("entry", reference.entry);
}

Result<std::vector<Reference>> shippedReferences()
{
    auto shipped = parseResource("catalogue/references.json", [](std::string_view text) {
        return readDataFile<std::vector<Reference>>(
            text, "scalewright-references", [](ObjectReader& root, std::vector<Reference>& references) {
                root.list("references", references);
                for (std::size_t i = 0; i < references.size(); ++i)
                    if (references[i].key.size() < 6)
                        root.addProblem(fmt::format("/references/{}/key", i), "the key is too short",
                                        "author and year");
            });
    });
    if (!shipped)
        return shipped;
    for (const Pattern pattern : allPatterns)
        if (const PatternTraits& traits = traitsOf(pattern); traits.reference != nullptr) {
            const std::string_view source = traits.source;
            shipped->push_back({std::string(source.substr(0, source.find(';'))), traits.reference});
        }
    std::ranges::sort(*shipped, [](const Reference& a, const Reference& b) { return a.key < b.key; });
    return shipped;
}

bool cites(std::string_view text, const Reference& reference)
{
    constexpr std::size_t searchedLength = 45;  // characters between the first author and the year
    const std::string_view key = reference.key, author = key.substr(0, key.find_first_of(" ,")),
                           year = key.substr(key.size() - 4);
    for (std::size_t position = text.find(author); position != std::string_view::npos;
         position = text.find(author, position + 1)) {
        if (position > 0 && std::isalpha(static_cast<unsigned char>(text[position - 1])))
            continue;
        const std::string_view following = text.substr(position + author.size(), searchedLength);
        if (!following.starts_with(' ') && !following.starts_with(','))
            continue;
        // In "Thakur, Rabenseifner, Gropp 2005" the first author is Thakur; a year after a bracket belongs to a
        // different reference.
        if (following.substr(0, following.find_first_of(";()")).find(year) != std::string_view::npos)
            return true;
    }
    return false;
}

}  // namespace scalewright
