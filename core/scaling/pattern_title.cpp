#include "core/scaling/pattern.h"

namespace scalewright {

Message titleOf(Pattern pattern)
{
    switch (pattern) {
    case Pattern::BookRingAllReduce: return say("book’s ring all-reduce");
    case Pattern::RingAllReduce: return say("ring all-reduce");
    case Pattern::RecursiveDoublingAllReduce: return say("recursive doubling all-reduce");
    case Pattern::RabenseifnerAllReduce: return say("Rabenseifner all-reduce");
    case Pattern::TreeAllReduce: return say("binomial tree all-reduce");
    case Pattern::DoubleTreeAllReduce: return say("double tree all-reduce");
    case Pattern::HierarchicalAllReduce: return say("hierarchical all-reduce");
    case Pattern::ReduceScatterAllGather: return say("reduce-scatter and all-gather");
    case Pattern::Shuffle: return say("shuffle (all-to-all)");
    case Pattern::ParameterServer: return say("parameter server");
    case Pattern::Gossip: return say("gossip");
    case Pattern::ScatterGather: return say("scatter-gather");
    case Pattern::FederatedAveraging: return say("federated averaging");
    }
    return {};
}

}  // namespace scalewright
