// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/analysis/missing_fields.h"

#include <algorithm>
#include <array>

#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/step/compute_estimate.h"
#include "core/model/step/halo_exchange.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

struct FieldSource {
    const FieldInfo& field;
    MissingValueSource source;
    double assumedValue = -1;             ///< negative: no value may be assumed
    const char* assumptionReason = nullptr;
};

// 10 us is the latency of the catalogue's Ethernet links; 0 applies if the data for a step is in memory.
constexpr std::array fieldSources{
    FieldSource{fieldOf(&Baseline::workingSetBytes), MissingValueSource::Counting},
    FieldSource{fieldOf(&Machine::memoryBytes), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&WorkloadStep::stepTimeS), MissingValueSource::Measurement},
    FieldSource{fieldOf(&WorkloadStep::ioTimeS), MissingValueSource::Measurement, 0, "if its data are in memory"},
    FieldSource{fieldOf(&WorkloadStep::flops), MissingValueSource::Counting},
    FieldSource{fieldOf(&WorkloadStep::bytesMoved), MissingValueSource::Counting},
    FieldSource{fieldOf(&Machine::peakFlops), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&Machine::memoryBandwidthBytesPerS), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&Baseline::tCompS), MissingValueSource::Measurement},
    FieldSource{fieldOf(&Communication::messageBytes), MissingValueSource::Counting},
    FieldSource{fieldOf(&Target::alphaS), MissingValueSource::Catalogue, 1e-5,
                "typical of Ethernet, until the link is chosen or timed"},
    FieldSource{fieldOf(&Target::bandwidthBytesPerS), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&ModelShape::parameters), MissingValueSource::ModelCard},
    FieldSource{fieldOf(&Target::memoryBytes), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&Target::powerW), MissingValueSource::Catalogue},
    FieldSource{fieldOf(&Target::priceUsdPerHour), MissingValueSource::PriceList},
};

/// Whether there is a prediction or a readable ladder.
bool hasCurve(const Analysis& analysis)
{
    return analysis.prediction || (analysis.ladder && analysis.ladder->measured);
}

void addMissing(std::vector<MissingField>& missing, std::string pointer)
{
    const FieldInfo* field = findField(pointer);
    if (!field || contains(missing, pointer, &MissingField::jsonPointer))
        return;
    MissingField each{.jsonPointer = std::move(pointer), .field = field};
    const auto fieldSource = std::ranges::find_if(fieldSources, [&](const FieldSource& candidate) {
        return &candidate.field == field || std::string_view(candidate.field.jsonPointer) == field->jsonPointer;
    });
    if (fieldSource != fieldSources.end()) {
        each.source = fieldSource->source;
        if (fieldSource->assumedValue >= 0) {
            each.assumption = assumed(fieldSource->assumedValue);
            each.assumption->provenance.conditions = fieldSource->assumptionReason;
        }
    }
    missing.push_back(std::move(each));
}

}  // namespace

std::vector<MissingField> missingForVerdict(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing;
    if (analysis.diagnosisFlow.diagnosis)
        return missing;
    constexpr ProfileField requiredFields[]{&Baseline::workingSetBytes, &Machine::memoryBytes,
                                            &WorkloadStep::stepTimeS,   &WorkloadStep::ioTimeS,
                                            &WorkloadStep::flops,       &WorkloadStep::bytesMoved,
                                            &Machine::peakFlops,        &Machine::memoryBandwidthBytesPerS};
    for (const ProfileField each : requiredFields) {
        if (!each.isPerStep()) {
            if (!fieldValue(project, each->jsonPointer))
                addMissing(missing, each->jsonPointer);
            continue;
        }
        if (each == &WorkloadStep::stepTimeS && project.baseline.steps.empty() && project.baseline.tCompS)
            continue;  // the time of the first step is initialised with T_comp
        const std::size_t steps = std::max<std::size_t>(1, project.baseline.steps.size());
        for (std::size_t step = 0; step < steps; ++step)
            if (std::string pointer = jsonPointerOf(analysis.diagnosisFlow.profile, each, step);
                !fieldValue(project, pointer)) {
                addMissing(missing, std::move(pointer));
                break;  // point to the first step that lacks it
            }
    }
    for (const Problem& problem : analysis.diagnosisFlow.diagnosis.error().problems)
        if (!fieldValue(project, problem.location.jsonPointer))
            addMissing(missing, problem.location.jsonPointer);
    return missing;
}

std::string neededFieldsText(const std::vector<MissingField>& missing, std::size_t mostNames)
{
    std::vector<std::string> names;
    for (const MissingField& each : missing)
        if (names.size() < mostNames)
            names.push_back(each.field ? each.field->name : each.name);
    return names.empty() ? std::string() : formatMessage("Needs: {}.", joinNonEmpty(names, ", "));
}

std::vector<MissingField> missingForPrediction(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing;
    if (analysis.model)
        return missing;
    if (const std::optional<Serving>& serving = project.baseline.serving;
        serving && (serving->throughputTargetPerS || serving->throughputPerS)) {
        for (const FieldInfo* field : {&fieldOf(&Serving::throughputPerS), &fieldOf(&Serving::throughputTargetPerS)})
            if (!fieldValue(project, field->jsonPointer))
                addMissing(missing, field->jsonPointer);
        return missing;
    }
    const MaybeQuantity& message = project.design.communication.messageBytes;
    const bool hasEmptyMessage = message && message->value == 0;
    for (const FieldInfo* field : {&fieldOf(&Baseline::tCompS), &fieldOf(&Communication::messageBytes),
                                   &fieldOf(&Target::bandwidthBytesPerS), &fieldOf(&Target::alphaS)})
        if (!fieldValue(project, field->jsonPointer) &&
            !(hasEmptyMessage && field == &fieldOf(&Target::bandwidthBytesPerS)))
            addMissing(missing, field->jsonPointer);
    for (const Problem& problem : analysis.model.error().problems)
        if (!fieldValue(project, problem.location.jsonPointer))
            addMissing(missing, problem.location.jsonPointer);
    for (MissingField& each : missing)
        if (each.jsonPointer == fieldOf(&Baseline::tCompS).jsonPointer)
            if (Result<Quantity> estimate = estimateComputeTime(project))
                each.assumption = *std::move(estimate);
    return missing;
}

std::vector<MissingField> missingForDesign(const Design& design, const DesignCatalogue& catalogue)
{
    std::vector<MissingField> missing;
    for (const Slot slot : allSlots)
        if (slotOf(design, slot).choices.empty())
            missing.push_back({.jsonPointer = std::string("/design/") + nameOf(slot),
                               .name = catalogue.menu(slot).title,
                               .howToGet = catalogue.menu(slot).question});
    return missing;
}

std::vector<MissingField> missingForSizing(const Project& project)
{
    std::vector<MissingField> missing;
    const std::optional<ModelShape>& model = project.baseline.model;
    const bool serves = project.baseline.serving && project.baseline.serving->throughputTargetPerS;
    // Without a model, as for an exchange of halos or a table of that size, only the plan determines the size.
    if (!serves && !exchangesHalos(project.design) && !project.baseline.workingSetBytes &&
        !(model && (model->parameters || model->layers)))
        addMissing(missing, fieldOf(&ModelShape::parameters).jsonPointer);
    for (const FieldInfo* field : {&fieldOf(&Target::memoryBytes), &fieldOf(&Target::priceUsdPerHour)})
        if (!fieldValue(project, field->jsonPointer) &&
            !(field == &fieldOf(&Target::memoryBytes) &&
              project.baseline.machine.memoryBytes))  // sizingNeedOf falls back to this machine's memory
            addMissing(missing, field->jsonPointer);
    return missing;
}

std::vector<MissingField> missingForAttribution(const Analysis& analysis)
{
    if (analysis.ladder)
        return {};
    return {{.jsonPointer = "/measurements/ladders",
             .name = "a measured ladder",
             .howToGet = "paste it, open its file, or type it"}};
}

std::vector<MissingField> missingForCost(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing =
        hasCurve(analysis) ? std::vector<MissingField>() : missingForPrediction(project, analysis);
    if (!project.target.priceUsdPerHour)
        addMissing(missing, fieldOf(&Target::priceUsdPerHour).jsonPointer);
    return missing;
}

std::vector<MissingField> missingForCarbon(const Project& project, const Analysis& analysis)
{
    std::vector<MissingField> missing =
        hasCurve(analysis) ? std::vector<MissingField>() : missingForPrediction(project, analysis);
    if (!project.target.powerW)
        addMissing(missing, fieldOf(&Target::powerW).jsonPointer);
    return missing;
}

}  // namespace scalewright
