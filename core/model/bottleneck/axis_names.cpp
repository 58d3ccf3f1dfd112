// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/bottleneck/flow.h"

namespace scalewright {

const char* bottleneckName(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return "memory-capacity";
    case Bottleneck::Latency: return "latency";
    case Bottleneck::DataIo: return "data-io";
    case Bottleneck::Coordination: return "coordination";
    case Bottleneck::MemoryBandwidth: return "memory-bandwidth";
    case Bottleneck::Compute: break;
    }
    return "compute";
}

const char* axisName(Axis axis)
{
    switch (axis) {
    case Axis::Model: return "model";
    case Axis::Data: return "data";
    case Axis::Coordination: return "coordination";
    case Axis::Training: return "training";
    case Axis::Inference: break;
    }
    return "inference";
}

const char* testName(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return "fits-in-memory";
    case Test::ServingBudgetMet: return "serving-budget-met";
    case Test::IoDominates: return "io-dominates";
    case Test::CommunicationDominates: return "communication-dominates";
    case Test::IntensityAboveRidge: break;
    }
    return "intensity-above-ridge";
}

const char* answerName(TestAnswer answer)
{
    switch (answer) {
    case TestAnswer::Yes: return "yes";
    case TestAnswer::No: return "no";
    case TestAnswer::NotApplicable: break;
    }
    return "not-applicable";
}

std::string answerTitle(TestAnswer answer)
{
    return answer == TestAnswer::Yes ? "yes" : answer == TestAnswer::No ? "no" : "does not apply";
}

std::string bottleneckTitle(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return "memory capacity";
    case Bottleneck::Latency: return "latency";
    case Bottleneck::DataIo: return "data I/O";
    case Bottleneck::Coordination: return "coordination";
    case Bottleneck::MemoryBandwidth: return "memory bandwidth";
    case Bottleneck::Compute: break;
    }
    return "compute";
}

std::string testTitle(Test test)
{
    switch (test) {
    case Test::FitsInMemory: return "whether the working set fits";
    case Test::ServingBudgetMet: return "whether the serving budget is met";
    case Test::IoDominates: return "whether reading dominates";
    case Test::CommunicationDominates: return "whether communication dominates";
    case Test::IntensityAboveRidge: break;
    }
    return "whether the intensity is above the ridge";
}

std::optional<Bottleneck> bottleneckFromName(std::string_view name)
{
    for (const Bottleneck each : allBottlenecks)
        if (name == bottleneckName(each))
            return each;
    return std::nullopt;
}

std::optional<Axis> axisFromName(std::string_view name)
{
    for (const Axis each : allAxes)
        if (name == axisName(each))
            return each;
    return std::nullopt;
}

Axis axisOf(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::MemoryCapacity: return Axis::Model;
    case Bottleneck::Latency: return Axis::Inference;
    case Bottleneck::DataIo: return Axis::Data;
    case Bottleneck::Coordination: return Axis::Coordination;
    case Bottleneck::MemoryBandwidth: return Axis::Model;
    case Bottleneck::Compute: break;
    }
    return Axis::Training;
}

}  // namespace scalewright
