#include "core/project/project.h"

#include <algorithm>
#include <cmath>

#include "core/project/range.h"

namespace scalewright {

namespace {

// Takes the model's numbers out of a project and notes what is missing or wrong.
class Numbers {
public:
    // The value, or 0 and a problem.
    double need(const MaybeQuantity& quantity, const char* pointer, Dimension dimension, Range range, const char* message,
                const char* expected)
    {
        if (!quantity)
            m_error.problems.push_back({message, expected, {.pointer = pointer}});
        return value(quantity, pointer, dimension, range).value_or(0);
    }

    std::optional<double> value(const MaybeQuantity& quantity, const char* pointer, Dimension dimension, Range range)
    {
        if (!quantity)
            return std::nullopt;
        if (std::optional<Problem> problem = rangeProblem(quantity->value, dimension, range)) {
            problem->where.pointer = pointer;
            m_error.problems.push_back(std::move(*problem));
            return std::nullopt;
        }
        return quantity->value;
    }

    int count(const MaybeQuantity& quantity, const char* pointer, int otherwise)
    {
        return static_cast<int>(value(quantity, pointer, Dimension::Count, Range::Workers).value_or(otherwise));
    }

    // The time to move the message once. Called where both could be read.
    double transfer(double bytes, double bytesPerS, const char* pointer)
    {
        const double seconds = bytes / bytesPerS;
        if (std::isfinite(seconds))
            return seconds;
        m_error.problems.push_back({"the message takes longer over this link than can be computed with",
                                    "a larger bandwidth or a smaller /design/communication/message_bytes",
                                    {.pointer = pointer}});
        return 0;
    }

    [[nodiscard]] bool fine() const { return m_error.problems.empty(); }
    [[nodiscard]] tl::unexpected<Error> failure() { return fail(std::move(m_error)); }

private:
    Error m_error;
};

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
    const Target& target = project.target;
    const Communication& communication = project.design.communication;
    Numbers numbers;
    ScalingModel model;
    CommunicationParameters& c = model.communication;

    model.tCompS = numbers.need(project.baseline.tCompS, "/baseline/t_comp_s", Dimension::Time, Range::Positive,
                                "one machine's compute time of a step is not known",
                                "a time such as 1.5 s: the step time measured on one machine, without communication");
    model.pattern = communication.pattern;
    model.scaling = project.plan.scaling;
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
    model.steps = numbers.value(project.plan.steps, "/plan/steps", Dimension::Count, Range::Whole).value_or(1);

    double bandwidth2 = 1;
    const bool hierarchical = model.pattern == Pattern::HierarchicalAllReduce;
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

int planP(const Project& project, const Landmarks& landmarks)
{
    return project.plan.p.value_or(landmarks.kneeP);
}

}  // namespace scalewright
