// SPDX-License-Identifier: GPL-3.0-or-later
// A diagnosis with its JSON form.
#include "core/base/error/try.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright {

namespace {

Json::Object flipFields(const FlipPoint& flip)
{
    return objectOf({{"field", flip.field.key()},
                     {"side", nameOf(flip.side)},
                     {"value", flip.value},
                     {"becomes", flip.newBottleneck ? std::optional(nameOf(*flip.newBottleneck)) : std::nullopt,
                      "the flow then needs figures that are not given"},
                     {"text", flip.text}});
}

Json::Object inequalityFields(const TestResult& test)
{
    const bool hasBook = test.bookRightSideS && test.bookAnswer;
    return objectOf({{"test", nameOf(test.test)},
                     {"answer", nameOf(test.answer)},
                     {"left", test.left, test.reason},
                     {"right", test.right, test.reason},
                     {"margin", test.margin, test.reason},
                     {"margin_interval", test.marginInterval && test.margin
                                             ? std::optional(intervalFields(*test.margin, *test.marginInterval))
                                             : std::nullopt},
                     {"certain", test.isCertain},
                     {"unit", test.unit},
                     {"left_name", test.leftName},
                     {"right_name", test.rightName},
                     {"inequality", test.inequality},
                     {"remark", ifAny(test.reason)},
                     {"book_right", hasBook ? test.bookRightSideS : std::nullopt},
                     {"book_answer", hasBook ? std::optional(nameOf(*test.bookAnswer)) : std::nullopt},
                     {"flips", listOf(test.flips, flipFields)},
                     {"flips_reason", ifAny(test.noFlipReason)}});
}

Json::Object rooflineFields(const RooflinePoint& step)
{
    return objectOf(
        {{"name", step.name},
         {"time_share", step.timeShare, "a step has no step_time_s"},
         {"intensity", step.intensity, step.reason},
         {"achieved_flops", step.achievedFlops, "flops or step_time_s is not given"},
         {"attainable_flops", step.attainableFlops, "the ceilings or the step's flops and bytes_moved are not given"},
         {"achieved_bytes_per_s", step.achievedBytesPerS, "bytes_moved or step_time_s is not given"},
         {"of_roof", step.roofShare, "the step's time without reading, or its roof, is unknown"},
         {"bottleneck", step.bottleneck ? std::optional(nameOf(*step.bottleneck)) : std::nullopt,
          "not enough figures of this step are given"}});
}

Json::Object workerImplicationFields(const WorkerImplication& workers)
{
    return objectOf(
        {{"t_comp_s", workers.tCompS},
         {"round_s", workers.exchangeRoundS},
         {"comm_to_compute_at_2", workers.commToComputeAt2},
         {"speedup_at_2", workers.speedupAt2},
         {"speedup_limit", workers.speedupLimit, "the round costs nothing"},
         {"ring_p_star", workers.ringPStar},
         {"ring_p_star_at_limit", workers.isRingAtSearchLimit},
         {"predicted_p_star", workers.predictedPStar},
         {"predicted_p_star_at_limit", when(workers.predictedPStar.has_value(), workers.isPredictedAtSearchLimit)},
         {"ring_speedup", workers.ringSpeedup},
         {"sentence", workers.sentence}});
}

Json::Object axisEffectFields(const AxisEffect& effect)
{
    return objectOf({{"axis", nameOf(effect.axis)},
                     {"devices", effect.devices},
                     {"runs", effect.canRun},
                     {"fewest_devices", effect.fewestDevices},
                     {"footprint_bytes", effect.footprintBytes, effect.reason},
                     {"fits", effect.fits ? Json(*effect.fits) : Json()},
                     {"time_factor", effect.timeFactor, effect.reason},
                     {"cost_factor", effect.costFactor, effect.reason},
                     {"bound", effect.bound == Bound::Exact ? "exact" : "at-least"},
                     {"sentence", effect.sentence}});
}

}  // namespace

Json::Object diagnosisFields(const DiagnosisQuestion& question)
{
    const Diagnosis& d = question.diagnosis;
    const AxisRow& row = question.menu.row(d.axis);
    const AxisLeaf& leaf = question.menu.leaf(d.bottleneck);
    return objectOf(
        {{"bottleneck", nameOf(d.bottleneck)},
         {"axis", nameOf(d.axis)},
         {"because", d.explanation},
         {"certain", isCertain(d)},
         {"tune_first", shouldTuneFirst(d)},
         {"of_roof", shareOfRoof(d), "a step's time or its roof is unknown"},
         {"axis_buys_nothing", ifAny(d.noSpeedupNote)},
         {"intensity", d.intensity, d.intensityReason},
         {"ridge", d.ridge, d.ridgeReason},
         {"path", listOf(d.path, inequalityFields)},
         {"next", listOf(d.nextBottlenecks,
                         [](const NextBottleneck& each) {
                             return objectOf({{"bottleneck", nameOf(each.bottleneck)},
                                              {"share", each.relativeRatio},
                                              {"ratio", each.ratio},
                                              {"test", nameOf(each.test)}});
                         })},
         {"steps", listOf(d.steps, rooflineFields)},
         {"dominating_step", d.dominatingStep ? std::optional(d.steps[*d.dominatingStep].name) : std::nullopt},
         {"workers", d.workerImplication ? std::optional(workerImplicationFields(*d.workerImplication)) : std::nullopt},
         {"table_row", objectOf({{"symptom", row.symptom},
                                 {"remedy", leaf.remedy},
                                 {"book", row.bookSection},
                                 {"tools", toolsForAxis(row, question.profile)},
                                 {"remark", leaf.remark}})},
         {"named_axis", axisEffectFields(question.chosenAxis)},
         {"wrong_axes", listOf(question.otherAxes, axisEffectFields)},
         {"warnings", d.warnings}});
}

Result<Answered> answerDiagnosis(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    TRY(const std::vector<WrongAxis> otherAxes, wrongAxisEffects(profile, diagnosis, options));
    TRY(const AxisEffect chosenAxis, recommendedAxisEffect(profile, diagnosis, options));
    TRY(const AxisMenu menu, readAxisMenu());
    const DiagnosisQuestion question{profile, diagnosis, menu, chosenAxis, otherAxes};
    return Answered{.answer = diagnosisAnswer(question), .json = diagnosisFields(question)};
}

}  // namespace scalewright
