// SPDX-License-Identifier: GPL-3.0-or-later
// The six slots of Figure 41.4.1 and their menus: data (resources/catalogue/design.json), not code.
//
// A slot's menu contains the figure's options with the chapters that develop them, and options from elsewhere, most of
// them from Tables 41.4.1 and 41.5.1, marked with their source. The patterns (core/model/scaling/pattern_traits.h)
// declare which option of slot 2 they implement.
//
//     const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
//     for (const SlotOption& option : catalogue->menu(Slot::Consistency).options) …
//     slotText(*catalogue, catalogue->find("agentic")->design, Slot::Consistency);   // "Synchronous (training) + Eventual (serving)"
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

enum class Slot { Partitioning, Communication, Consistency, Coordination, FaultTolerance, LoadBalancing };

template <>
inline constexpr auto enumNames<Slot> = namedValues<Slot>("slot", {{Slot::Partitioning, "partitioning"},
                                                                   {Slot::Communication, "communication"},
                                                                   {Slot::Consistency, "consistency"},
                                                                   {Slot::Coordination, "coordination"},
                                                                   {Slot::FaultTolerance, "fault_tolerance"},
                                                                   {Slot::LoadBalancing, "load_balancing"}});
inline constexpr auto allSlots = valuesOf<Slot>();

[[nodiscard]] const DesignSlot& slotOf(const Design& design, Slot slot);
[[nodiscard]] DesignSlot& slotOf(Design& design, Slot slot);

struct SlotOption {
    std::string id;  ///< "split-data"
    std::string title;  ///< "Split data"
    std::string figureLabel;  ///< its caption in the figure: "by example", "barrier", "push / pull"
    std::string description;  ///< one sentence in our own words: what it does and what it costs
    std::string chapters;  ///< "Ch 2, 8"
    std::string source;  ///< "Figure 41.4.1", "Table 41.4.1", "Table 41.5.1"
    bool isInFigure = true;  ///< false: not in the menu of Figure 41.4.1
    std::vector<Pattern> patterns;  ///< slot 2: patterns that implement it (patternsForOption)
    std::string notPricedReason;  ///< slot 2: the reason if `patterns` is empty
};

struct SlotMenu {
    Slot slot = Slot::Partitioning;
    std::string title;  ///< "Partitioning"
    std::string question;  ///< "Who holds what?"
    std::string chapters;
    std::vector<SlotOption> options;
    [[nodiscard]] const SlotOption* find(std::string_view id) const;
};

/// A row of Table 41.4.1 as a filled template. Its load-balancing slot is empty and shown as
/// DesignCatalogue::notGivenText (exercise 41.4.3).
struct CaseStudy {
    std::string id;  ///< "recommendation"
    std::string title;  ///< "Recommendation"
    std::string chapter;
    Design design;
    std::string note;  ///< what comes from the table and what this program had to choose (the pattern)
};

struct DesignCatalogue {
    std::string source, date;
    std::string notGivenText;  ///< text for an empty slot of a case study: "not given in the table"
    std::array<SlotMenu, 6> menus;  ///< in the order of allSlots
    std::vector<CaseStudy> caseStudies;
    [[nodiscard]] const SlotMenu& menu(Slot slot) const { return menus[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const CaseStudy* find(std::string_view id) const;
};

/// Errors (Input), each with its JSON pointer: not a catalogue file, a missing or duplicate slot, a duplicate option,
/// an option in slot 2 with neither a pattern nor a reason for having none, a pattern without an option, a case study
/// with a choice that is not on any menu.
[[nodiscard]] Result<DesignCatalogue> parseDesignCatalogue(std::string_view text);
/// The installed catalogue. Errors, with the file name: missing (Environment) or invalid (Input).
[[nodiscard]] Result<DesignCatalogue> loadDesignCatalogue();

/// The slot as text: "Split data (dense layers) + Shard model (embedding table)"; "not filled" if empty. An option that
/// is not on any menu is shown by its id.
[[nodiscard]] std::string slotText(const DesignCatalogue& catalogue, const Design& design, Slot slot);

/// A parameter that a slot records in addition to its choice, if the design sets it.
struct SlotParameter {
    std::string name;  ///< "server shards"
    std::string text;  ///< "8", "104.9 MB", "an example"
    std::string jsonPointer;  ///< "/design/communication/shards"
    std::optional<double> value;  ///< in base units; absent if the parameter is text
};

/// In the order of the project file. For slot 2, the pattern comes first.
[[nodiscard]] std::vector<SlotParameter> slotParameters(const Design& design, Slot slot);

/// The project with the case study's choices in its six slots. The project keeps its own numbers (message, link, node,
/// plan). The pattern and everything else that the study sets are replaced; a slot that is not in the table is empty.
[[nodiscard]] Project withCaseStudy(Project project, const CaseStudy& study);

}  // namespace scalewright
