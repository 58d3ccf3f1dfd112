// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/enums/model_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/search/find.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

class StateReader {
public:
    explicit StateReader(const Json& document) : m_document(document) {}

    Result<std::vector<NamedState>> read()
    {
        const Json* format = m_document.find("format");
        if (!format || !format->asString() || *format->asString() != "scalewright-states")
            addProblem("/format", "the file is not a list of states", "\"scalewright-states\"");
        const Json* states = m_document.find("states");
        const Json::Array* list = states ? states->asArray() : nullptr;
        if (!list)
            addProblem("/states", "the list is missing", "a list of states");
        for (std::size_t i = 0; list && i < list->size(); ++i)
            readState((*list)[i], fmt::format("/states/{}", i));
        if (!m_error.problems.empty())
            return fail(std::move(m_error));
        // The ids are stored in the vector, which does not change from here on.
        for (NamedState& each : m_states)
            each.state.id = each.id;
        return std::move(m_states);
    }

private:
    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        m_error.problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    std::string readText(const Json& object, const std::string& pointer, const char* key)
    {
        const Json* value = object.find(key);
        if (value && value->asString() && !value->asString()->empty())
            return *value->asString();
        addProblem(fmt::format("{}/{}", pointer, key), "the text is missing", "a text");
        return {};
    }

    double readBytes(const Json& object, const std::string& pointer, const char* key, bool isRequired = true)
    {
        const Json* value = object.find(key);
        if (!value && !isRequired)
            return 0;
        const Result<double> bytes = value && value->asNumber() ? parseNumber(value->asNumber()->text)
                                                                : fail(ErrorCode::Input, "the number is missing");
        if (bytes && *bytes >= 0)
            return *bytes;
        addProblem(fmt::format("{}/{}", pointer, key), "bytes per parameter are missing or negative", "0 or more");
        return 0;
    }

    void readState(const Json& object, const std::string& pointer)
    {
        NamedState named{.id = readText(object, pointer, "id"), .title = readText(object, pointer, "title")};
        const std::string source = readText(object, pointer, "source");
        const Json* sources = m_document.find("sources");
        const Json* found = sources ? sources->find(source) : nullptr;
        if (found)
            named.source = fmt::format("{} ({})", readText(*found, "/sources/" + jsonPointerToken(source), "title"),
                                       readText(*found, "/sources/" + jsonPointerToken(source), "date"));
        else
            addProblem(pointer + "/source", formatMessage("{} is not in \"sources\"", inQuotes(source)),
                       "a member of \"sources\"");
        named.state = {.weights = readBytes(object, pointer, "weights"),
                       .gradients = readBytes(object, pointer, "gradients"),
                       .shardedGradients = readBytes(object, pointer, "sharded_gradients", false),
                       .optimizer = readBytes(object, pointer, "optimizer")};
        if (named.state.total() == 0)
            addProblem(pointer, "the bytes per parameter are zero", "more than 0");
        if (contains(m_states, named.id, &NamedState::id))
            addProblem(pointer + "/id", formatMessage("{} is listed twice", inQuotes(named.id)), "a unique id");
        m_states.push_back(std::move(named));
    }

    const Json& m_document;
    Error m_error;
    std::vector<NamedState> m_states;
};

}  // namespace

Result<std::vector<NamedState>> parseNamedStates(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    return StateReader(document).read();
}

const Result<std::vector<NamedState>>& namedStates()
{
    static const Result<std::vector<NamedState>> states = parseResource("catalogue/states.json", parseNamedStates);
    return states;
}

std::string namedStateIds()
{
    std::vector<std::string> ids;
    if (namedStates())
        for (const NamedState& each : *namedStates())
            ids.push_back(each.id);
    return joinNonEmpty(ids, ", ");
}

const NamedState* findNamedState(std::string_view id)
{
    if (!namedStates())
        return nullptr;
    return findElement(*namedStates(), id, &NamedState::id);
}

Quantity quantityOf(const ModelState& state)
{
    if (!state.hasKnownParts())
        return typed(state.undivided);
    return {state.total(), std::nullopt, {Origin::Catalogue, std::string(state.id), {}, {}}};
}

ModelState modelStateOf(const Quantity& bytesPerParameter)
{
    if (bytesPerParameter.provenance.origin == Origin::Catalogue)
        if (const NamedState* named = findNamedState(bytesPerParameter.provenance.source);
            named && named->state.total() == bytesPerParameter.value)
            return named->state;
    return ModelState::ofTotal(bytesPerParameter.value);
}

std::string titleOf(const ModelState& state)
{
    std::string bytes = formatMessage("{} bytes a parameter", roundTripText(state.total()));
    const NamedState* named = findNamedState(state.id);
    return named ? fmt::format("{} ({})", bytes, named->title) : bytes;
}

}  // namespace scalewright
