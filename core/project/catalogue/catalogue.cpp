#include "core/project/catalogue/catalogue.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/number_format.h"
#include "core/base/text/quote.h"
#include "core/project/catalogue/source.h"
#include "core/project/document/baseline.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

constexpr std::array kinds{"laptop", "card", "node", "cpu-node"};

/// A figure of an entry, the target's quantity that it fills, and what that is.
template <class Entry>
struct Figure {
    MaybeQuantity Entry::*member;
    MaybeQuantity Target::*of;
    const FieldInfo& field;
};
template <class Entry>
Figure(MaybeQuantity Entry::*, MaybeQuantity Target::*, const FieldInfo&) -> Figure<Entry>;

constexpr std::array hardwareFigures{
    Figure{&HardwareEntry::workersPerNode, &Target::workersPerNode, fieldOf(&Target::workersPerNode)},
    Figure{&HardwareEntry::memoryBytes, &Target::memoryBytes, fieldOf(&Target::memoryBytes)},
    Figure{&HardwareEntry::memoryBandwidthBytesPerS, &Target::memoryBandwidthBytesPerS,
           fieldOf(&Target::memoryBandwidthBytesPerS)},
    Figure{&HardwareEntry::powerW, &Target::powerW, fieldOf(&Target::powerW)},
    Figure{&HardwareEntry::priceUsdPerHour, &Target::priceUsdPerHour, fieldOf(&Target::priceUsdPerHour)},
};
constexpr const FieldInfo& peakField = fieldOf(&Target::peakFlops);
constexpr std::array linkFigures{
    Figure{&LinkEntry::alphaS, &Target::alphaS, fieldOf(&Target::alphaS)},
    Figure{&LinkEntry::bandwidthBytesPerS, &Target::bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS)},
};

}  // namespace

template <class Visitor>
void fields(Visitor& visit, Some<HardwareEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("name", entry.name);
    visit.requiredText("kind", entry.kind);
    visit.text("driver_name", entry.driverName);
    visit.text("link", entry.link);
    for (const auto& figure : hardwareFigures)
        visit.quantity(figure.field, entry.*figure.member);
    visit.quantities(peakField, entry.peakFlops);
    visit.rest(entry.unknown);
}

template <class Visitor>
void fields(Visitor& visit, Some<LinkEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("name", entry.name);
    for (const auto& figure : linkFigures)
        visit.quantity(figure.field, entry.*figure.member);
    visit.rest(entry.unknown);
}

namespace {

/// What a file's entries must be beyond the types of their members.
class Checker {
public:
    Checker(std::vector<Problem>& problems, const Sources& sources, bool own)
        : m_problems(problems), m_sources(sources), m_own(own)
    {
    }

    void hardware(HardwareEntry& entry, const std::string& pointer)
    {
        entry.own = m_own;
        unknown(entry.unknown, pointer);
        oneOf(kinds, entry.kind, pointer + "/kind");
        resolveAll(entry, hardwareFigures, pointer);
        for (auto& [name, peak] : entry.peakFlops) {
            const std::string at = fmt::format("{}/{}/{}", pointer, peakField.key(), pointerToken(name));
            oneOf(numberFormats, name, at);
            resolve(peak, at);
        }
    }

    void link(LinkEntry& entry, const std::string& pointer)
    {
        entry.own = m_own;
        unknown(entry.unknown, pointer);
        resolveAll(entry, linkFigures, pointer);
    }

    template <class Entry>
    void uniqueIds(const std::vector<Entry>& entries, const char* list)
    {
        for (std::size_t i = 0; i < entries.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (entries[k].id == entries[i].id)
                    note(fmt::format("/{}/{}/id", list, i), say("{} is taken by entry {}", inQuotes(entries[i].id), k),
                         "an id of its own");
    }

    void note(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

private:
    void unknown(const Json::Object& members, const std::string& pointer)
    {
        for (const Json::Member& member : members)
            note(fmt::format("{}/{}", pointer, pointerToken(member.first)), "no entry has such a member",
                 "one that the shipped catalogue uses");
    }

    void oneOf(const auto& names, const std::string& name, const std::string& pointer)
    {
        if (std::find(names.begin(), names.end(), name) == names.end() && !name.empty())
            note(pointer, say("{} is not known here", inQuotes(name)),
                 say("one of {}", fmt::format("{}", fmt::join(names, ", "))));
    }

    void resolveAll(auto& entry, const auto& figures, const std::string& pointer)
    {
        for (const auto& figure : figures)
            if (MaybeQuantity& quantity = entry.*figure.member)
                resolve(*quantity, fmt::format("{}/{}", pointer, figure.field.key()));
    }

    void resolve(Quantity& figure, const std::string& pointer)
    {
        Provenance& from = figure.provenance;
        const auto named = std::find_if(m_sources.begin(), m_sources.end(),
                                        [&](const auto& each) { return each.first == from.source; });
        if (named != m_sources.end()) {
            from.source = named->second.title;
            if (from.date.empty())
                from.date = named->second.date;
        }
        if (from.origin == Origin::Typed)
            from.origin = Origin::Catalogue;
        if (m_own && from.source.empty())
            from.source = "your catalogue";
        if (m_own)
            return;
        if (from.source.empty())
            note(pointer, "the figure has no source", "\"source\": where it is published, or a name from \"sources\"");
        if (from.date.empty())
            note(pointer, "the figure has no date", "\"date\": when it was published or read, such as 2026-11-21");
    }

    std::vector<Problem>& m_problems;
    const Sources& m_sources;
    bool m_own;
};

Result<Catalogue> readFile(const std::filesystem::path& path, bool own)
{
    const Result<std::string> text = readText(path);
    if (!text)
        return fail(text.error());
    Result<Catalogue> catalogue = parseCatalogue(*text, own);
    if (!catalogue)
        return fail(inFile(std::move(catalogue).error(), path.string()));
    return catalogue;
}

template <class Entry>
void replaceById(std::vector<Entry>& base, const std::vector<Entry>& over)
{
    for (const Entry& entry : over) {
        const auto same =
            std::find_if(base.begin(), base.end(), [&](const Entry& each) { return each.id == entry.id; });
        if (same != base.end())
            *same = entry;
        else
            base.push_back(entry);
    }
}

template <class Entry>
const Entry* byId(const std::vector<Entry>& entries, std::string_view id)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [id](const Entry& each) { return each.id == id; });
    return found == entries.end() ? nullptr : &*found;
}

/// In small letters; what is no letter or digit separates.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        const bool capital = c >= 'A' && c <= 'Z';
        if (capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            words.back() += capital ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

bool namesModel(const std::string& word)
{
    const auto digits =
        static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }));
    return digits == word.size() ? digits >= 4 : digits > 0;
}

/// The figure as a target has it: the entry's name stands before its source.
MaybeQuantity of(const std::string& name, MaybeQuantity figure)
{
    if (figure)
        figure->provenance.source =
            figure->provenance.source.empty() ? name : name + " (" + figure->provenance.source + ")";
    return figure;
}

}  // namespace

const HardwareEntry* Catalogue::findHardware(std::string_view id) const
{
    return byId(hardware, id);
}

const HardwareEntry* Catalogue::findHardwareNamed(std::string_view words) const
{
    const std::vector<std::string> wanted = wordsOf(words);
    if (std::none_of(wanted.begin(), wanted.end(), namesModel))
        return nullptr;
    const HardwareEntry* found = nullptr;
    for (const HardwareEntry& entry : hardware) {
        const std::vector<std::string> its = wordsOf(entry.name);
        if (!std::all_of(wanted.begin(), wanted.end(),
                         [&](const std::string& word) { return std::find(its.begin(), its.end(), word) != its.end(); }))
            continue;
        if (found != nullptr)
            return nullptr;
        found = &entry;
    }
    return found;
}

const HardwareEntry* Catalogue::findCardOfDriver(std::string_view driverName) const
{
    const auto found = std::find_if(hardware.begin(), hardware.end(), [&](const HardwareEntry& each) {
        return !driverName.empty() && each.driverName == driverName;
    });
    return found == hardware.end() ? nullptr : &*found;
}

const LinkEntry* Catalogue::findLink(std::string_view id) const
{
    return byId(links, id);
}

Result<Catalogue> parseCatalogue(std::string_view text, bool own)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Catalogue catalogue;
    Error error;
    Sources sources;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-catalogue");
    root.named("sources", sources);
    root.list("hardware", catalogue.hardware);
    root.list("links", catalogue.links);

    Checker checker(error.problems, sources, own);
    for (std::size_t i = 0; i < catalogue.hardware.size(); ++i)
        checker.hardware(catalogue.hardware[i], fmt::format("/hardware/{}", i));
    for (std::size_t i = 0; i < catalogue.links.size(); ++i)
        checker.link(catalogue.links[i], fmt::format("/links/{}", i));
    checker.uniqueIds(catalogue.hardware, "hardware");
    checker.uniqueIds(catalogue.links, "links");
    if (!error.problems.empty())
        return fail(std::move(error));
    return catalogue;
}

Catalogue merged(Catalogue base, const Catalogue& over)
{
    replaceById(base.hardware, over.hardware);
    replaceById(base.links, over.links);
    return base;
}

std::optional<std::filesystem::path> ownCataloguePath()
{
    const std::filesystem::path file = std::filesystem::path("scalewright") / "catalogue.json";
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
        return std::filesystem::path(config) / file;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::filesystem::path(home) / ".config" / file;
    return std::nullopt;
}

Result<Catalogue> readCatalogue()
{
    Catalogue catalogue;
    for (const char* name : {"catalogue/hardware.json", "catalogue/links.json"}) {
        const Result<std::filesystem::path> path = resourcePath(name);
        if (!path)
            return fail(path.error());
        const Result<Catalogue> part = readFile(*path, false);
        if (!part)
            return fail(part.error());
        catalogue = merged(std::move(catalogue), *part);
    }
    std::error_code error;
    const std::optional<std::filesystem::path> own = ownCataloguePath();
    if (!own || !std::filesystem::exists(*own, error))
        return catalogue;
    const Result<Catalogue> theirs = readFile(*own, true);
    if (theirs)
        return merged(std::move(catalogue), *theirs);
    catalogue.ownError = theirs.error();
    return catalogue;
}

Result<void> fillTarget(Target& target, const HardwareEntry& entry, std::string_view numberFormat)
{
    MaybeQuantity peak;
    if (!numberFormat.empty()) {
        const auto found = std::find_if(entry.peakFlops.begin(), entry.peakFlops.end(),
                                        [&](const auto& each) { return each.first == numberFormat; });
        if (found == entry.peakFlops.end()) {
            std::string names;
            for (const auto& [name, unused] : entry.peakFlops)
                names += (names.empty() ? "" : ", ") + name;
            return fail(ErrorCode::Input,
                        say("the catalogue has no {} peak for {}", inQuotes(numberFormat), entry.name),
                        names.empty() ? "its peak typed in" : say("one of {}", names));
        }
        peak = found->second;
        std::string& conditions = peak->provenance.conditions;
        conditions = conditions.empty() ? found->first : found->first + ", " + conditions;
    }
    target.node = entry.name;
    for (const auto& figure : hardwareFigures)
        target.*figure.of = of(entry.name, entry.*figure.member);
    target.peakFlops = of(entry.name, peak);
    return {};
}

std::string usualFormat(const HardwareEntry& entry)
{
    for (const char* format : {"bf16", "fp16", "tf32", "fp32", "fp64", "fp8"})
        for (const auto& [name, unused] : entry.peakFlops)
            if (name == format)
                return name;
    return {};
}

void fillMachine(Machine& machine, const HardwareEntry& entry)
{
    if (!fillMachine(machine, entry, usualFormat(entry)))
        return;  // never: the format is one of its own
}

Result<void> fillMachine(Machine& machine, const HardwareEntry& entry, std::string_view numberFormat)
{
    Target filled;
    if (Result<void> is = fillTarget(filled, entry, numberFormat); !is)
        return is;
    machine.name = entry.name;
    machine.description.clear();
    machine.memoryBytes = filled.memoryBytes;
    machine.peakFlops = filled.peakFlops;
    machine.memoryBandwidthBytesPerS = filled.memoryBandwidthBytesPerS;
    machine.peakFlopsOneCore = machine.memoryBandwidthOneCoreBytesPerS = std::nullopt;  // another machine's
    return {};
}

Result<void> fillMachine(Machine& machine, const Catalogue& catalogue, std::string_view words)
{
    const std::size_t colon = words.rfind(':');
    const std::string_view name = words.substr(0, colon);
    const HardwareEntry* entry = catalogue.findHardware(name);
    if (entry == nullptr)
        entry = catalogue.findHardwareNamed(name);
    if (entry == nullptr)
        entry = catalogue.findCardOfDriver(name);
    if (entry == nullptr) {
        std::string ids;
        for (const HardwareEntry& each : catalogue.hardware)
            ids += (ids.empty() ? "" : ", ") + each.id;
        return fail(ErrorCode::Input, say("the catalogue has no {}", inQuotes(name)), "one of " + ids);
    }
    if (colon != std::string_view::npos && colon + 1 == words.size())
        return fail(ErrorCode::Input, "no number format stands behind the colon", "one such as " + usualFormat(*entry));
    return fillMachine(machine, *entry,
                       colon == std::string_view::npos ? usualFormat(*entry) : words.substr(colon + 1));
}

void fillTarget(Target& target, const LinkEntry& entry)
{
    target.link = entry.name;
    for (const auto& figure : linkFigures)
        target.*figure.of = of(entry.name, entry.*figure.member);
}

void keepTyped(Target& target, const Target& before)
{
    for (const auto member : {&Target::priceUsdPerHour, &Target::workersPerNode})
        if (const MaybeQuantity& typed = before.*member;
            !(target.*member) && typed && typed->provenance.origin == Origin::Typed)
            target.*member = typed;
}

void fillTargetBetweenNodes(Target& target, const LinkEntry& entry)
{
    target.alpha2S = of(entry.name, entry.alphaS);
    target.bandwidth2BytesPerS = of(entry.name, entry.bandwidthBytesPerS);
}

}  // namespace scalewright
