#include "core/output/report/references.h"

#include <cctype>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/json/json.h"

namespace scalewright {

namespace {

Result<std::vector<Reference>> parseReferences(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    const Json* list = document.find("references");
    if (!list || !list->asArray())
        return fail(ErrorCode::Input, "holds no references", "a list \"references\"", {.jsonPointer = "/references"});
    std::vector<Reference> references;
    for (std::size_t i = 0; i < list->asArray()->size(); ++i) {
        const Json &each = (*list->asArray())[i], *key = each.find("key"), *entry = each.find("entry");
        if (!key || !key->asString() || !entry || !entry->asString() || key->asString()->size() < 6)
            return fail(ErrorCode::Input, "is not a reference", "a \"key\" of author and year, and an \"entry\"",
                        {.jsonPointer = fmt::format("/references/{}", i)});
        references.push_back({*key->asString(), *entry->asString()});
    }
    return references;
}

}  // namespace

Result<std::vector<Reference>> shippedReferences()
{
    return parseResource("catalogue/references.json", parseReferences);
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
