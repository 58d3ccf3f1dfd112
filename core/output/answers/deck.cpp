// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/deck.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/regime.h"
#include "core/decision/cost/time_cost.h"
#include "core/model/bottleneck/axes.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/design_slots.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/story.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

/// Those of the pointers whose fields are set in the project.
std::vector<std::string> setFieldPointers(const Project& project, std::initializer_list<std::string> pointers)
{
    std::vector<std::string> set;
    for (const std::string& each : pointers)
        if (fieldValue(project, each))
            set.push_back(each);
    return set;
}

std::string firstSetFieldPointer(const Project& project, std::initializer_list<std::string> pointers)
{
    const std::vector<std::string> set = setFieldPointers(project, pointers);
    return set.empty() ? std::string() : set.front();
}

std::vector<std::string> modelInputPointers(const Project& project)
{
    return setFieldPointers(
        project, {fieldOf(&Baseline::tCompS).jsonPointer, fieldOf(&Target::alphaS).jsonPointer,
                  fieldOf(&Communication::messageBytes).jsonPointer, fieldOf(&Target::bandwidthBytesPerS).jsonPointer,
                  fieldOf(&Target::alpha2S).jsonPointer, fieldOf(&Target::bandwidth2BytesPerS).jsonPointer});
}

std::vector<std::string> costInputPointers(const Project& project)
{
    return setFieldPointers(project, {fieldOf(&Target::priceUsdPerHour).jsonPointer,
                                      fieldOf(&Goal::hourValueUsd).jsonPointer, fieldOf(&Goal::deadlineS).jsonPointer,
                                      fieldOf(&Goal::budgetUsd).jsonPointer, fieldOf(&Plan::steps).jsonPointer});
}

std::string projectLadderCaption(const Analysis& analysis)
{
    const LadderAnalysis* ladder = analysis.ladder.get();
    return ladder && ladder->measured
               ? ladderCaption(*ladder->measured, "the project's ladder", ladder->source.points.size())
               : std::string();
}

std::optional<Slide> ceilingSlide(const StoryQuestion& question)
{
    const FlowProgress& flow = question.analysis.diagnosisFlow;
    static const Result<AxisMenu> menu = readAxisMenu();
    if (!flow.diagnosis || !menu)
        return std::nullopt;
    const Result<std::vector<WrongAxis>> otherAxes = wrongAxisEffects(flow.profile, *flow.diagnosis);
    const Result<AxisEffect> chosen = recommendedAxisEffect(flow.profile, *flow.diagnosis);
    if (!otherAxes || !chosen)
        return std::nullopt;
    Slide slide{.kind = SlideKind::Ceiling,
                .answer = diagnosisAnswer({flow.profile, *flow.diagnosis, *menu, *chosen, *otherAxes})};
    const Project& project = question.project;
    const std::string step = formatMessage("/baseline/steps/{}/", flow.diagnosis->dominatingStep.value_or(0));
    slide.inputPointers = setFieldPointers(
        project, {fieldOf(&Baseline::workingSetBytes).jsonPointer, fieldOf(&Machine::memoryBytes).jsonPointer,
                  fieldOf(&Machine::peakFlops).jsonPointer, fieldOf(&Machine::memoryBandwidthBytesPerS).jsonPointer,
                  step + "flops", step + "bytes_moved", step + "step_time_s", step + "io_time_s"});
    switch (flow.diagnosis->bottleneck) {
    case Bottleneck::MemoryCapacity:
        slide.controlPointer = firstSetFieldPointer(project, {fieldOf(&Machine::memoryBytes).jsonPointer});
        break;
    case Bottleneck::DataIo: slide.controlPointer = firstSetFieldPointer(project, {step + "io_time_s"}); break;
    case Bottleneck::Compute:
    case Bottleneck::MemoryBandwidth:
        slide.controlPointer = firstSetFieldPointer(project, {fieldOf(&Machine::memoryBandwidthBytesPerS).jsonPointer});
        break;
    case Bottleneck::Latency:
    case Bottleneck::Coordination: break;
    }
    return slide;
}

std::optional<Slide> designSlide(const StoryQuestion& question)
{
    const Story story = makeStory(question);
    const StoryRow& row = story.row(StoryStep::Design);
    if (!row.isKnown)
        return std::nullopt;
    Slide slide{.kind = SlideKind::Design,
                .answer = designSlotsAnswer({"PROJECT", question.project, question.catalogue, std::nullopt})};
    // The claim states the choices; the number of filled slots goes into the reason.
    slide.answer.because = joinNonEmpty({asSentence(row.because), slide.answer.because}, " ");
    slide.answer.headline = row.headline;
    return slide;
}

std::optional<Slide> predictionSlide(const StoryQuestion& question)
{
    const Project& project = question.project;
    if (!question.analysis.prediction)
        return std::nullopt;
    return Slide{
        .kind = SlideKind::Prediction,
        .answer = predictionAnswer({project, question.analysis, {1, 2, 4, 8, 16, 32, 64}, modelNotes(project)}),
        .controlPointer = firstSetFieldPointer(
            project, {fieldOf(&Target::alphaS).jsonPointer, fieldOf(&Baseline::tCompS).jsonPointer}),
        .inputPointers = modelInputPointers(project),
        .ladderCaption = lastMeasuredP(question.analysis) ? projectLadderCaption(question.analysis) : std::string()};
}

std::optional<Slide> measurementSlide(const StoryQuestion& question)
{
    const LadderAnalysis* ladder = question.analysis.ladder.get();
    if (!ladder || !ladder->measured || !ladder->attribution || ladder->measured->rungs.size() < 2)
        return std::nullopt;
    const MeasuredLadder& measured = *ladder->measured;
    const LadderReading reading{
        .ladder = measured, .caption = projectLadderCaption(question.analysis), .warnings = measured.warnings};
    return Slide{.kind = SlideKind::Measurement,
                 .answer = attributionAnswer({.attribution = *ladder->attribution, .reading = reading}),
                 .ladderCaption = reading.caption};
}

std::optional<Slide> decisionSlide(const StoryQuestion& question, SlideDetail detail)
{
    const Project& project = question.project;
    const Analysis& analysis = question.analysis;
    const std::optional<PlanDecision>& plan = analysis.plan;
    const std::optional<CurveKind> curve = shownCurveKind(project, analysis);
    if (!curve || analysis.claim.served || plan->rule == PlanRule::NoRule || !project.target.priceUsdPerHour)
        return std::nullopt;
    const bool measured = *curve == CurveKind::Measured && analysis.ladderOfRuns();
    Slide slide{.kind = SlideKind::Decision,
                .controlPointer = fieldOf(&Goal::hourValueUsd).jsonPointer,
                .inputPointers = costInputPointers(project),
                .ladderCaption = measured ? projectLadderCaption(analysis) : std::string()};
    if (detail == SlideDetail::ClaimOnly) {
        slide.answer.headline = makeStory(question).headline;
        return slide;
    }
    std::optional<LadderReading> reading;
    if (measured)
        reading.emplace(LadderReading{.ladder = *analysis.ladder->measured,
                                      .caption = projectLadderCaption(analysis),
                                      .warnings = analysis.ladder->measured->warnings});
    const CostQuestion costQuestion{.project = project,
                                    .reading = reading,
                                    .ladder = measured ? analysis.ladderOfRuns() : nullptr,
                                    .name = project.title,
                                    .priceUsdPerHour = project.target.priceUsdPerHour->value,
                                    .priceSource = "the project's"};
    const Result<CostFindings> findings = computeCosts(costQuestion, regimeTerms(project), analysis.pMax);
    if (!findings || findings->costAnalysis.tradeOff.points.size() < 2)
        return std::nullopt;
    slide.answer = costAnswer(costQuestion, *findings, std::nullopt);
    // The claim states what to ask for; the cost is the reason.
    slide.answer.because = joinNonEmpty({slide.answer.headline, slide.answer.because}, " ");
    slide.answer.headline = makeStory(question).headline;
    return slide;
}

std::optional<Slide> changeSlide(const StoryQuestion& question)
{
    std::optional<ChangeAnswer> change = changeAnswer(question, makeStory(question));
    if (!change)
        return std::nullopt;
    return Slide{.kind = SlideKind::Change,
                 .answer = std::move(change->answer),
                 .controlPointer = std::move(change->controlPointer),
                 .inputPointers =
                     change->isByHourValue ? costInputPointers(question.project) : modelInputPointers(question.project),
                 .ladderCaption = change->isByHourValue && question.analysis.ladderOfRuns()
                                      ? projectLadderCaption(question.analysis)
                                      : std::string()};
}

std::optional<Slide> makeAnsweredSlide(SlideKind kind, const StoryQuestion& question, SlideDetail detail)
{
    switch (kind) {
    case SlideKind::Ceiling: return ceilingSlide(question);
    case SlideKind::Design: return designSlide(question);
    case SlideKind::Prediction: return predictionSlide(question);
    case SlideKind::Measurement: return measurementSlide(question);
    case SlideKind::Decision: return decisionSlide(question, detail);
    case SlideKind::Change: break;
    }
    return changeSlide(question);
}

}  // namespace

const char* slidePageId(SlideKind kind)
{
    constexpr std::array pages{"diagnose", "design", "predict", "measure", "cost", "story"};
    return pages[static_cast<std::size_t>(kind)];
}

const char* slidePagePart(SlideKind kind)
{
    return kind == SlideKind::Measurement ? "lost-folds" : "";
}

std::optional<Slide> makeSlide(SlideKind kind, const StoryQuestion& question, SlideDetail detail)
{
    std::optional<Slide> slide = makeAnsweredSlide(kind, question, detail);
    if (!slide || slide->answer.headline.empty())
        return std::nullopt;
    slide->claim = slide->answer.headline;
    for (const SlideChoice& choice : slideChoices(question.project)) {
        if (choice.slide != nameOf(kind))
            continue;
        if (!choice.claim.empty())
            slide->claim = choice.claim;
        if (!choice.controlPointer.empty())
            slide->controlPointer = choice.controlPointer;
    }
    return slide;
}

std::vector<Slide> makeSlides(const StoryQuestion& question)
{
    std::vector<Slide> slides;
    for (const SlideChoice& choice : allSlideChoices(question.project))
        if (!choice.isHidden)
            if (std::optional<Slide> slide = makeSlide(*valueNamed<SlideKind>(choice.slide), question))
                slides.push_back(std::move(*slide));
    return slides;
}

Lecture storyLecture(const StoryQuestion& question)
{
    Lecture lecture{question.project.title, {}};
    for (const Slide& slide : makeSlides(question)) {
        LectureKey key;
        key.title = titleOf(slide.kind);
        key.slideName = nameOf(slide.kind);
        key.project = question.project;
        lecture.keys.push_back(std::move(key));
    }
    return lecture;
}

std::vector<SlotTitle> slotTitles(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<SlotTitle> titles;
    for (const Slot slot : allSlots) {
        std::vector<std::string> choices;
        for (const SlotChoice& choice : slotOf(project.design, slot).choices) {
            const SlotOption* option = catalogue.menu(slot).find(choice.option);
            std::string title = option ? option->title : choice.option;
            if (!contains(choices, title))
                choices.push_back(std::move(title));
        }
        titles.push_back({catalogue.menu(slot).title, joinNonEmpty(choices, ", ")});
    }
    return titles;
}

std::string noSlidesReason(const StoryQuestion& question)
{
    for (const SlideChoice& choice : slideChoices(question.project))
        if (choice.isHidden && makeSlide(*valueNamed<SlideKind>(choice.slide), question))
            return "Every slide that has an answer is switched off.";
    const Story story = makeStory(question);
    for (const StoryRow& row : story.rows)
        if (!row.isKnown && !row.headline.empty())
            return row.headline;
    return "No answer has a chart yet.";
}

}  // namespace scalewright
