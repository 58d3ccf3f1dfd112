// Hardware and links that a target can be filled from; each figure has a source and a date.
//
// Read from resources/catalogue/hardware.json and links.json, then from the user's file in the same format
// ($XDG_CONFIG_HOME/scalewright/catalogue.json), whose entries replace those with the same id and add new ones:
//     {"format": "scalewright-catalogue", "version": 1,
//      "sources": {"quote": {"title": "our supplier's quote", "date": "2026-11-02"}},
//      "hardware": [{"id": "our-node", "name": "4 x L40S", "kind": "node", "workers_per_node": 4,
//                    "memory_bytes": "48 GB", "peak_flops": {"bf16": "362 TFLOP/s"},
//                    "price_usd_per_hour": {"value": 3.1, "source": "quote"}}],
//      "links": [{"id": "lab", "name": "the lab's switch", "alpha_s": "12 us", "bandwidth_bytes_per_s": "2.9 GB/s"}]}
// Figures are written as in a project file; a "source" that names an entry of "sources" is replaced by its title and
// date. Figures are per worker (a card, or a node without cards); the price is for the whole node.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/base/quantity/quantity.h"
#include "core/project/document/field.h"

namespace scalewright {

struct Machine;
struct Target;

struct HardwareEntry {
    std::string id, name;
    std::string driverName;  ///< as reported by the driver, "NVIDIA H100 80GB HBM3"; empty: unknown
    std::string kind;  ///< "laptop", "card", "node" (with cards), "cpu-node"
    std::string link;  ///< id of the link between a node's workers; empty: none or unknown
    MaybeQuantity workersPerNode, memoryBytes, memoryBandwidthBytesPerS, powerW, priceUsdPerHour;
    /// By number format: "fp64", "fp32", "tf32", "bf16", "fp16", "fp8"
    std::vector<std::pair<std::string, Quantity>> peakFlops;
    bool isUserEntry = false;  ///< from the user's file
    Json::Object unknown;  ///< empty after parsing: unknown members are reported as errors
};

struct LinkEntry {
    std::string id, name;
    MaybeQuantity alphaS;              ///< latency per message
    MaybeQuantity bandwidthBytesPerS;  ///< one direction
    bool isUserEntry = false;
    Json::Object unknown;  ///< empty after parsing, as above
};

struct Catalogue {
    std::vector<HardwareEntry> hardware;
    std::vector<LinkEntry> links;
    std::optional<Error> userCatalogueError;  ///< why the user's file was ignored, if it was

    [[nodiscard]] const HardwareEntry* findHardware(std::string_view id) const;
    /// Finds an entry by words of its name, in any case: "l4", "rtx 4090". nullptr if several entries have all these
    /// words, or if no word looks like a model number: letters with digits, or at least four digits.
    [[nodiscard]] const HardwareEntry* findHardwareByWords(std::string_view words) const;
    /// The card with that driver name; nullptr if none exists.
    [[nodiscard]] const HardwareEntry* findHardwareByDriverName(std::string_view driverName) const;
    [[nodiscard]] const LinkEntry* findLink(std::string_view id) const;
};

/// Parses one file. Reports every problem with its pointer: not a catalogue, a newer version, missing or duplicate ids,
/// unknown kinds and members, figures out of range, a figure of a shipped file without source or date. `isUserFile`:
/// the user's file, whose figures may omit the source and then name that file as their source.
[[nodiscard]] Result<Catalogue> parseCatalogue(std::string_view text, bool isUserFile = false);

/// Entries of `overrides` replace those with the same id in place; the others are appended.
[[nodiscard]] Catalogue mergeCatalogues(Catalogue base, const Catalogue& overrides);

/// $XDG_CONFIG_HOME/scalewright/catalogue.json, else ~/.config/…; nullopt if neither is set.
[[nodiscard]] std::optional<std::filesystem::path> userCataloguePath();

/// The shipped files and the user's file. A broken user file is ignored as a whole and explained in
/// `userCatalogueError`. Errors: a shipped file is missing (Environment) or wrong (Input).
[[nodiscard]] Result<Catalogue> readCatalogue();

/// Sets node, memory, peak FLOP/s in that number format, memory bandwidth, power, workers per node and price; values
/// that the entry lacks become absent, since they belonged to another machine. Link fields stay unchanged. Error
/// (Input): the entry has no peak in that format, with the available formats. An empty format sets no peak.
[[nodiscard]] Result<void> fillTarget(Target& target, const HardwareEntry& entry, std::string_view numberFormat);

/// The number format used unless the user chooses one: first those that models are trained in, then wider ones. Empty
/// without a peak.
[[nodiscard]] std::string defaultNumberFormat(const HardwareEntry& entry);

/// Sets name, memory, peak FLOP/s in the default format and memory bandwidth of the baseline machine; values that the
/// entry lacks become absent. Storage stays unchanged.
void fillMachine(Machine& machine, const HardwareEntry& entry);
/// The same with the peak in that format. Error (Input): the entry has no such peak; the machine is unchanged.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const HardwareEntry& entry, std::string_view numberFormat);

/// The same for an id ("h100-sxm"), words of a name ("rtx 4090") or a card's driver name, with an optional number
/// format ("h100-sxm:fp32"). Errors (Input): no such entry, with the available ones; no such format.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const Catalogue& catalogue, std::string_view words);

/// Sets link, alpha and bandwidth.
void fillTarget(Target& target, const LinkEntry& entry);
/// Restores the typed price and workers of a node where the catalogue has none: fillTarget removed them.
void restoreTypedValues(Target& target, const Target& before);
/// Sets alpha2 and bandwidth2, the link between nodes.
void fillLinkBetweenNodes(Target& target, const LinkEntry& entry);

}  // namespace scalewright
