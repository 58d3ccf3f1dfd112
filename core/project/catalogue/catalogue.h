// Hardware and links that a target can be filled from, each figure with its source and date.
//
// Read from resources/catalogue/hardware.json and links.json, then from a file of the person's own in the same format
// ($XDG_CONFIG_HOME/scalewright/catalogue.json), whose entries replace those of the same id and add new ones:
//     {"format": "scalewright-catalogue", "version": 1,
//      "sources": {"quote": {"title": "our supplier's quote", "date": "2026-11-02"}},
//      "hardware": [{"id": "our-node", "name": "4 x L40S", "kind": "node", "workers_per_node": 4,
//                    "memory_bytes": "48 GB", "peak_flops": {"bf16": "362 TFLOP/s"},
//                    "price_usd_per_hour": {"value": 3.1, "source": "quote"}}],
//      "links": [{"id": "lab", "name": "the lab's switch", "alpha_s": "12 us", "bandwidth_bytes_per_s": "2.9 GB/s"}]}
// A figure is written as in a project file; a "source" that names an entry of "sources" is replaced by its title and
// date. Figures are of one worker (a card, or a node without cards), the price is of the whole node.
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
    std::string driverName;  ///< as its driver says it, "NVIDIA H100 80GB HBM3"; empty: not known
    std::string kind;  ///< "laptop", "card", "node" (with cards), "cpu-node"
    std::string link;  ///< id of the link between a node's workers; empty where there is none or it is not known
    MaybeQuantity workersPerNode, memoryBytes, memoryBandwidthBytesPerS, powerW, priceUsdPerHour;
    /// By number format: "fp64", "fp32", "tf32", "bf16", "fp16", "fp8"
    std::vector<std::pair<std::string, Quantity>> peakFlops;
    bool own = false;  ///< from the person's file
    Json::Object unknown;  ///< empty once parsed: members that do not exist are reported
};

struct LinkEntry {
    std::string id, name;
    MaybeQuantity alphaS;              ///< latency per message
    MaybeQuantity bandwidthBytesPerS;  ///< one direction
    bool own = false;
    Json::Object unknown;  ///< as above
};

struct Catalogue {
    std::vector<HardwareEntry> hardware;
    std::vector<LinkEntry> links;
    std::optional<Error> ownError;  ///< why the person's file was left out, where it was

    [[nodiscard]] const HardwareEntry* findHardware(std::string_view id) const;
    /// As people write it, in any case: "l4", "rtx 4090" are words of one entry's name and of no other's. nullptr where
    /// several have them, or where no word names a model: letters with digits, or four digits.
    [[nodiscard]] const HardwareEntry* findHardwareNamed(std::string_view words) const;
    /// The card whose driver says that name; nullptr where none does.
    [[nodiscard]] const HardwareEntry* findCardOfDriver(std::string_view driverName) const;
    [[nodiscard]] const LinkEntry* findLink(std::string_view id) const;
};

/// One file. Reports every problem with its pointer: not a catalogue, a newer version, ids missing or given twice,
/// kinds and members that do not exist, figures out of range, a figure of a shipped file without source or date.
/// `own`: the person's file, whose figures may go without; they then say that it is their source.
[[nodiscard]] Result<Catalogue> parseCatalogue(std::string_view text, bool own = false);

/// `over`'s entries replace those of the same id in place, the others come at the end.
[[nodiscard]] Catalogue merged(Catalogue base, const Catalogue& over);

/// $XDG_CONFIG_HOME/scalewright/catalogue.json, else ~/.config/…; nullopt where neither is set.
[[nodiscard]] std::optional<std::filesystem::path> ownCataloguePath();

/// The shipped files and the person's. A broken file of the person's is left out whole and explained in `ownError`.
/// Errors: a shipped file is missing (Environment) or wrong (Input).
[[nodiscard]] Result<Catalogue> readCatalogue();

/// Sets node, memory, peak FLOP/s in that number format, memory bandwidth, power, workers per node and price; what the
/// entry does not know becomes absent, since it was another machine's. Link fields stay.
/// Error (Input): the entry has no peak in that format, naming those it has. An empty format takes no peak.
[[nodiscard]] Result<void> fillTarget(Target& target, const HardwareEntry& entry, std::string_view numberFormat);

/// What its peak is quoted in unless a person says otherwise: what models are trained in, then ever wider numbers.
/// Empty without a peak.
[[nodiscard]] std::string usualFormat(const HardwareEntry& entry);

/// Sets name, memory, peak FLOP/s in its usual format and memory bandwidth of the baseline machine; what the entry does
/// not know becomes absent. Storage stays.
void fillMachine(Machine& machine, const HardwareEntry& entry);
/// The same with the peak of that format. Error (Input): the entry has none of it; the machine stays.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const HardwareEntry& entry, std::string_view numberFormat);

/// The same of "h100-sxm", "rtx 4090", what a card's driver calls it, and with a number format "h100-sxm:fp32". Errors
/// (Input): no such entry, with those there are; no such format.
[[nodiscard]] Result<void> fillMachine(Machine& machine, const Catalogue& catalogue, std::string_view words);

/// Sets link, alpha and bandwidth.
void fillTarget(Target& target, const LinkEntry& entry);
/// A node's price and workers as a person typed them, where the catalogue has none: fillTarget took them away.
void keepTyped(Target& target, const Target& before);
/// Sets alpha2 and bandwidth2, the link between nodes.
void fillTargetBetweenNodes(Target& target, const LinkEntry& entry);

}  // namespace scalewright
