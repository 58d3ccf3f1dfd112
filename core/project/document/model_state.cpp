// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/model_state.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/quantity/number_text.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/source.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<NamedState> auto& named)
{
    visit.requiredText("id", named.id);
    visit.requiredText("title", named.title);
    visit.requiredText("source", named.source);
    visit.number("weights", named.state.weights, Dimension::Ratio, Range::NotNegative);
    visit.number("gradients", named.state.gradients, Dimension::Ratio, Range::NotNegative);
    visit.number("optimizer", named.state.optimizer, Dimension::Ratio, Range::NotNegative);
    std::optional<double> shardedGradients;
    visit.number("sharded_gradients", shardedGradients, Dimension::Ratio, Range::NotNegative);
    named.state.shardedGradients = shardedGradients.value_or(0);
}

Result<std::vector<NamedState>> parseNamedStates(std::string_view text)
{
    using States = std::vector<NamedState>;
    return readDataFile<States>(text, "scalewright-states", [](ObjectReader& root, States& states) {
        Sources sources;
        root.objectsByName("sources", sources);
        root.list("states", states);
        if (states.empty())
            root.addProblem("/states", "the list is missing", "a list of states");
        for (std::size_t i = 0; i < states.size(); ++i) {
            NamedState& named = states[i];
            const std::string pointer = fmt::format("/states/{}", i);
            const auto source = std::ranges::find(sources, named.source, &Sources::value_type::first);
            if (source == sources.end())
                root.addProblem(pointer + "/source", formatMessage("{} is not in \"sources\"", inQuotes(named.source)),
                                "a member of \"sources\"");
            else
                named.source = fmt::format("{} ({})", source->second.title, source->second.date);
            if (named.state.total() == 0)
                root.addProblem(pointer, "the bytes per parameter are zero", "more than 0");
            if (findElement(states, named.id, &NamedState::id) != &named)
                root.addProblem(pointer + "/id", formatMessage("{} is listed twice", inQuotes(named.id)),
                                "a unique id");
        }
        // The ids are stored in the vector, which does not change from here on.
        for (NamedState& each : states)
            each.state.id = each.id;
    });
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
    return namedStates() ? findElement(*namedStates(), id, &NamedState::id) : nullptr;
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
