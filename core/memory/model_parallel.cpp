#include "core/memory/model_parallel.h"

#include "core/memory/memory.h"
#include "core/project/project.h"
#include "core/quantity/units.h"
#include "core/scaling/row.h"

namespace scalewright {

namespace {

int countOf(const MaybeQuantity& quantity)
{
    return quantity ? static_cast<int>(quantity->value) : 1;
}

struct TensorExchange {
    double count = 0, bytes = 0, timeS = 0;
};

std::optional<TensorExchange> tensorExchange(const Project& project, const ScalingModel& model, int p)
{
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    const Result<MemoryLayout> layout = memoryLayoutOf(project, p);
    if (!project.baseline.model || !layout || layout->tensor == 1 || !layout->microBatches || !bandwidth)
        return std::nullopt;
    const Result<Transformer> shape = transformerOf(*project.baseline.model);
    if (!shape || !shape->hasShape() || !(shape->sequence > 0))
        return std::nullopt;
    TensorExchange exchange;
    exchange.count =
        (layout->recomputation == Recomputation::Full ? 6 : 4) * shape->layers / layout->stages * *layout->microBatches;
    exchange.bytes = 2 * layout->microBatch * shape->sequence / layout->context * shape->hidden;
    CommunicationParameters link = model.first().communication;
    link.betaS = exchange.bytes / bandwidth->value;
    link.beta2S = project.target.bandwidth2BytesPerS ? exchange.bytes / project.target.bandwidth2BytesPerS->value : 0;
    link.gammaS = 0;
    link.buckets = link.localSteps = 1;
    exchange.timeS = exchange.count * communicationTime(usualPattern, link, layout->tensor);
    return exchange;
}

}  // namespace

std::optional<double> tensorExchangeS(const Project& project, const ScalingModel& model, int p)
{
    const std::optional<TensorExchange> exchange = tensorExchange(project, model, p);
    return exchange ? std::optional(exchange->timeS) : std::nullopt;
}

std::vector<std::string> modelParallelNotes(const Project& project, const ScalingModel& model, int p)
{
    const Partitioning& slot = project.design.partitioning;
    const int tensor = countOf(slot.tensorParallel), stages = countOf(slot.stages);
    std::vector<std::string> notes;
    if (tensor > 1) {
        std::string says =
            say("tensor parallel {}: the all-reduces inside the layers are not in T(p) unless a further exchange "
                "stands for them",
                tensor);
        if (const std::optional<TensorExchange> exchange = tensorExchange(project, model, p))
            says += say("; at p = {} they are {} of {} a step, {} with a ring on this link (Narayanan et al. 2021)", p,
                        significant(exchange->count, 4), formatAmount(exchange->bytes, Dimension::Bytes).joined(),
                        timeText(exchange->timeS));
        notes.push_back(std::move(says));
    }
    if (stages > 1) {
        std::string says =
            say("a pipeline of {} stages: its bubble is not in T(p), (stages - 1)/m of the compute with m "
                "micro-batches a step (Narayanan et al. 2021)",
                stages);
        const Result<MemoryLayout> layout = memoryLayoutOf(project, p);
        if (layout && layout->stages > 1 && layout->microBatches) {
            const double turns = layout->chunks * *layout->microBatches;
            says += say("; at p = {}: {}/{}, {}", p, stages - 1, significant(turns, 4),
                        timeText((stages - 1) / turns * predictAt(model, p).tCompS));
        }
        notes.push_back(std::move(says));
    }
    if (const int copy = tensor * stages; copy > 1 && p > copy && p % copy == 0)
        notes.push_back(
            say("the exchange is priced among {} workers; with {} to a copy of the model the same part lies on {}, "
                "which exchange a part of the gradients",
                p, copy, p / copy));
    return notes;
}

}  // namespace scalewright
