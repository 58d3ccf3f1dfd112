// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/slots.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<SlotOption> auto& option)
{
    visit.requiredText("id", option.id);
    visit.requiredText("title", option.title);
    visit.requiredText("how", option.figureLabel);
    visit.requiredText("does", option.description);
    visit.requiredText("chapters", option.chapters);
    visit.requiredText("source", option.source);
    visit.flag("in_figure", option.isInFigure);
    visit.text("not_priced", option.notPricedReason);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<SlotMenu> auto& menu)
{
    visit.requiredEnumeration("slot", menu.slot);
    visit.requiredText("title", menu.title);
    visit.requiredText("question", menu.question);
    visit.requiredText("chapters", menu.chapters);
    visit.list("options", menu.options);
}

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<CaseStudy> auto& study)
{
    visit.requiredText("id", study.id);
    visit.requiredText("title", study.title);
    visit.requiredText("chapter", study.chapter);
    visit.requiredText("note", study.note);
    visit.object("design", study.design);
}

namespace {

class DesignCatalogueChecker {
public:
    explicit DesignCatalogueChecker(ObjectReader& root) : m_root(root) {}

    void checkMenu(SlotMenu& menu, const std::string& pointer)
    {
        for (std::size_t i = 0; i < menu.options.size(); ++i) {
            SlotOption& option = menu.options[i];
            const std::string optionPointer = fmt::format("{}/options/{}", pointer, i);
            if (menu.find(option.id) != &option)
                m_root.addProblem(optionPointer + "/id", formatMessage("duplicate option {}", inQuotes(option.id)),
                                  "each option once");
            if (menu.slot != Slot::Communication)
                continue;
            option.patterns = patternsForOption(option.id);
            if (option.patterns.empty() == option.notPricedReason.empty())
                m_root.addProblem(
                    optionPointer,
                    option.patterns.empty()
                        ? formatMessage("no pattern implements {}, and no reason is given", inQuotes(option.id))
                        : formatMessage("{} is priced, but has a reason for not being priced", inQuotes(option.id)),
                    "\"not_priced\" only where no pattern implements the option");
        }
        if (menu.slot != Slot::Communication)
            return;
        for (const Pattern pattern : allPatterns)
            if (!menu.find(traitsOf(pattern).slotOption))
                m_root.addProblem(
                    pointer + "/options",
                    formatMessage("pattern {} implements {}, which is missing", std::string(patternName(pattern)),
                                  inQuotes(traitsOf(pattern).slotOption)),
                    "an option with that id");
    }

    void checkCaseStudy(const DesignCatalogue& catalogue, const CaseStudy& study, const std::string& pointer)
    {
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(study.design, slot).choices;
            for (std::size_t i = 0; i < choices.size(); ++i)
                if (!catalogue.menu(slot).find(choices[i].option))
                    m_root.addProblem(fmt::format("{}/design/{}/choices/{}/option", pointer, nameOf(slot), i),
                                      formatMessage("{} is not on the menu of that slot", inQuotes(choices[i].option)),
                                      "the id of one of its options");
        }
    }

private:
    ObjectReader& m_root;
};

auto& designSlotOf(auto& design, Slot slot)
{
    switch (slot) {
    case Slot::Partitioning: return design.partitioning.slot;
    case Slot::Communication: return design.communication.slot;
    case Slot::Consistency: return design.consistency.slot;
    case Slot::Coordination: return design.coordination.slot;
    case Slot::FaultTolerance: return design.faultTolerance.slot;
    case Slot::LoadBalancing: break;
    }
    return design.loadBalancing.slot;
}

class SlotParameterList {
public:
    explicit SlotParameterList(Slot slot) : m_slot(slot) {}

    void addText(std::string name, const char* key, std::string value)
    {
        if (!value.empty())
            m_parameters.push_back({std::move(name), std::move(value), jsonPointer(key), std::nullopt});
    }

    void addQuantity(const MaybeQuantity& quantity, const FieldInfo& field, const std::string& unit = {})
    {
        if (quantity)
            m_parameters.push_back({field.name, joinNonEmpty({amountText(quantity->value, field.dimension), unit}, " "),
                                    field.jsonPointer, quantity->value});
    }

    template <class Section>
    void addAllQuantities(const Section& section, const std::string& unit = {})
    {
        for (const QuantityField<Section>& field : quantities<Section>)
            addQuantity(section.*field.member, field.info, unit);
    }

    void addFlag(std::string name, const char* key, bool set)
    {
        if (set)
            m_parameters.push_back({std::move(name), "yes", jsonPointer(key), std::nullopt});
    }

    [[nodiscard]] std::vector<SlotParameter> takeParameters() { return std::move(m_parameters); }

private:
    [[nodiscard]] std::string jsonPointer(const char* key) const
    {
        return fmt::format("/design/{}/{}", nameOf(m_slot), key);
    }

    Slot m_slot;
    std::vector<SlotParameter> m_parameters;
};

}  // namespace

const DesignSlot& slotOf(const Design& design, Slot slot)
{
    return designSlotOf(design, slot);
}

DesignSlot& slotOf(Design& design, Slot slot)
{
    return designSlotOf(design, slot);
}

const SlotOption* SlotMenu::find(std::string_view id) const
{
    return findElement(options, id, &SlotOption::id);
}

const CaseStudy* DesignCatalogue::find(std::string_view id) const
{
    return findElement(caseStudies, id, &CaseStudy::id);
}

Result<DesignCatalogue> parseDesignCatalogue(std::string_view text)
{
    return readDataFile<DesignCatalogue>(
        text, "scalewright-design", [](ObjectReader& root, DesignCatalogue& catalogue) {
            root.requiredText("source", catalogue.source);
            root.requiredText("date", catalogue.date);
            root.requiredText("not_given", catalogue.notGivenText);
            std::vector<SlotMenu> menus;
            root.list("menus", menus);
            root.list("case_studies", catalogue.caseStudies);
            if (!root.isValid())
                return;
            DesignCatalogueChecker check(root);
            std::array<int, allSlots.size()> slotCounts{};
            for (std::size_t i = 0; i < menus.size(); ++i) {
                const auto slot = static_cast<std::size_t>(menus[i].slot);
                ++slotCounts[slot];
                check.checkMenu(menus[i], fmt::format("/menus/{}", i));
                catalogue.menus[slot] = std::move(menus[i]);
            }
            for (const Slot slot : allSlots)
                if (const int count = slotCounts[static_cast<std::size_t>(slot)]; count != 1)
                    root.addProblem("/menus", formatMessage("slot {} appears {} times", nameOf(slot), count),
                                    "each exactly once");
            for (std::size_t i = 0; i < catalogue.caseStudies.size(); ++i)
                check.checkCaseStudy(catalogue, catalogue.caseStudies[i], fmt::format("/case_studies/{}", i));
        });
}

Result<DesignCatalogue> loadDesignCatalogue()
{
    return parseResource("catalogue/design.json", parseDesignCatalogue);
}

std::string slotText(const DesignCatalogue& catalogue, const Design& design, Slot slot)
{
    std::vector<std::string> choices;
    for (const SlotChoice& choice : slotOf(design, slot).choices) {
        const SlotOption* option = catalogue.menu(slot).find(choice.option);
        const std::string title = option ? option->title : choice.option;
        std::string& each = choices.emplace_back(choices.empty() ? title : uncapitalised(title));
        if (!choice.scope.empty())
            each += " (" + choice.scope + ")";
    }
    return choices.empty() ? "not filled" : joinNonEmpty(choices, " + ");
}

std::vector<SlotParameter> slotParameters(const Design& design, Slot slot)
{
    SlotParameterList list(slot);
    switch (slot) {
    case Slot::Partitioning:
        list.addText("unit", "unit", design.partitioning.unit);
        list.addText("replicated", "replicated", design.partitioning.replicated);
        list.addAllQuantities(design.partitioning);
        if (design.partitioning.recomputation != Recomputation::None)
            list.addText("recomputation", "recomputation",
                         design.partitioning.recomputation == Recomputation::Full ? "full" : "selective");
        list.addFlag("sequence parallel", "sequence_parallel", design.partitioning.sequenceParallel);
        break;
    case Slot::Communication:
        list.addText("pattern", "pattern", titleOf(design.communication.pattern));
        list.addAllQuantities(design.communication);
        list.addFlag("linear scatter", "linear_scatter", design.communication.linearScatter);
        list.addFlag("one network card a node", "shared_network_card", design.communication.sharedNetworkCard);
        for (std::size_t i = 0; i < design.communication.further.size(); ++i) {
            const FurtherMessage& each = design.communication.further[i];
            const std::string bytes = each.messageBytes ? bytesText(each.messageBytes->value) : std::string();
            const std::string exchangeTitle = each.scope.empty()
                                                  ? std::string(titleOf(each.pattern))
                                                  : formatMessage("{} ({})", titleOf(each.pattern), each.scope);
            list.addText("further exchange", fmt::format("further/{}/message_bytes", i).c_str(),
                         bytes.empty() ? exchangeTitle : formatMessage("{}, {}", exchangeTitle, bytes));
        }
        break;
    case Slot::Consistency: list.addAllQuantities(design.consistency, "steps"); break;
    case Slot::Coordination:
        list.addAllQuantities(design.coordination);
        list.addText("on loss", "on_loss", design.coordination.onLoss);
        break;
    case Slot::FaultTolerance: list.addAllQuantities(design.faultTolerance); break;
    case Slot::LoadBalancing:
        list.addAllQuantities(design.loadBalancing);
        if (design.loadBalancing.jitterS || design.loadBalancing.jitterShare)
            list.addText("shape of the jitter", "jitter_shape",
                         design.loadBalancing.jitterShape == JitterShape::Normal ? "normal" : "exponential");
        break;
    }
    return list.takeParameters();
}

Project withCaseStudy(Project project, const CaseStudy& study)
{
    Design& design = project.design;
    const Design& studyDesign = study.design;
    for (const Slot slot : allSlots)
        slotOf(design, slot) = slotOf(studyDesign, slot);
    design.partitioning.unit = studyDesign.partitioning.unit;
    design.partitioning.replicated = studyDesign.partitioning.replicated;
    design.communication.pattern = studyDesign.communication.pattern;
    if (studyDesign.communication.neighbours)
        design.communication.neighbours = studyDesign.communication.neighbours;
    return project;
}

}  // namespace scalewright
