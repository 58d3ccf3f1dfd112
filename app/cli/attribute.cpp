// attribute LADDER: where every lost fold of a measured speedup went, and whose it is (book 41.7).
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/attribution/attribution.h"
#include "core/decision/remedies/remedies.h"
#include "core/output/answers/attribution.h"
#include "core/output/tables/table.h"

namespace scalewright::cli {

namespace {

struct AttributeOptions {
    LadderOptions ladder;
    std::vector<std::string> whatIf;
    bool csv = false, remedies = false;
    Text pMax;
};

/// One cause answered, all else equal.
struct WhatIf {
    Cause cause = Cause::CommunicationWall;
    MeasuredLadder ladder;
    std::string effect;
};

constexpr const char* totalsOnly = "only total times were measured";
constexpr const char* ioInside = "input and output were not measured apart from waiting";

/// The rows under the caption that says what they are of.
Table tableOf(const LadderInput& input, const Attribution& why)
{
    Table table = lostFoldsTable(input.measured, why);
    table.caption = ladderCaption(input);
    return table;
}

Json rowsJson(const MeasuredLadder& ladder, const Attribution& why)
{
    Json::Array rows;
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        const LostFolds& lost = why.rows[i];
        const auto part = [&](bool known, double value) { return known ? std::optional(value) : std::nullopt; };
        Json::Object row{{"p", Json(rung.p)}, {"lost_folds", Json(lost.total)}};
        const char* untold = lost.partsKnown ? "no run gives this part of its time" : totalsOnly;
        setOrReason(row, "communication", part(lost.communicationTold, lost.communication), untold);
        setOrReason(row, "waiting", part(lost.waitingTold, lost.waiting), untold);
        setOrReason(row, "serial", part(lost.serialTold, lost.serial), untold);
        setOrReason(row, "io", part(lost.partsKnown && ladder.ioApart, lost.io),
                    lost.partsKnown ? ioInside : totalsOnly);
        row.emplace_back("unattributed", Json(lost.unattributed));
        if (lost.intervals) {
            const LostFolds::Intervals& ends = *lost.intervals;
            row.emplace_back("communication_interval", intervalJson(lost.communication, ends.communication));
            row.emplace_back("waiting_interval", intervalJson(lost.waiting, ends.waiting));
            row.emplace_back("serial_interval", intervalJson(lost.serial, ends.serial));
            if (ladder.ioApart)
                row.emplace_back("io_interval", intervalJson(lost.io, ends.io));
        }
        row.emplace_back("t", Json(rung.timeS));
        if (rung.timeInterval)
            row.emplace_back("t_interval", intervalJson(rung.timeS, *rung.timeInterval));
        row.emplace_back("repeats", Json(rung.repeats));
        addRunsJson(row, rung);
        row.emplace_back("speedup", Json(rung.speedup));
        if (rung.speedupInterval)
            row.emplace_back("speedup_interval", intervalJson(rung.speedup, *rung.speedupInterval));
        row.emplace_back("efficiency", Json(rung.efficiency));
        setOrReason(row, "karp_flatt", rung.karpFlatt,
                    rung.p == ladder.baseP              ? "it has no value at the base"
                    : ladder.scaling == Scaling::Strong ? "it needs the time at p = 1"
                                                        : "it is defined for strong scaling");
        if (rung.parts) {
            row.emplace_back("parts", Json(Json::Object{{"comp", Json(rung.parts->compS)},
                                                        {"comm", Json(rung.parts->commS)},
                                                        {"idle", Json(rung.parts->idleS)},
                                                        {"io", Json(rung.parts->ioS)},
                                                        {"rest", Json(rung.parts->restS)}}));
            setOrReason(row, "comm_share", part(rung.commTold, rung.parts->commS / rung.timeS), untold);
            setOrReason(row, "idle_share", part(rung.idleTold, rung.parts->idleS / rung.timeS), untold);
        }
        if (rung.quality)
            row.emplace_back("quality", Json(*rung.quality));
        if (ladder.qualityTarget)
            row.emplace_back("reaches_target", rung.quality ? Json(rung.reachesTarget) : Json());
        addBesideJson(row, rung);
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

Json whatIfsJson(const std::vector<WhatIf>& whatIfs)
{
    Json::Array json;
    for (const WhatIf& each : whatIfs) {
        const Attribution why = attribute(each.ladder);
        json.emplace_back(Json::Object{{"cause", Json(causeName(each.cause))},
                                       {"assumption", Json(remedyAssumption(each.cause))},
                                       {"knee_p", Json(each.ladder.kneeP)},
                                       {"fastest_p", Json(each.ladder.fastestP)},
                                       {"effect", Json(each.effect)},
                                       {"rows", rowsJson(each.ladder, why)}});
    }
    return Json(std::move(json));
}

Json::Object toJson(const LadderInput& input, const Attribution& why, const std::vector<WhatIf>& whatIfs)
{
    const MeasuredLadder& ladder = input.measured;
    Json::Object json;
    setOrReason(json, "knee_p", ladder.rungs.size() > 1 ? std::optional(ladder.kneeP) : std::nullopt, ladder.kneeNote);
    json.emplace_back("owner", Json(causeName(why.owner)));
    json.emplace_back("owner_decided", Json(why.decided));
    json.emplace_back("owner_evidence", Json(evidenceName(why.evidence)));
    Json::Array contenders;
    for (const Cause cause : why.contenders)
        contenders.emplace_back(causeName(cause));
    json.emplace_back("contenders", Json(std::move(contenders)));
    addRecordJson(json, why.record, why.calibration,
                  why.inferred ? totalsOnly
                  : why.evidence == FoldEvidence::Repeats
                      ? "no owner was sought among the parts, so no statistics speak"
                      : "no runs are repeated with their parts, so no statistics speak");
    json.emplace_back("rows", rowsJson(ladder, why));
    if (!ladder.kneeNote.empty())
        json.emplace_back("knee_note", Json(ladder.kneeNote));
    json.emplace_back("fastest_p", Json(ladder.fastestP));
    if (!ladder.fastestDoubt.empty())
        json.emplace_back("fastest_doubt", Json(ladder.fastestDoubt));
    if (!ladder.kneeDoubt.empty())
        json.emplace_back("knee_doubt", Json(ladder.kneeDoubt));
    if (const std::optional<LadderInput> other = opposite(input)) {
        const Attribution fixed = attribute(other->measured);
        json.emplace_back("if_fixed", Json(Json::Object{{"knee_p", Json(other->measured.kneeP)},
                                                        {"fastest_p", Json(other->measured.fastestP)},
                                                        {"owner", Json(causeName(fixed.owner))},
                                                        {"sentence", Json(fixed.sentence)},
                                                        {"remedy", Json(fixed.remedy)}}));
    }
    json.emplace_back("at_p", Json(why.atP));
    json.emplace_back("inferred", Json(why.inferred));
    json.emplace_back("confidence", Json(why.confidence));
    json.emplace_back("remedy", Json(why.remedy));
    json.emplace_back("sentence", Json(why.sentence));
    if (!why.beyond.empty())
        json.emplace_back("beyond", Json(why.beyond));
    addLadderJson(json, input);
    if (!whatIfs.empty())
        json.emplace_back("what_if", whatIfsJson(whatIfs));
    return json;
}

/// What the design would become, and what that predicts.
struct Offer {
    DesignRemedy remedy;
    std::optional<Forecast> then;
};

struct Offers {
    std::vector<Offer> all;
    std::vector<MissingInput> missing;  ///< of the design as it stands
};

Offers offersOf(const Project& project, const LadderInput& input, int pMax)
{
    Project shown = project;
    shown.measurements.ladders = {input.ladder};
    const Analysis analysis = analyse(shown, {.pMax = pMax});
    Offers offers;
    if (!analysis.model)
        for (const MissingField& each : missingForPrediction(shown, analysis))
            offers.missing.push_back({each.field != nullptr ? each.field->name : each.name, each.pointer});
    for (DesignRemedy& remedy : designRemedies(shown, analysis)) {
        Offer offer{std::move(remedy), std::nullopt};
        if (offer.remedy.proposal)
            offer.then = forecast(project.baseline, *offer.remedy.proposal, pMax, &input.measured);
        offers.all.push_back(std::move(offer));
    }
    return offers;
}

Json offersJson(const std::vector<Offer>& offers)
{
    Json::Array list;
    for (const Offer& offer : offers) {
        const Prediction* then = offer.then ? offer.then->prediction.get() : nullptr;
        const std::string why =
            offer.remedy.proposal ? std::string("the design implies no model") : offer.remedy.assumes;
        Json::Object json{
            {"id", Json(offer.remedy.id)},           {"cause", Json(causeName(offer.remedy.cause))},
            {"title", Json(offer.remedy.title)},     {"how", Json(offer.remedy.how)},
            {"assumes", Json(offer.remedy.assumes)}, {"proposes", Json(offer.remedy.proposal.has_value())}};
        setOrReason(json, "p_star", then ? std::optional(then->landmarks.pStar) : std::nullopt, why);
        if (then)
            json.emplace_back("p_star_at_limit", Json(then->landmarks.pStarAtLimit));
        setOrReason(json, "speedup_at_p_star",
                    then ? std::optional(then->row(then->landmarks.pStar).speedup) : std::nullopt, why);
        setOrReason(json, "plan_p", then ? offer.then->plannedP() : std::nullopt, why);
        setOrReason(json, "speedup_at_plan_p",
                    then ? std::optional(predictAt(then->model, *offer.then->plannedP()).speedup) : std::nullopt, why);
        if (const std::optional<LadderBound>& bound = offer.remedy.bound)
            json.emplace_back("ladder_bound", Json(Json::Object{{"p", Json(bound->p)},
                                                                {"speedup", Json(bound->speedup)},
                                                                {"predicted", Json(bound->predicted)}}));
        list.emplace_back(std::move(json));
    }
    return Json(std::move(list));
}

std::vector<OfferedRemedy> offered(const std::vector<Offer>& offers)
{
    std::vector<OfferedRemedy> remedies;
    for (const Offer& offer : offers) {
        OfferedRemedy each{offer.remedy.id, offer.remedy.title, offer.remedy.assumes, std::nullopt, offer.remedy.bound};
        if (const Prediction* then = offer.then ? offer.then->prediction.get() : nullptr) {
            const int p = *offer.then->plannedP();
            each.then = {then->landmarks.pStar, then->row(then->landmarks.pStar).speedup, p,
                         predictAt(then->model, p).speedup, then->landmarks.pStarAtLimit};
        }
        remedies.push_back(std::move(each));
    }
    return remedies;
}

Result<Reply> answer(const AttributeOptions& options)
{
    Values values;
    const int pMax = values.pMax(options.pMax);
    std::vector<Cause> causes;
    for (const std::string& name : options.whatIf) {
        const Result<Cause> cause = causeFromName(name);
        if (cause)
            causes.push_back(*cause);
        else
            values.add("--what-if", cause.error().problems.front().message, cause.error().problems.front().expected);
    }
    if (!values.ok())
        return fail(values.error());
    const Result<LadderInput> input = readLadder(options.ladder);
    if (!input)
        return fail(input.error());
    const Attribution why = attribute(input->measured);
    std::vector<WhatIf> whatIfs;
    for (const Cause cause : causes) {
        Result<MeasuredLadder> after = withRemedy(input->measured, cause);
        if (!after) {
            for (const Problem& problem : after.error().problems)
                values.add("--what-if", problem.message, problem.expected);
            return fail(inFile(values.error(), input->file));
        }
        std::string effect = remedyEffect(input->measured, *after, cause);
        whatIfs.push_back({cause, std::move(*after), std::move(effect)});
    }
    Reply answer{.json = toJson(*input, why, whatIfs)};
    std::optional<std::vector<OfferedRemedy>> remedies;
    std::vector<MissingInput> missing;
    if (options.remedies) {
        if (!input->project)
            return fail(ErrorCode::Input, "a ladder by itself has no design to change",
                        "a project file that holds the ladder", {.file = input->file, .field = "--remedies"});
        Offers offers = offersOf(*input->project, *input, pMax);
        answer.json.emplace_back("remedies", offersJson(offers.all));
        remedies = offered(offers.all);
        missing = std::move(offers.missing);
    }
    if (options.csv) {
        answer.text = toCsv(tableOf(*input, why));
        return answer;
    }
    std::vector<std::string> effects;
    for (const WhatIf& each : whatIfs)
        effects.push_back(each.effect);
    const std::optional<LadderInput> other = opposite(*input);
    const LadderReading reading = readingOf(*input);
    answer.answer = attributionAnswer({why, reading, other ? &other->measured : nullptr, std::move(effects),
                                       std::move(remedies), std::move(missing)});
    return answer;
}

}  // namespace

Run declareAttribute(CLI::App& command)
{
    auto options = std::make_shared<AttributeOptions>();
    options->ladder.declare(command);
    command
        .add_option("--what-if", options->whatIf,
                    "answer one cause and see: communication, balance, serial, inflation or io; may be repeated")
        ->type_name("CAUSE");
    command.add_flag(
        "--remedies", options->remedies,
        "what each remedy would change of the project's design, and what that predicts (design price --remedy ID)");
    declarePMax(command, options->pMax, "a remedy's p*");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(
        "Lost folds of a part x at p: p [x_p - (p0/p) x_p0] / T_p; they sum to p - S. Negative ones are gains.\n"
        "T_p is the median of the runs, x_p the mean of the runs' shares of that part times T_p, so that the parts sum "
        "to the time\n"
        "(\"parts\" in the JSON rows); a run beyond 1.5 times the median counts only where no other has parts.\n"
        "With total times alone there is no owner: the shapes that fit are ranked by how far the rungs stray from "
        "them.\n"
        "Example: scalewright-cli attribute ladder.csv --map p=gcds,time=runtime_s --what-if communication");
    return [options] { return answer(*options); };
}

}  // namespace scalewright::cli
