// The six slots of Figure 41.4.1 and their menus: data (resources/catalogue/design.json), not code.
//
// A slot's menu holds the figure's options with the chapters that develop them, and, marked as such with their source,
// options from outside the figure's menus, most of them from Tables 41.4.1 and 41.5.1. What carries an option of slot 2
// out is said by the patterns (core/model/scaling/pattern_traits.h).
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
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

enum class Slot { Partitioning, Communication, Consistency, Coordination, FaultTolerance, LoadBalancing };

inline constexpr std::array<Slot, 6> allSlots{Slot::Partitioning, Slot::Communication,  Slot::Consistency,
                                              Slot::Coordination, Slot::FaultTolerance, Slot::LoadBalancing};

/// The project file's key: "partitioning", "communication", …, "fault_tolerance", "load_balancing".
[[nodiscard]] const char* slotName(Slot slot);
/// Error (Input): the names that exist.
[[nodiscard]] Result<Slot> slotFromName(std::string_view name);

[[nodiscard]] const DesignSlot& slotOf(const Design& design, Slot slot);
[[nodiscard]] DesignSlot& slotOf(Design& design, Slot slot);

struct SlotOption {
    std::string id;  ///< "split-data"
    std::string title;  ///< "Split data"
    std::string how;  ///< the word under it in the figure: "by example", "barrier", "push / pull"
    std::string does;  ///< one sentence of our own: what it does and what it costs
    std::string chapters;  ///< "Ch 2, 8"
    std::string source;  ///< "Figure 41.4.1", "Table 41.4.1", "Table 41.5.1"
    bool inFigure = true;  ///< false: not in Figure 41.4.1's menu
    std::vector<Pattern> patterns;  ///< slot 2: what may carry it out (patternsCarryingOut)
    std::string notPriced;  ///< slot 2: why `patterns` is empty, where it is
};

struct SlotMenu {
    Slot slot = Slot::Partitioning;
    std::string title;  ///< "Partitioning"
    std::string question;  ///< "Who holds what?"
    std::string chapters;
    std::vector<SlotOption> options;
    [[nodiscard]] const SlotOption* find(std::string_view id) const;
};

/// A row of Table 41.4.1 as a filled template. Its load-balancing slot is empty, which DesignCatalogue::notGiven says
/// in words (exercise 41.4.3).
struct CaseStudy {
    std::string id;  ///< "recommendation"
    std::string title;  ///< "Recommendation"
    std::string chapter;
    Design design;
    std::string note;  ///< what of it the table says and what this program had to choose (the pattern)
};

struct DesignCatalogue {
    std::string source, date;
    std::string notGiven;  ///< how an empty slot of a case study reads: "not given in the table"
    std::array<SlotMenu, 6> menus;  ///< in the order of allSlots
    std::vector<CaseStudy> caseStudies;
    [[nodiscard]] const SlotMenu& menu(Slot slot) const { return menus[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const CaseStudy* find(std::string_view id) const;
};

/// Errors (Input), each with its JSON pointer: not such a file, a slot missing or given twice, an option given twice,
/// an option of slot 2 that no pattern carries out and that does not say why, a pattern without an option, a case study
/// that chooses what no menu has.
[[nodiscard]] Result<DesignCatalogue> parseDesignCatalogue(std::string_view text);
/// The catalogue of the installed resources. Errors: it is not there (Environment), or wrong (Input), naming the file.
[[nodiscard]] Result<DesignCatalogue> loadDesignCatalogue();

/// True where one of the slot's choices is this option.
[[nodiscard]] bool chooses(const DesignSlot& slot, std::string_view option);

/// The slot in words for people: "Split data (dense layers) + Shard model (embedding table)"; "not filled" where empty.
/// An option that no menu has stands there by its id.
[[nodiscard]] std::string slotText(const DesignCatalogue& catalogue, const Design& design, Slot slot);

/// A parameter that a slot records besides its choice, where the design gives it.
struct SlotParameter {
    std::string name;  ///< "server shards"
    std::string text;  ///< "8", "104.9 MB", "an example"
    std::string pointer;  ///< "/design/communication/shards"
    std::optional<double> value;  ///< in base units, where it is a number
};

/// In the order of the project file. Slot 2 begins with its pattern.
[[nodiscard]] std::vector<SlotParameter> slotParameters(const Design& design, Slot slot);

/// The project with the case study's choices in its six slots. Its own numbers stay (message, link, node, plan); the
/// pattern and what else the study says of a slot are the study's, and a slot that the table does not give is empty.
[[nodiscard]] Project withCaseStudy(Project project, const CaseStudy& study);

}  // namespace scalewright
