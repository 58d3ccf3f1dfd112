// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware and links from which a target can be filled in; each value has a source and a date.
//
// Read from resources/catalogue/hardware.json and links.json, then from the user's file in the same format
// ($XDG_CONFIG_HOME/scalewright/catalogue.json), whose entries replace those with the same id and add new ones:
//     {"format": "scalewright-catalogue", "version": 1,
//      "sources": {"quote": {"title": "our supplier's quote", "date": "2026-11-02"}},
//      "hardware": [{"id": "our-node", "name": "4 x L40S", "kind": "node", "workers_per_node": 4,
//                    "memory_bytes": "48 GB", "peak_flops": {"bf16": "362 TFLOP/s"},
//                    "price_usd_per_hour": {"value": 3.1, "source": "quote"}}],
//      "links": [{"id": "lab", "name": "the lab's switch", "alpha_s": "12 us", "bandwidth_bytes_per_s": "2.9 GB/s"}]}
// Values are written as in a project file; a "source" that names an entry in "sources" is replaced with its title and
// date. Values are per worker (a card, or a node without cards); the price is for the whole node.
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
    std::string link;  ///< id of the link between a node's workers; empty: no link, or unknown
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
    Json::Object unknown;  ///< empty after parsing, as for HardwareEntry
};

struct Catalogue {
    std::vector<HardwareEntry> hardware;
    std::vector<LinkEntry> links;
    std::optional<Error> userCatalogueError;  ///< why the user's file was ignored, if it was

    [[nodiscard]] const HardwareEntry* findHardware(std::string_view id) const;
    /// Finds an entry by words in its name, in any case: "l4", "rtx 4090". nullptr if several entries have all these
    /// words, or if none of the words looks like a model number (letters with digits, or at least four digits).
    [[nodiscard]] const HardwareEntry* findHardwareByWords(std::string_view words) const;
    /// The card with that driver name, or nullptr.
    [[nodiscard]] const HardwareEntry* findHardwareByDriverName(std::string_view driverName) const;
    [[nodiscard]] const LinkEntry* findLink(std::string_view id) const;
};

/// Parses one file. Reports every problem with its pointer: not a catalogue, a newer version, missing or duplicate ids,
/// unknown kinds and members, values out of range, a value in a shipped file without source or date. `isUserFile`: the
/// file is the user's, in which values without a source get that file as their source.
[[nodiscard]] Result<Catalogue> parseCatalogue(std::string_view text, bool isUserFile = false);

/// Entries in `overrides` replace those with the same id in place; other entries are appended.
[[nodiscard]] Catalogue mergeCatalogues(Catalogue base, const Catalogue& overrides);

/// $XDG_CONFIG_HOME/scalewright/catalogue.json, otherwise ~/.config/…; nullopt if neither variable is set.
[[nodiscard]] std::optional<std::filesystem::path> userCataloguePath();

/// What to do with the user's file. Optional: if it is broken, it is ignored completely, and `userCatalogueError` says
/// why.
enum class OwnCatalogue { Required, Optional, Skipped };

/// The shipped files and the user's file. Errors: a shipped file is missing (Environment) or invalid (Input), or the
/// user's file exists and is broken (Input), if it is required.
[[nodiscard]] Result<Catalogue> readCatalogue(OwnCatalogue own = OwnCatalogue::Required);

/// Sets node, memory, peak FLOP/s in that number format, memory bandwidth, power, workers per node and price; values
/// that the entry lacks become absent, because the old ones belonged to another machine. Link fields stay unchanged.
/// Error (Input): the entry has no peak in that format, with the available formats. An empty format sets no peak.
[[nodiscard]] Result<void> fillTarget(Target& target, const HardwareEntry& entry, std::string_view numberFormat);

/// The number format used unless the user chooses one: formats in which models are trained are preferred, then wider
/// ones. Empty if the entry has no peak.
[[nodiscard]] std::string defaultNumberFormat(const HardwareEntry& entry);

/// Sets name, memory, peak FLOP/s in the default format and memory bandwidth of the baseline machine; values that the
/// entry lacks become absent. Storage stays unchanged.
void fillMachine(Machine& machine, const HardwareEntry& entry);
/// The same with the peak in the given format. Error (Input): the entry has no such peak; the machine is then
/// unchanged.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const HardwareEntry& entry, std::string_view numberFormat);

/// The same for an entry given by id ("h100-sxm"), words of a name ("rtx 4090") or a card's driver name, with an
/// optional number format ("h100-sxm:fp32"). Errors (Input): no such entry, with the available entries; no such format.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const Catalogue& catalogue, std::string_view words);

/// Sets link, alpha and bandwidth.
void fillTarget(Target& target, const LinkEntry& entry);
/// The entry's price for a machine with this many workers, in proportion: an eighth of the price of a node of eight for
/// one. Absent if the entry has no price.
[[nodiscard]] MaybeQuantity priceForWorkers(const HardwareEntry& entry, double workers);
/// Gives a target filled from the entry its machines back: these workers per node (absent: one) at the entry's price in
/// proportion, or at the typed price of `before` if the entry has none.
void keepWorkersPerNode(Target& target, const Target& before, const HardwareEntry& entry);
/// keepWorkersPerNode() if `before` has typed workers per node; otherwise only its typed price, if the entry has none.
void restoreTypedValues(Target& target, const Target& before, const HardwareEntry& entry);
/// Sets alpha2 and bandwidth2, the link between nodes.
void fillLinkBetweenNodes(Target& target, const LinkEntry& entry);

}  // namespace scalewright
