#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/regime.h"
#include "core/decision/cost/worth.h"
#include "core/model/bottleneck/axes.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/design_slots.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/prediction.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

/// Those of the pointers at which the project says something.
std::vector<std::string> setOnes(const Project& project, std::initializer_list<std::string> pointers)
{
    std::vector<std::string> set;
    for (const std::string& each : pointers)
        if (fieldValue(project, each))
            set.push_back(each);
    return set;
}

std::string firstSet(const Project& project, std::initializer_list<std::string> pointers)
{
    const std::vector<std::string> set = setOnes(project, pointers);
    return set.empty() ? std::string() : set.front();
}

std::vector<std::string> inputsOfModel(const Project& project)
{
    return setOnes(project,
                   {fieldOf(&Baseline::tCompS).pointer, fieldOf(&Target::alphaS).pointer,
                    fieldOf(&Communication::messageBytes).pointer, fieldOf(&Target::bandwidthBytesPerS).pointer,
                    fieldOf(&Target::alpha2S).pointer, fieldOf(&Target::bandwidth2BytesPerS).pointer});
}

std::vector<std::string> inputsOfMoney(const Project& project)
{
    return setOnes(
        project, {fieldOf(&Target::priceUsdPerHour).pointer, fieldOf(&Goal::hourValueUsd).pointer,
                  fieldOf(&Goal::deadlineS).pointer, fieldOf(&Goal::budgetUsd).pointer, fieldOf(&Plan::steps).pointer});
}

std::string ladderText(const Analysis& analysis)
{
    const LadderAnalysis* ladder = analysis.ladder.get();
    return ladder && ladder->measured
               ? ladderCaption(*ladder->measured, "the project's ladder", ladder->source.points.size())
               : std::string();
}

std::optional<Slide> ceilingSlide(const StoryQuestion& question)
{
    const FlowView& flow = question.analysis.flow;
    static const Result<AxisMenu> menu = readAxisMenu();
    if (!flow.diagnosis || !menu)
        return std::nullopt;
    const Result<std::vector<WrongAxis>> others = wrongAxes(flow.profile, *flow.diagnosis);
    const Result<AxisEffect> chosen = namedAxis(flow.profile, *flow.diagnosis);
    if (!others || !chosen)
        return std::nullopt;
    Slide slide{.kind = SlideKind::Ceiling,
                .claim = {},
                .answer = diagnosisAnswer({flow.profile, *flow.diagnosis, *menu, *chosen, *others}),
                .control = {},
                .inputs = {},
                .ladder = {}};
    const Project& project = question.project;
    const std::string step = say("/baseline/steps/{}/", flow.diagnosis->dominatingStep.value_or(0));
    slide.inputs =
        setOnes(project, {fieldOf(&Baseline::workingSetBytes).pointer, fieldOf(&Machine::memoryBytes).pointer,
                          fieldOf(&Machine::peakFlops).pointer, fieldOf(&Machine::memoryBandwidthBytesPerS).pointer,
                          step + "flops", step + "bytes_moved", step + "step_time_s", step + "io_time_s"});
    switch (flow.diagnosis->bottleneck) {
    case Bottleneck::MemoryCapacity: slide.control = firstSet(project, {fieldOf(&Machine::memoryBytes).pointer}); break;
    case Bottleneck::DataIo: slide.control = firstSet(project, {step + "io_time_s"}); break;
    case Bottleneck::Compute:
    case Bottleneck::MemoryBandwidth:
        slide.control = firstSet(project, {fieldOf(&Machine::memoryBandwidthBytesPerS).pointer});
        break;
    case Bottleneck::Latency:
    case Bottleneck::Coordination: break;
    }
    return slide;
}

std::optional<Slide> designSlide(const StoryQuestion& question)
{
    const Story story = storyOf(question);
    const StoryRow& row = story.row(StoryStep::Design);
    if (!row.told)
        return std::nullopt;
    Slide slide{.kind = SlideKind::Design,
                .claim = {},
                .answer = designSlotsAnswer({"PROJECT", question.project, question.catalogue, std::nullopt}),
                .control = {},
                .inputs = {},
                .ladder = {}};
    // What was chosen is the claim; how many slots that fills is said beside it.
    slide.answer.because = joined({row.because + ".", slide.answer.because}, " ");
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
        .claim = {},
        .answer = predictionAnswer({project, question.analysis, {1, 2, 4, 8, 16, 32, 64}, modelNotes(project)}),
        .control = firstSet(project, {fieldOf(&Target::alphaS).pointer, fieldOf(&Baseline::tCompS).pointer}),
        .inputs = inputsOfModel(project),
        .ladder = lastMeasuredP(question.analysis) ? ladderText(question.analysis) : std::string()};
}

std::optional<Slide> measurementSlide(const StoryQuestion& question)
{
    const LadderAnalysis* ladder = question.analysis.ladder.get();
    if (!ladder || !ladder->measured || !ladder->attribution || ladder->measured->rungs.size() < 2)
        return std::nullopt;
    const MeasuredLadder& measured = *ladder->measured;
    const LadderReading reading{
        .ladder = measured, .caption = ladderText(question.analysis), .warnings = measured.warnings};
    return Slide{.kind = SlideKind::Measurement,
                 .claim = {},
                 .answer = attributionAnswer({.why = *ladder->attribution, .reading = reading}),
                 .control = {},
                 .inputs = {},
                 .ladder = reading.caption};
}

std::optional<Slide> decisionSlide(const StoryQuestion& question, SlideDetail detail)
{
    const Project& project = question.project;
    const Analysis& analysis = question.analysis;
    const std::optional<PlanDecision>& plan = analysis.plan;
    const std::optional<CurveKind> curve = decidedOn(project, analysis);
    if (!curve || plan->by == PlanBy::Nothing || !project.target.priceUsdPerHour)
        return std::nullopt;
    const bool measured = *curve == CurveKind::Measured && analysis.runs();
    Slide slide{.kind = SlideKind::Decision,
                .claim = {},
                .answer = {},
                .control = fieldOf(&Goal::hourValueUsd).pointer,
                .inputs = inputsOfMoney(project),
                .ladder = measured ? ladderText(analysis) : std::string()};
    if (detail == SlideDetail::Claim) {
        slide.answer.headline = storyOf(question).headline;
        return slide;
    }
    std::optional<LadderReading> reading;
    if (measured)
        reading.emplace(LadderReading{.ladder = *analysis.ladder->measured,
                                      .caption = ladderText(analysis),
                                      .warnings = analysis.ladder->measured->warnings});
    const CostQuestion asked{.project = project,
                             .reading = reading,
                             .ladder = measured ? analysis.runs() : nullptr,
                             .name = project.title,
                             .priceUsdPerHour = project.target.priceUsdPerHour->value,
                             .priceFrom = "the project's",
                             .goalsFrom = {}};
    const Result<CostFindings> found = findCosts(asked, regimeTerms(project), analysis.pMax);
    if (!found || found->worth.choice.points.size() < 2)
        return std::nullopt;
    slide.answer = costAnswer(asked, *found, std::nullopt);
    // What to ask for is the claim; what it costs is the reason.
    slide.answer.because = joined({slide.answer.headline, slide.answer.because}, " ");
    slide.answer.headline = storyOf(question).headline;
    return slide;
}

std::optional<Slide> changeSlide(const StoryQuestion& question)
{
    std::optional<ChangeAnswer> change = changeAnswer(question, storyOf(question));
    if (!change)
        return std::nullopt;
    return Slide{.kind = SlideKind::Change,
                 .claim = {},
                 .answer = std::move(change->answer),
                 .control = std::move(change->control),
                 .inputs = change->byHour ? inputsOfMoney(question.project) : inputsOfModel(question.project),
                 .ladder = change->byHour && question.analysis.runs() ? ladderText(question.analysis) : std::string()};
}

std::optional<Slide> answeredSlide(SlideKind kind, const StoryQuestion& question, SlideDetail detail)
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

std::string_view slideName(SlideKind kind)
{
    return slideNames[static_cast<std::size_t>(kind)];
}

const char* slideTitle(SlideKind kind)
{
    constexpr std::array titles{"Ceiling", "Design", "Prediction", "Measurement", "Decision", "What would change it"};
    return titles[static_cast<std::size_t>(kind)];
}

std::optional<SlideKind> slideKind(std::string_view name)
{
    for (std::size_t i = 0; i < slideNames.size(); ++i)
        if (slideNames[i] == name)
            return static_cast<SlideKind>(i);
    return std::nullopt;
}

const char* pageOf(SlideKind kind)
{
    constexpr std::array pages{"diagnose", "design", "predict", "measure", "cost", "story"};
    return pages[static_cast<std::size_t>(kind)];
}

const char* partOf(SlideKind kind)
{
    return kind == SlideKind::Measurement ? "lost-folds" : "";
}

std::optional<Slide> slideOf(SlideKind kind, const StoryQuestion& question, SlideDetail detail)
{
    std::optional<Slide> slide = answeredSlide(kind, question, detail);
    if (!slide || slide->answer.headline.empty())
        return std::nullopt;
    slide->claim = slide->answer.headline;
    for (const SlideChoice& choice : slideChoices(question.project)) {
        if (choice.slide != slideName(kind))
            continue;
        if (!choice.claim.empty())
            slide->claim = choice.claim;
        if (!choice.control.empty())
            slide->control = choice.control;
    }
    return slide;
}

std::vector<Slide> slidesOf(const StoryQuestion& question)
{
    std::vector<Slide> slides;
    for (const SlideChoice& choice : allSlideChoices(question.project))
        if (!choice.off)
            if (std::optional<Slide> slide = slideOf(*slideKind(choice.slide), question))
                slides.push_back(std::move(*slide));
    return slides;
}

std::vector<SlotTitle> slotTitles(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<SlotTitle> titles;
    for (const Slot slot : allSlots) {
        const std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
        const SlotOption* option = choices.empty() ? nullptr : catalogue.menu(slot).find(choices.front().option);
        titles.push_back({catalogue.menu(slot).title, choices.empty() ? std::string()
                                                      : option        ? option->title
                                                                      : choices.front().option});
    }
    return titles;
}

std::string noSlidesText(const StoryQuestion& question)
{
    for (const SlideChoice& choice : slideChoices(question.project))
        if (choice.off && slideOf(*slideKind(choice.slide), question))
            return "Every slide that has an answer is switched off.";
    const Story story = storyOf(question);
    for (const StoryRow& row : story.rows)
        if (!row.told && !row.headline.empty())
            return row.headline;
    return "No answer has a chart yet.";
}

}  // namespace scalewright
