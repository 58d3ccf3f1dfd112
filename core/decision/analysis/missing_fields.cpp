#include "core/decision/analysis/missing_fields.h"

#include <algorithm>
#include <array>

#include "core/model/bottleneck/profile.h"
#include "core/model/step/halo.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

struct Source {
    const FieldInfo& field;
    Whence whence;
    double assumed = -1;             ///< below zero: nothing may be taken for it
    const char* because = nullptr;
};

// 10 us is what the catalogue's Ethernet links have, 0 is a step whose data lie in memory.
constexpr std::array sources{
    Source{fieldOf(&Baseline::workingSetBytes), Whence::Count},
    Source{fieldOf(&Machine::memoryBytes), Whence::Catalogue},
    Source{fieldOf(&WorkloadStep::stepTimeS), Whence::Measure},
    Source{fieldOf(&WorkloadStep::ioTimeS), Whence::Measure, 0, "as if its data lay in memory"},
    Source{fieldOf(&WorkloadStep::flops), Whence::Count},
    Source{fieldOf(&WorkloadStep::bytesMoved), Whence::Count},
    Source{fieldOf(&Machine::peakFlops), Whence::Catalogue},
    Source{fieldOf(&Machine::memoryBandwidthBytesPerS), Whence::Catalogue},
    Source{fieldOf(&Baseline::tCompS), Whence::Measure},
    Source{fieldOf(&Communication::messageBytes), Whence::Count},
    Source{fieldOf(&Target::alphaS), Whence::Catalogue, 1e-5, "an Ethernet's, until the link is chosen or timed"},
    Source{fieldOf(&Target::bandwidthBytesPerS), Whence::Catalogue},
    Source{fieldOf(&ModelShape::parameters), Whence::ModelCard},
    Source{fieldOf(&Target::memoryBytes), Whence::Catalogue},
    Source{fieldOf(&Target::powerW), Whence::Catalogue},
    Source{fieldOf(&Target::priceUsdPerHour), Whence::PriceList},
};

/// A prediction or a ladder that can be read.
bool hasCurve(const Analysis& analysis)
{
    return analysis.prediction || (analysis.ladder && analysis.ladder->measured);
}

void add(std::vector<MissingField>& missing, std::string pointer)
{
    const FieldInfo* field = findField(pointer);
    if (!field ||
        std::any_of(missing.begin(), missing.end(), [&](const MissingField& each) { return each.pointer == pointer; }))
        return;
    MissingField each{.pointer = std::move(pointer), .field = field};
    const auto source = std::find_if(sources.begin(), sources.end(), [&](const Source& known) {
        return &known.field == field || std::string_view(known.field.pointer) == field->pointer;
    });
    if (source != sources.end()) {
        each.whence = source->whence;
        if (source->assumed >= 0) {
            each.assumption = assumed(source->assumed);
            each.assumption->provenance.conditions = source->because;
        }
    }
    missing.push_back(std::move(each));
}

}  // namespace

std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing;
    if (analysis.flow.diagnosis)
        return missing;
    constexpr ProfileField asked[]{&Baseline::workingSetBytes, &Machine::memoryBytes,
                                   &WorkloadStep::stepTimeS,   &WorkloadStep::ioTimeS,
                                   &WorkloadStep::flops,       &WorkloadStep::bytesMoved,
                                   &Machine::peakFlops,        &Machine::memoryBandwidthBytesPerS};
    for (const ProfileField each : asked) {
        if (!each.ofStep()) {
            if (!fieldValue(project, each->pointer))
                add(missing, each->pointer);
            continue;
        }
        if (each == &WorkloadStep::stepTimeS && project.baseline.steps.empty() && project.baseline.tCompS)
            continue;  // the first step begins with it
        const std::size_t steps = std::max<std::size_t>(1, project.baseline.steps.size());
        for (std::size_t step = 0; step < steps; ++step)
            if (std::string pointer = pointerOf(analysis.flow.profile, each, step); !fieldValue(project, pointer)) {
                add(missing, std::move(pointer));
                break;  // the first step that lacks it leads there
            }
    }
    for (const Problem& problem : analysis.flow.diagnosis.error().problems)
        if (!fieldValue(project, problem.where.pointer))
            add(missing, problem.where.pointer);
    return missing;
}

std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing;
    if (analysis.model)
        return missing;
    const MaybeQuantity& message = project.design.communication.messageBytes;
    const bool carriesNothing = message && message->value == 0;
    for (const FieldInfo* field : {&fieldOf(&Baseline::tCompS), &fieldOf(&Communication::messageBytes),
                                   &fieldOf(&Target::bandwidthBytesPerS), &fieldOf(&Target::alphaS)})
        if (!fieldValue(project, field->pointer) && !(carriesNothing && field == &fieldOf(&Target::bandwidthBytesPerS)))
            add(missing, field->pointer);
    for (const Problem& problem : analysis.model.error().problems)
        if (!fieldValue(project, problem.where.pointer))
            add(missing, problem.where.pointer);
    return missing;
}

std::vector<MissingField> missingForDesign(const Design& design, const DesignCatalogue& catalogue)
{
    std::vector<MissingField> missing;
    for (const Slot slot : allSlots)
        if (slotOf(design, slot).choices.empty())
            missing.push_back({.pointer = std::string("/design/") + slotName(slot),
                               .name = catalogue.menu(slot).title,
                               .from = catalogue.menu(slot).question});
    return missing;
}

std::vector<MissingField> missingForSizing(const Project& project)
{
    std::vector<MissingField> missing;
    const std::optional<ModelShape>& model = project.baseline.model;
    const bool serves = project.baseline.serving && project.baseline.serving->throughputTargetPerS;
    // Neighbours that exchange edges train no model: there is nothing to size but what the plan says.
    if (!serves && !exchangesHalos(project.design) && !(model && (model->parameters || model->layers)))
        add(missing, fieldOf(&ModelShape::parameters).pointer);
    for (const FieldInfo* field : {&fieldOf(&Target::memoryBytes), &fieldOf(&Target::priceUsdPerHour)})
        if (!fieldValue(project, field->pointer) &&
            !(field == &fieldOf(&Target::memoryBytes) &&
              project.baseline.machine.memoryBytes))  // sizingNeedOf takes this machine's
            add(missing, field->pointer);
    return missing;
}

std::vector<MissingField> missingForAttribution(const Analysis& analysis)
{
    if (analysis.ladder)
        return {};
    return {{.pointer = "/measurements/ladders",
             .name = "a measured ladder",
             .from = "paste it, open its file, or type it"}};
}

std::vector<MissingField> missingForCost(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing =
        hasCurve(analysis) ? std::vector<MissingField>() : missingForPrediction(project, analysis);
    if (!project.target.priceUsdPerHour)
        add(missing, fieldOf(&Target::priceUsdPerHour).pointer);
    return missing;
}

std::vector<MissingField> missingForCarbon(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing =
        hasCurve(analysis) ? std::vector<MissingField>() : missingForPrediction(project, analysis);
    if (!project.target.powerW)
        add(missing, fieldOf(&Target::powerW).pointer);
    return missing;
}

}  // namespace scalewright
