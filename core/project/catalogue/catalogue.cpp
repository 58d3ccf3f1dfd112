// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/catalogue/catalogue.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/number_format.h"
#include "core/base/quantity/number_text.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/project/document/baseline.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"
#include "core/project/document/source.h"

namespace scalewright {

namespace {

constexpr std::array hardwareKinds{"laptop", "card", "node", "cpu-node"};

/// A value in a catalogue entry, the target quantity that it fills, and that quantity's field.
template <class Entry>
struct Figure {
    MaybeQuantity Entry::*member;
    MaybeQuantity Target::*targetMember;
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
void fields(Visitor& visit, SameIgnoringConst<HardwareEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("name", entry.name);
    visit.requiredText("kind", entry.kind);
    visit.text("driver_name", entry.driverName);
    visit.text("link", entry.link);
    for (const auto& figure : hardwareFigures)
        visit.quantity(figure.field, entry.*figure.member);
    visit.quantities(peakField, entry.peakFlops);
    visit.unknownMembers(entry.unknown);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<LinkEntry> auto& entry)
{
    visit.requiredText("id", entry.id);
    visit.requiredText("name", entry.name);
    for (const auto& figure : linkFigures)
        visit.quantity(figure.field, entry.*figure.member);
    visit.unknownMembers(entry.unknown);
}

namespace {

/// Checks of entries that go beyond the types of their members.
class CatalogueChecker {
public:
    CatalogueChecker(ObjectReader& root, const Sources& sources, bool isUserFile)
        : m_root(root), m_sources(sources), m_isUserFile(isUserFile)
    {
    }

    void checkHardware(HardwareEntry& entry, const std::string& pointer)
    {
        entry.isUserEntry = m_isUserFile;
        reportUnknownMembers(entry.unknown, pointer);
        checkOneOf(hardwareKinds, entry.kind, pointer + "/kind");
        resolveSources(entry, hardwareFigures, pointer);
        for (auto& [name, peak] : entry.peakFlops) {
            const std::string peakPointer = fmt::format("{}/{}/{}", pointer, peakField.key(), jsonPointerToken(name));
            checkOneOf(numberFormats, name, peakPointer);
            resolveSource(peak, peakPointer);
        }
    }

    void checkLink(LinkEntry& entry, const std::string& pointer)
    {
        entry.isUserEntry = m_isUserFile;
        reportUnknownMembers(entry.unknown, pointer);
        resolveSources(entry, linkFigures, pointer);
    }

    template <class Entry>
    void checkUniqueIds(const std::vector<Entry>& entries, const char* list)
    {
        for (std::size_t i = 0; i < entries.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (entries[k].id == entries[i].id)
                    m_root.addProblem(fmt::format("/{}/{}/id", list, i),
                                      formatMessage("{} is already used by entry {}", inQuotes(entries[i].id), k),
                                      "a unique id");
    }

private:
    void reportUnknownMembers(const Json::Object& members, const std::string& pointer)
    {
        for (const Json::Member& member : members)
            m_root.addProblem(fmt::format("{}/{}", pointer, jsonPointerToken(member.first)), "unknown member",
                              "a member that the shipped catalogue uses");
    }

    void checkOneOf(const auto& names, const std::string& name, const std::string& pointer)
    {
        if (!contains(names, name) && !name.empty())
            m_root.addProblem(pointer, formatMessage("unknown value {}", inQuotes(name)),
                              formatMessage("one of {}", fmt::format("{}", fmt::join(names, ", "))));
    }

    void resolveSources(auto& entry, const auto& figures, const std::string& pointer)
    {
        for (const auto& figure : figures)
            if (MaybeQuantity& quantity = entry.*figure.member)
                resolveSource(*quantity, fmt::format("{}/{}", pointer, figure.field.key()));
    }

    void resolveSource(Quantity& figure, const std::string& pointer)
    {
        Provenance& provenance = figure.provenance;
        const auto source =
            std::ranges::find_if(m_sources, [&](const auto& each) { return each.first == provenance.source; });
        if (source != m_sources.end()) {
            provenance.source = source->second.title;
            if (provenance.date.empty())
                provenance.date = source->second.date;
        }
        if (provenance.origin == Origin::Typed)
            provenance.origin = Origin::Catalogue;
        if (m_isUserFile && provenance.source.empty())
            provenance.source = "your catalogue";
        if (m_isUserFile)
            return;
        if (provenance.source.empty())
            m_root.addProblem(pointer, "the figure has no source",
                              "\"source\": where it is published, or a name from \"sources\"");
        if (provenance.date.empty())
            m_root.addProblem(pointer, "the figure has no date",
                              "\"date\": when it was published or read, such as 2026-11-21");
    }

    ObjectReader& m_root;
    const Sources& m_sources;
    bool m_isUserFile;
};

Result<Catalogue> readCatalogueFile(const std::filesystem::path& path, bool isUserFile)
{
    TRY(const std::string text, readText(path));
    Result<Catalogue> catalogue = parseCatalogue(text, isUserFile);
    if (!catalogue)
        return fail(withFileName(std::move(catalogue).error(), path.string()));
    return catalogue;
}

template <class Entry>
void replaceById(std::vector<Entry>& base, const std::vector<Entry>& overrides)
{
    for (const Entry& entry : overrides) {
        const auto existing = std::ranges::find(base, entry.id, &Entry::id);
        if (existing != base.end())
            *existing = entry;
        else
            base.push_back(entry);
    }
}

/// Splits into lower-case words at every character that is not a letter or digit.
std::vector<std::string> lowerCaseWords(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text)
        if (isLetter(c) || isDigit(c))
            words.back() += lowerCaseOf(c);
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

bool hasModelDigits(const std::string& word)
{
    const auto digits = static_cast<std::size_t>(std::ranges::count_if(word, isDigit));
    return digits == word.size() ? digits >= 4 : digits > 0;
}

/// Prefixes the value's source with the entry's name, as stored in targets.
MaybeQuantity withEntryName(const std::string& name, MaybeQuantity figure)
{
    if (figure)
        figure->provenance.source =
            figure->provenance.source.empty() ? name : name + " (" + figure->provenance.source + ")";
    return figure;
}

}  // namespace

const HardwareEntry* Catalogue::findHardware(std::string_view id) const
{
    return findElement(hardware, id, &HardwareEntry::id);
}

const HardwareEntry* Catalogue::findHardwareByWords(std::string_view words) const
{
    const std::vector<std::string> wantedWords = lowerCaseWords(words);
    if (std::ranges::none_of(wantedWords, hasModelDigits))
        return nullptr;
    const HardwareEntry* found = nullptr;
    for (const HardwareEntry& entry : hardware) {
        const std::vector<std::string> entryWords = lowerCaseWords(entry.name);
        if (!std::ranges::all_of(wantedWords, [&](const std::string& word) { return contains(entryWords, word); }))
            continue;
        if (found != nullptr)
            return nullptr;
        found = &entry;
    }
    return found;
}

const HardwareEntry* Catalogue::findHardwareByDriverName(std::string_view driverName) const
{
    return findElementIf(
        hardware, [&](const HardwareEntry& each) { return !driverName.empty() && each.driverName == driverName; });
}

const LinkEntry* Catalogue::findLink(std::string_view id) const
{
    return findElement(links, id, &LinkEntry::id);
}

Result<Catalogue> parseCatalogue(std::string_view text, bool isUserFile)
{
    return readDataFile<Catalogue>(text, "scalewright-catalogue", [&](ObjectReader& root, Catalogue& catalogue) {
        Sources sources;
        root.objectsByName("sources", sources);
        root.list("hardware", catalogue.hardware);
        root.list("links", catalogue.links);
        CatalogueChecker checker(root, sources, isUserFile);
        for (std::size_t i = 0; i < catalogue.hardware.size(); ++i)
            checker.checkHardware(catalogue.hardware[i], fmt::format("/hardware/{}", i));
        for (std::size_t i = 0; i < catalogue.links.size(); ++i)
            checker.checkLink(catalogue.links[i], fmt::format("/links/{}", i));
        checker.checkUniqueIds(catalogue.hardware, "hardware");
        checker.checkUniqueIds(catalogue.links, "links");
    });
}

Catalogue mergeCatalogues(Catalogue base, const Catalogue& overrides)
{
    replaceById(base.hardware, overrides.hardware);
    replaceById(base.links, overrides.links);
    return base;
}

std::optional<std::filesystem::path> userCataloguePath()
{
    const std::filesystem::path file = std::filesystem::path("scalewright") / "catalogue.json";
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
        return std::filesystem::path(config) / file;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::filesystem::path(home) / ".config" / file;
    return std::nullopt;
}

Result<Catalogue> readCatalogue(OwnCatalogue own)
{
    Catalogue catalogue;
    for (const char* name : {"catalogue/hardware.json", "catalogue/links.json"}) {
        TRY(const std::filesystem::path path, resourcePath(name));
        TRY(const Catalogue part, readCatalogueFile(path, false));
        catalogue = mergeCatalogues(std::move(catalogue), part);
    }
    std::error_code error;
    const std::optional<std::filesystem::path> userPath = userCataloguePath();
    if (own == OwnCatalogue::Skipped || !userPath || !std::filesystem::exists(*userPath, error))
        return catalogue;
    const Result<Catalogue> userCatalogue =
        std::filesystem::is_regular_file(*userPath, error)  // reading from a pipe might never end
            ? readCatalogueFile(*userPath, true)
            : fail(ErrorCode::Input, "is not a file", "a catalogue", {.file = userPath->string()});
    if (userCatalogue)
        return mergeCatalogues(std::move(catalogue), *userCatalogue);
    if (own == OwnCatalogue::Required)
        return fail(Error{ErrorCode::Input, userCatalogue.error().problems});
    catalogue.userCatalogueError = userCatalogue.error();
    return catalogue;
}

Result<void> fillTarget(Target& target, const HardwareEntry& entry, std::string_view numberFormat)
{
    MaybeQuantity peak;
    if (!numberFormat.empty()) {
        const auto found =
            std::ranges::find_if(entry.peakFlops, [&](const auto& each) { return each.first == numberFormat; });
        if (found == entry.peakFlops.end()) {
            std::string names;
            for (const auto& [name, unused] : entry.peakFlops)
                names += (names.empty() ? "" : ", ") + name;
            return fail(ErrorCode::Input,
                        formatMessage("the catalogue has no {} peak for {}", inQuotes(numberFormat), entry.name),
                        names.empty() ? "a typed peak" : formatMessage("one of {}", names));
        }
        peak = found->second;
        std::string& conditions = peak->provenance.conditions;
        conditions = conditions.empty() ? found->first : found->first + ", " + conditions;
    }
    target.node = entry.name;
    for (const auto& figure : hardwareFigures)
        target.*figure.targetMember = withEntryName(entry.name, entry.*figure.member);
    target.peakFlops = withEntryName(entry.name, peak);
    return {};
}

std::string defaultNumberFormat(const HardwareEntry& entry)
{
    for (const char* format : {"bf16", "fp16", "tf32", "fp32", "fp64", "fp8"})
        for (const auto& [name, unused] : entry.peakFlops)
            if (name == format)
                return name;
    return {};
}

void fillMachine(Machine& machine, const HardwareEntry& entry)
{
    if (!fillMachine(machine, entry, defaultNumberFormat(entry)))
        return;  // cannot happen: the format is one of the entry's own formats
}

Result<void> fillMachine(Machine& machine, const HardwareEntry& entry, std::string_view numberFormat)
{
    Target filled;
    if (Result<void> targetFilled = fillTarget(filled, entry, numberFormat); !targetFilled)
        return targetFilled;
    machine.name = entry.name;
    machine.description.clear();
    machine.memoryBytes = filled.memoryBytes;
    machine.peakFlops = filled.peakFlops;
    machine.memoryBandwidthBytesPerS = filled.memoryBandwidthBytesPerS;
    // The old values were measured on another machine.
    machine.peakFlopsOneCore = machine.memoryBandwidthOneCoreBytesPerS = std::nullopt;
    return {};
}

Result<void> fillMachine(Machine& machine, const Catalogue& catalogue, std::string_view words)
{
    const std::size_t colon = words.rfind(':');
    const std::string_view name = words.substr(0, colon);
    const HardwareEntry* entry = catalogue.findHardware(name);
    if (entry == nullptr)
        entry = catalogue.findHardwareByWords(name);
    if (entry == nullptr)
        entry = catalogue.findHardwareByDriverName(name);
    if (entry == nullptr) {
        std::string ids;
        for (const HardwareEntry& each : catalogue.hardware)
            ids += (ids.empty() ? "" : ", ") + each.id;
        return fail(ErrorCode::Input, formatMessage("the catalogue has no {}", inQuotes(name)), "one of " + ids);
    }
    if (colon != std::string_view::npos && colon + 1 == words.size())
        return fail(ErrorCode::Input, "no number format after the colon", "one such as " + defaultNumberFormat(*entry));
    return fillMachine(machine, *entry,
                       colon == std::string_view::npos ? defaultNumberFormat(*entry) : words.substr(colon + 1));
}

void fillTarget(Target& target, const LinkEntry& entry)
{
    target.link = entry.name;
    for (const auto& figure : linkFigures)
        target.*figure.targetMember = withEntryName(entry.name, entry.*figure.member);
}

MaybeQuantity priceForWorkers(const HardwareEntry& entry, double workers)
{
    MaybeQuantity price = withEntryName(entry.name, entry.priceUsdPerHour);
    const double sold = valueOr(entry.workersPerNode, 1);
    if (!price || workers == sold)
        return price;
    std::string& conditions = price->provenance.conditions;
    conditions = joinNonEmpty({formatMessage("{} for {}, {} here", amountText(price->value, Dimension::Price),
                                             significantText(sold), significantText(workers)),
                               conditions},
                              ", ");
    price->value *= workers / sold;
    if (price->interval) {
        price->interval->low *= workers / sold;
        price->interval->high *= workers / sold;
    }
    return price;
}

void keepWorkersPerNode(Target& target, const Target& before, const HardwareEntry& entry)
{
    target.workersPerNode = before.workersPerNode;
    target.priceUsdPerHour = priceForWorkers(entry, workersOnNode(before));
    if (!target.priceUsdPerHour && before.priceUsdPerHour && before.priceUsdPerHour->provenance.origin == Origin::Typed)
        target.priceUsdPerHour = before.priceUsdPerHour;
}

void restoreTypedValues(Target& target, const Target& before, const HardwareEntry& entry)
{
    const auto isTyped = [](const MaybeQuantity& quantity) {
        return quantity && quantity->provenance.origin == Origin::Typed;
    };
    if (isTyped(before.workersPerNode))
        keepWorkersPerNode(target, before, entry);
    else if (!target.priceUsdPerHour && isTyped(before.priceUsdPerHour))
        target.priceUsdPerHour = before.priceUsdPerHour;
}

void fillLinkBetweenNodes(Target& target, const LinkEntry& entry)
{
    target.alpha2S = withEntryName(entry.name, entry.alphaS);
    target.bandwidth2BytesPerS = withEntryName(entry.name, entry.bandwidthBytesPerS);
}

}  // namespace scalewright
