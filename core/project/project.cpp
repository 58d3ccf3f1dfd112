#include "core/project/project.h"

#include <algorithm>

#include "core/project/design_terms.h"

namespace scalewright {

namespace {

// Of a quotient of two positive quantities that may lie anywhere in their intervals, independently.
std::optional<Interval> quotientInterval(const Quantity& above, const Quantity& below)
{
    if (!above.interval && !below.interval)
        return std::nullopt;
    const auto ends = [](const Quantity& quantity) {
        return quantity.interval.value_or(Interval{quantity.value, quantity.value, 1});
    };
    const Interval a = ends(above);
    const Interval b = ends(below);
    return Interval{a.low / b.high, a.high / b.low, std::min(a.level, b.level)};
}

}  // namespace

Result<ScalingModel> scalingModel(const Project& project)
{
    return scalingModel(project.baseline.tCompS, project);
}

Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal)
{
    const auto& [target, goal, design, plan] = proposal;
    const Communication& communication = design.communication;
    ModelNumbers numbers;
    ScalingModel model;
    CommunicationParameters& c = model.communication;

    model.tCompS = numbers.need(tCompS, "/baseline/t_comp_s", Dimension::Time, Range::Positive,
                                "one machine's compute time of a step is not known",
                                "a time such as 1.5 s: the step time measured on one machine, without communication");
    model.pattern = communication.pattern;
    model.scaling = plan.scaling;
    c.alphaS =
        numbers.need(target.alphaS, "/target/alpha_s", Dimension::Time, Range::NotNegative, "the link's latency is not known",
                     "a time such as 10us: a small message's, measured (fit-comm) or from the link's data sheet");
    const double bytes =
        numbers.need(communication.messageBytes, "/design/communication/message_bytes", Dimension::Bytes, Range::NotNegative,
                     "the size of the message of one step is not known", "an amount of data such as 100 MB or 7B params bf16");
    const double bandwidth =
        numbers.need(target.bandwidthBytesPerS, "/target/bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive,
                     "the link's bandwidth is not known", "a bandwidth such as 25 GB/s or 100Gbit/s");
    const double gamma = numbers
                             .value(communication.gammaSPerByte, "/design/communication/gamma_s_per_byte", Dimension::TimePerByte,
                                    Range::NotNegative)
                             .value_or(0);
    c.shards = numbers.count(communication.shards, "/design/communication/shards", c.shards);
    c.neighbours = numbers.count(communication.neighbours, "/design/communication/neighbours", c.neighbours);
    c.localSteps = numbers.count(communication.localSteps, "/design/communication/local_steps", c.localSteps);
    c.participation =
        numbers.value(communication.participation, "/design/communication/participation", Dimension::Ratio, Range::Share)
            .value_or(c.participation);
    c.linearScatter = communication.linearScatter;
    c.sharedNetworkCard = communication.sharedNetworkCard;
    model.priceUsdPerHour =
        numbers.value(target.priceUsdPerHour, "/target/price_usd_per_hour", Dimension::Price, Range::NotNegative);
    model.steps = numbers.value(plan.steps, "/plan/steps", Dimension::Count, Range::Whole).value_or(1);

    double bandwidth2 = 1;
    const bool hierarchical = patternInputs(model.pattern).hierarchy;
    if (hierarchical) {
        const char* g = "a whole number of workers (cards) in one node, such as 8";
        c.workersPerNode = static_cast<int>(numbers.need(target.workersPerNode, "/target/workers_per_node", Dimension::Count,
                                                         Range::Workers, "the workers in a node are not known", g));
        c.alpha2S = numbers.need(target.alpha2S, "/target/alpha2_s", Dimension::Time, Range::NotNegative,
                                 "the latency between nodes is not known", "a time such as 10us");
        bandwidth2 =
            numbers.need(target.bandwidth2BytesPerS, "/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive,
                         "the bandwidth between nodes is not known", "a bandwidth such as 25 GB/s or 100Gbit/s");
    }
    model.terms = designTerms(target, design, plan, numbers).terms;
    if (!numbers.fine())
        return numbers.failure();
    c.betaS = numbers.transfer(bytes, bandwidth, "/target/bandwidth_bytes_per_s");
    c.gammaS = gamma * bytes;
    if (hierarchical)
        c.beta2S = numbers.transfer(bytes, bandwidth2, "/target/bandwidth2_bytes_per_s");
    if (!numbers.fine())
        return numbers.failure();
    if (Result<void> valid = validate(model); !valid)
        return fail(std::move(valid.error()));
    return model;
}

std::vector<std::string> modelNotes(const Proposal& proposal)
{
    ModelNumbers numbers;
    return designTerms(proposal.target, proposal.design, proposal.plan, numbers).notes;
}

ModelIntervals modelIntervals(const Project& project)
{
    const auto interval = [](const MaybeQuantity& quantity) { return quantity ? quantity->interval : std::nullopt; };
    ModelIntervals out;
    out.tCompS = interval(project.baseline.tCompS);
    out.alphaS = interval(project.target.alphaS);
    if (project.design.communication.messageBytes && project.target.bandwidthBytesPerS)
        out.betaS = quotientInterval(*project.design.communication.messageBytes, *project.target.bandwidthBytesPerS);
    return out;
}

Project asVariant(const Project& project, std::size_t index)
{
    const Variant& variant = project.variants.at(index);
    Project result = project;
    result.variantName = variant.name;
    static_cast<Proposal&>(result) = variant;
    result.variantUnknown = variant.unknown;
    return result;
}

std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target)
{
    if (!target.alpha2S || !target.bandwidth2BytesPerS || !target.workersPerNode)
        std::erase_if(patterns, [](Pattern each) { return patternInputs(each).hierarchy; });
    return patterns;
}

}  // namespace scalewright
