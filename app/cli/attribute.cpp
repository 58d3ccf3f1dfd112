// attribute LADDER: where every lost fold of a measured speedup went, and whose it is (book 41.7).
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "app/cli/output.h"
#include "core/attribution/attribution.h"
#include "core/quantity/units.h"
#include "core/remedies/remedies.h"
#include "core/tables/table.h"

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

Table tableOf(const LadderInput& input, const Attribution& why)
{
    const MeasuredLadder& ladder = input.measured;
    Table table{.caption = ladderCaption(input),
                .columns = {{"p", "p", "", 0},
                            ladder.isThroughput ? Column{"throughput", "X", "1/s", -1} : Column{"t", "T_p", "s", -1},
                            {"speedup", "S", "", 2},
                            {"efficiency", "E", "", 2},
                            {"lost_folds", "lost", "", 3},
                            {"communication", "comm", "", 3},
                            {"waiting", "waiting", "", 3},
                            {"serial", "serial", "", 3}},
                .rows = {}};
    bool unattributed = false;
    for (const LostFolds& lost : why.rows)
        unattributed = unattributed || (lost.partsKnown && std::abs(lost.unattributed) >= 0.0005);
    if (ladder.ioApart)
        table.columns.push_back({"io", "i/o", "", 3});
    if (unattributed)
        table.columns.push_back({"unattributed", "unattr.", "", 3});
    bool repeats = false, failures = false;
    for (const Rung& rung : ladder.rungs) {
        repeats = repeats || rung.repeats > 1 || rung.failed > 0;
        failures = failures || rung.failed > 0;
    }
    if (repeats)
        table.columns.push_back({"repeats", "runs", "", 0});
    if (failures)
        table.columns.push_back({"failed_runs", "failed", "", 0});
    if (ladder.qualityTarget)
        table.columns.push_back({"quality", "at target", "", 0});
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        const LostFolds& lost = why.rows[i];
        const auto part = [&](double folds, bool told = true) {
            return lost.partsKnown && told ? Cell(folds) : Cell();
        };
        std::vector<Cell> row{static_cast<double>(rung.p),
                              ladder.isThroughput ? *rung.throughputPerS : rung.timeS,
                              rung.speedup,
                              rung.efficiency,
                              lost.total,
                              part(lost.communication, lost.communicationTold),
                              part(lost.waiting, lost.waitingTold),
                              part(lost.serial, lost.serialTold)};
        if (ladder.ioApart)
            row.push_back(part(lost.io));
        if (unattributed)
            row.push_back(part(lost.unattributed));
        if (repeats)
            row.emplace_back(static_cast<double>(rung.repeats));
        if (failures)
            row.emplace_back(static_cast<double>(rung.failed));
        if (ladder.qualityTarget)
            row.emplace_back(std::string(!rung.quality ? "unknown" : rung.reachesTarget ? "yes" : "below"));
        table.rows.push_back(std::move(row));
    }
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

std::string toText(const LadderInput& input, const Attribution& why, const std::vector<WhatIf>& whatIfs)
{
    const MeasuredLadder& ladder = input.measured;
    std::string text = scalewright::toText(tableOf(input, why)) + '\n';
    text += why.sentence + '\n';
    if (!why.beyond.empty())
        text += why.beyond + '\n';
    const Rung& knee = *ladder.at(ladder.kneeP);
    const Rung& fastest = *ladder.at(ladder.fastestP);
    const std::optional<LadderInput> other = opposite(input);
    const auto ifFixed = [&](const auto& line) { return other ? oppositeLine(line(other->measured)) : std::string(); };
    const auto doubt = [](const std::string& words) {
        return words.empty() ? std::string() : "              " + words + '\n';
    };
    if (ladder.rungs.size() > 1)
        text +=
            fmt::format("\nknee          {}: speedup {}, most efficiency per time (Eager, Zahorjan, Lazowska 1989)\n",
                        knee.p, decimalText(knee.speedup, 2)) +
            doubt(ladder.kneeDoubt) + ifFixed([](const MeasuredLadder& fixed) {
                return fmt::format("{}, speedup {}", fixed.kneeP, decimalText(fixed.at(fixed.kneeP)->speedup, 2));
            });
    text += fmt::format("fastest       {}: speedup {}, efficiency {} %\n", fastest.p, decimalText(fastest.speedup, 2),
                        decimalText(100 * fastest.efficiency, 1)) +
            doubt(ladder.fastestDoubt) + ifFixed([](const MeasuredLadder& fixed) {
                const Rung& rung = *fixed.at(fixed.fastestP);
                return fmt::format("{}, speedup {}, efficiency {} %", rung.p, decimalText(rung.speedup, 2),
                                   decimalText(100 * rung.efficiency, 1));
            });
    if (!ladder.kneeNote.empty())
        text += "              " + ladder.kneeNote + '\n';
    const bool named = why.owner != Cause::Unknown && why.owner != Cause::None;
    text += fmt::format("owner         {}{}\n", causeTitle(why.owner),
                        named ? fmt::format(" ({})", evidenceWords(why.evidence)) : std::string());
    text += ifFixed([](const MeasuredLadder& fixed) { return causeTitle(attribute(fixed).owner); });
    text += "confidence    " + why.confidence + '\n';
    if (!why.calibration.empty())
        text += "              " + why.calibration + '\n';
    if (!why.remedy.empty())
        text += "remedy        " + why.remedy + '\n' +
                ifFixed([](const MeasuredLadder& fixed) { return attribute(fixed).remedy; });
    for (const WhatIf& each : whatIfs)
        text += "what if       " + each.effect + '\n';
    return text + ladderNotes(input);
}

/// What the design would become, and what that predicts.
struct Offer {
    DesignRemedy remedy;
    std::optional<Forecast> then;
};

std::vector<Offer> offersOf(const Project& project, const LadderInput& input, int pMax)
{
    Project shown = project;
    shown.measurements.ladders = {input.ladder};
    std::vector<Offer> offers;
    for (DesignRemedy& remedy : designRemedies(shown, analyse(shown, {.pMax = pMax}))) {
        Offer offer{std::move(remedy), std::nullopt};
        if (offer.remedy.proposal)
            offer.then = forecast(project.baseline, *offer.remedy.proposal, pMax, &input.measured);
        offers.push_back(std::move(offer));
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
        setOrReason(json, "speedup_at_p_star",
                    then ? std::optional(then->row(then->landmarks.pStar).speedup) : std::nullopt, why);
        setOrReason(json, "plan_p", then ? offer.then->plannedP() : std::nullopt, why);
        setOrReason(json, "speedup_at_plan_p",
                    then ? std::optional(predictAt(then->model, *offer.then->plannedP()).speedup) : std::nullopt, why);
        list.emplace_back(std::move(json));
    }
    return Json(std::move(list));
}

std::string offersText(const std::vector<Offer>& offers)
{
    std::string text = offers.empty() ? "remedies      the ladder names no cause\n" : "";
    for (const Offer& offer : offers) {
        text += fmt::format("{:<14}{} ({})\n              {}\n", &offer == &offers.front() ? "remedies" : "",
                            offer.remedy.title, offer.remedy.id, offer.remedy.assumes);
        if (const Prediction* then = offer.then ? offer.then->prediction.get() : nullptr) {
            const int p = *offer.then->plannedP();
            text += fmt::format("              predicted: p* {}, speedup {}; plan p {}, speedup {}\n",
                                then->landmarks.pStar, decimalText(then->row(then->landmarks.pStar).speedup, 2), p,
                                decimalText(predictAt(then->model, p).speedup, 2));
        }
    }
    return text;
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
    Reply answer{.text = options.csv ? toCsv(tableOf(*input, why)) : toText(*input, why, whatIfs),
                 .json = toJson(*input, why, whatIfs)};
    if (options.remedies) {
        if (!input->project)
            return fail(ErrorCode::Input, "a ladder by itself has no design to change",
                        "a project file that holds the ladder", {.file = input->file, .field = "--remedies"});
        const std::vector<Offer> offers = offersOf(*input->project, *input, pMax);
        answer.json.emplace_back("remedies", offersJson(offers));
        if (!options.csv)
            answer.text += offersText(offers);
    }
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
