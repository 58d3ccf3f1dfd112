#include "core/design/slots/slots.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

constexpr std::array<const char*, 6> names{"partitioning", "communication",   "consistency",
                                           "coordination", "fault_tolerance", "load_balancing"};

// A slot's name stays a text until all members are read, so that a wrong one is reported with its pointer.
struct MenuText {
    std::string slot;
    SlotMenu menu;
};

}  // namespace

template <class Visitor>
void fields(Visitor& visit, Some<SlotOption> auto& option)
{
    visit.requiredText("id", option.id);
    visit.requiredText("title", option.title);
    visit.requiredText("how", option.how);
    visit.requiredText("does", option.does);
    visit.requiredText("chapters", option.chapters);
    visit.requiredText("source", option.source);
    visit.flag("in_figure", option.inFigure);
    visit.text("not_priced", option.notPriced);
}

namespace {

template <class Visitor>
void fields(Visitor& visit, Some<MenuText> auto& text)
{
    visit.requiredText("slot", text.slot);
    visit.requiredText("title", text.menu.title);
    visit.requiredText("question", text.menu.question);
    visit.requiredText("chapters", text.menu.chapters);
    visit.list("options", text.menu.options);
}

}  // namespace

template <class Visitor>
void fields(Visitor& visit, Some<CaseStudy> auto& study)
{
    visit.requiredText("id", study.id);
    visit.requiredText("title", study.title);
    visit.requiredText("chapter", study.chapter);
    visit.requiredText("note", study.note);
    visit.object("design", study.design);
}

namespace {

class Checker {
public:
    explicit Checker(std::vector<Problem>& problems) : m_problems(problems) {}

    void note(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    void note(const std::string& pointer, const Error& error)
    {
        for (const Problem& problem : error.problems)
            note(pointer, problem.message, problem.expected);
    }

    void menu(SlotMenu& menu, const std::string& pointer)
    {
        for (std::size_t i = 0; i < menu.options.size(); ++i) {
            SlotOption& option = menu.options[i];
            const std::string its = fmt::format("{}/options/{}", pointer, i);
            if (menu.find(option.id) != &option)
                note(its + "/id", say("{} stands there twice", inQuotes(option.id)), "each option once");
            if (menu.slot != Slot::Communication)
                continue;
            option.patterns = patternsCarryingOut(option.id);
            if (option.patterns.empty() == option.notPriced.empty())
                note(its,
                     option.patterns.empty()
                         ? say("{} is carried out by no pattern, and does not say why", inQuotes(option.id))
                         : say("{} is priced, and says why not", inQuotes(option.id)),
                     "\"not_priced\" where no pattern carries it out, and only there");
        }
        if (menu.slot != Slot::Communication)
            return;
        for (const Pattern pattern : allPatterns)
            if (!menu.find(traitsOf(pattern).option))
                note(pointer + "/options",
                     say("{} carries out {}, which is not there", std::string(patternName(pattern)),
                         inQuotes(traitsOf(pattern).option)),
                     "an option with that id");
    }

    void study(const DesignCatalogue& catalogue, const CaseStudy& study, const std::string& pointer)
    {
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(study.design, slot).choices;
            for (std::size_t i = 0; i < choices.size(); ++i)
                if (!catalogue.menu(slot).find(choices[i].option))
                    note(fmt::format("{}/design/{}/choices/{}/option", pointer, slotName(slot), i),
                         say("{} is on no menu of that slot", inQuotes(choices[i].option)), "one of its options' ids");
        }
    }

private:
    std::vector<Problem>& m_problems;
};

auto& pick(auto& design, Slot slot)
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

class Parameters {
public:
    explicit Parameters(Slot slot) : m_slot(slot) {}

    void text(std::string name, const char* key, std::string said)
    {
        if (!said.empty())
            m_list.push_back({std::move(name), std::move(said), pointer(key), std::nullopt});
    }

    void quantity(const MaybeQuantity& quantity, const FieldInfo& field, const std::string& unit = {})
    {
        if (quantity)
            m_list.push_back({field.name, joined({formatAmount(quantity->value, field.dimension).joined(), unit}, " "),
                              field.pointer, quantity->value});
    }

    template <class Section>
    void all(const Section& section, const std::string& unit = {})
    {
        for (const QuantityField<Section>& field : quantities<Section>)
            quantity(section.*field.member, field.info, unit);
    }

    void flag(std::string name, const char* key, bool set)
    {
        if (set)
            m_list.push_back({std::move(name), "yes", pointer(key), std::nullopt});
    }

    [[nodiscard]] std::vector<SlotParameter> take() { return std::move(m_list); }

private:
    [[nodiscard]] std::string pointer(const char* key) const
    {
        return fmt::format("/design/{}/{}", slotName(m_slot), key);
    }

    Slot m_slot;
    std::vector<SlotParameter> m_list;
};

}  // namespace

const char* slotName(Slot slot)
{
    return names[static_cast<std::size_t>(slot)];
}

Result<Slot> slotFromName(std::string_view name)
{
    std::string known;
    for (const Slot slot : allSlots) {
        if (name == slotName(slot))
            return slot;
        known += (known.empty() ? "" : ", ") + std::string(slotName(slot));
    }
    return fail(ErrorCode::Input, say("there is no slot {}", inQuotes(name)), say("one of {}", known));
}

const DesignSlot& slotOf(const Design& design, Slot slot)
{
    return pick(design, slot);
}

DesignSlot& slotOf(Design& design, Slot slot)
{
    return pick(design, slot);
}

const SlotOption* SlotMenu::find(std::string_view id) const
{
    const auto found =
        std::find_if(options.begin(), options.end(), [id](const SlotOption& each) { return each.id == id; });
    return found == options.end() ? nullptr : &*found;
}

const CaseStudy* DesignCatalogue::find(std::string_view id) const
{
    const auto found =
        std::find_if(caseStudies.begin(), caseStudies.end(), [id](const CaseStudy& each) { return each.id == id; });
    return found == caseStudies.end() ? nullptr : &*found;
}

Result<DesignCatalogue> parseDesignCatalogue(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    DesignCatalogue catalogue;
    Error error;
    std::vector<MenuText> menus;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-design");
    root.requiredText("source", catalogue.source);
    root.requiredText("date", catalogue.date);
    root.requiredText("not_given", catalogue.notGiven);
    root.list("menus", menus);
    root.list("case_studies", catalogue.caseStudies);
    Checker check(error.problems);

    std::array<int, 6> given{};
    for (std::size_t i = 0; i < menus.size(); ++i) {
        MenuText& menu = menus[i];
        const std::string pointer = fmt::format("/menus/{}", i);
        const Result<Slot> slot = slotFromName(menu.slot);
        if (!slot) {
            check.note(pointer + "/slot", slot.error());
            continue;
        }
        ++given[static_cast<std::size_t>(*slot)];
        menu.menu.slot = *slot;
        check.menu(menu.menu, pointer);
        catalogue.menus[static_cast<std::size_t>(*slot)] = std::move(menu.menu);
    }
    for (const Slot slot : allSlots)
        if (const int count = given[static_cast<std::size_t>(slot)]; count != 1)
            check.note("/menus", say("the slot {} stands there {} times", std::string(slotName(slot)), count),
                       "each exactly once");
    for (std::size_t i = 0; i < catalogue.caseStudies.size(); ++i)
        check.study(catalogue, catalogue.caseStudies[i], fmt::format("/case_studies/{}", i));
    if (!error.problems.empty())
        return fail(std::move(error));
    return catalogue;
}

Result<DesignCatalogue> loadDesignCatalogue()
{
    return parseResource("catalogue/design.json", parseDesignCatalogue);
}

bool chooses(const DesignSlot& slot, std::string_view option)
{
    return std::any_of(slot.choices.begin(), slot.choices.end(),
                       [option](const SlotChoice& each) { return each.option == option; });
}

std::string slotText(const DesignCatalogue& catalogue, const Design& design, Slot slot)
{
    std::vector<std::string> choices;
    for (const SlotChoice& choice : slotOf(design, slot).choices) {
        const SlotOption* option = catalogue.menu(slot).find(choice.option);
        const std::string title = option ? option->title : choice.option;
        std::string& each = choices.emplace_back(choices.empty() ? title : lowered(title));
        if (!choice.scope.empty())
            each += " (" + choice.scope + ")";
    }
    return choices.empty() ? "not filled" : joined(choices, " + ");
}

std::vector<SlotParameter> slotParameters(const Design& design, Slot slot)
{
    Parameters list(slot);
    switch (slot) {
    case Slot::Partitioning:
        list.text("unit", "unit", design.partitioning.unit);
        list.text("replicated", "replicated", design.partitioning.replicated);
        list.all(design.partitioning);
        if (design.partitioning.recomputation != Recomputation::None)
            list.text("recomputation", "recomputation",
                      design.partitioning.recomputation == Recomputation::Full ? "full" : "selective");
        list.flag("sequence parallel", "sequence_parallel", design.partitioning.sequenceParallel);
        break;
    case Slot::Communication:
        list.text("pattern", "pattern", titleOf(design.communication.pattern));
        list.all(design.communication);
        list.flag("linear scatter", "linear_scatter", design.communication.linearScatter);
        list.flag("one network card a node", "shared_network_card", design.communication.sharedNetworkCard);
        for (std::size_t i = 0; i < design.communication.further.size(); ++i) {
            const FurtherMessage& each = design.communication.further[i];
            const std::string bytes =
                each.messageBytes ? formatAmount(each.messageBytes->value, Dimension::Bytes).joined() : std::string();
            const std::string what = each.scope.empty() ? std::string(titleOf(each.pattern))
                                                        : say("{} ({})", titleOf(each.pattern), each.scope);
            list.text("further exchange", fmt::format("further/{}/message_bytes", i).c_str(),
                      bytes.empty() ? what : say("{}, {}", what, bytes));
        }
        break;
    case Slot::Consistency: list.all(design.consistency, "steps"); break;
    case Slot::Coordination:
        list.all(design.coordination);
        list.text("on loss", "on_loss", design.coordination.onLoss);
        break;
    case Slot::FaultTolerance: list.all(design.faultTolerance); break;
    case Slot::LoadBalancing:
        list.all(design.loadBalancing);
        if (design.loadBalancing.jitterS || design.loadBalancing.jitterShare)
            list.text("shape of the jitter", "jitter_shape",
                      design.loadBalancing.jitterShape == JitterShape::Normal ? "normal" : "exponential");
        break;
    }
    return list.take();
}

Project withCaseStudy(Project project, const CaseStudy& study)
{
    Design& mine = project.design;
    const Design& theirs = study.design;
    for (const Slot slot : allSlots)
        slotOf(mine, slot) = slotOf(theirs, slot);
    mine.partitioning.unit = theirs.partitioning.unit;
    mine.partitioning.replicated = theirs.partitioning.replicated;
    mine.communication.pattern = theirs.communication.pattern;
    if (theirs.communication.neighbours)
        mine.communication.neighbours = theirs.communication.neighbours;
    return project;
}

}  // namespace scalewright
