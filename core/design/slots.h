// The six slots of Figure 41.4.1 and their menus: data (resources/catalogue/design.json), not code.
//
// A slot's menu holds the figure's options with the chapters that develop them, and, marked as such, the options that
// Table 41.4.1 uses outside the figure's menus (eventual, federated aggregation, client dropout, graceful loss).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/project/project.h"
#include "core/result/result.h"

namespace scalewright {

enum class Slot { Partitioning, Communication, Consistency, Coordination, FaultTolerance, LoadBalancing };

inline constexpr std::array<Slot, 6> allSlots{Slot::Partitioning, Slot::Communication, Slot::Consistency,
                                              Slot::Coordination, Slot::FaultTolerance, Slot::LoadBalancing};

/// The project file's key: "partitioning", "communication", …, "fault_tolerance", "load_balancing".
[[nodiscard]] const char* slotName(Slot slot);
[[nodiscard]] Result<Slot> slotFromName(std::string_view name);

[[nodiscard]] const DesignSlot& slotOf(const Design& design, Slot slot);
[[nodiscard]] DesignSlot& slotOf(Design& design, Slot slot);

struct SlotOption {
    std::string id;        ///< "split-data"
    std::string title;     ///< "Split data"
    std::string how;       ///< the word under it in the figure: "by example", "barrier", "push / pull"
    std::string does;      ///< one sentence of our own: what it does and what it costs
    std::string chapters;  ///< "Ch 2, 8"
    bool inFigure = true;  ///< false: used by Table 41.4.1 or 41.5.1 only
    std::vector<std::string> patterns;  ///< slot 2: the names of the patterns (core/scaling/pattern.h) it may be carried out by
};

struct SlotMenu {
    Slot slot = Slot::Partitioning;
    std::string title;     ///< "Partitioning"
    std::string question;  ///< "Who holds what?"
    std::string chapters;
    std::vector<SlotOption> options;
    [[nodiscard]] const SlotOption* find(std::string_view id) const;
};

/// A row of Table 41.4.1 as a filled template. Its load-balancing slot is empty: "not given in the table" (exercise 41.4.3).
struct CaseStudy {
    std::string id;     ///< "recommendation"
    std::string title;  ///< "Recommendation"
    std::string chapter;
    Design design;
    std::string note;   ///< what of it the table says and what this program had to choose (the pattern)
};

struct DesignCatalogue {
    std::string source;
    std::array<SlotMenu, 6> menus;  ///< in the order of allSlots
    std::vector<CaseStudy> caseStudies;
    [[nodiscard]] const SlotMenu& menu(Slot slot) const { return menus[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const CaseStudy* find(std::string_view id) const;
};

/// Error (Input): JSON pointers; (Environment): the file is not there.
[[nodiscard]] Result<DesignCatalogue> parseDesignCatalogue(std::string_view text);
[[nodiscard]] Result<DesignCatalogue> loadDesignCatalogue();

/// True where one of the slot's choices is this option.
[[nodiscard]] bool chooses(const DesignSlot& slot, std::string_view option);

/// The slot in words for people: "split data (dense layers) + split model (embedding table)"; "not filled" where empty.
[[nodiscard]] std::string slotText(const DesignCatalogue& catalogue, const Design& design, Slot slot);

}  // namespace scalewright
