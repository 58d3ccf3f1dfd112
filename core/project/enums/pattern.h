// SPDX-License-Identifier: GPL-3.0-or-later
// The communication patterns and their names in documents and on the command line. core/model/scaling (pattern.h,
// pattern_traits.h) describes each pattern.
#pragma once

#include "core/base/text/enum_names.h"

namespace scalewright {

/// Every pattern with its stable name, in the order of menus and --help.
#define SCALEWRIGHT_PATTERNS(X)                                    \
    X(BookRingAllReduce, "book-ring-all-reduce")                   \
    X(RingAllReduce, "ring-all-reduce")                            \
    X(RecursiveDoublingAllReduce, "recursive-doubling-all-reduce") \
    X(RabenseifnerAllReduce, "rabenseifner-all-reduce")            \
    X(TreeAllReduce, "tree-all-reduce")                            \
    X(DoubleTreeAllReduce, "double-tree-all-reduce")               \
    X(HierarchicalAllReduce, "hierarchical-all-reduce")            \
    X(ReduceScatterAllGather, "reduce-scatter-all-gather")         \
    X(FullySharded, "fully-sharded")                               \
    X(Shuffle, "shuffle")                                          \
    X(ParameterServer, "parameter-server")                         \
    X(Gossip, "gossip")                                            \
    X(ScatterGather, "scatter-gather")                             \
    X(FederatedAveraging, "federated-averaging")                   \
    X(PipelinedBroadcast, "pipelined-broadcast")

#define SCALEWRIGHT_PATTERN(pattern, name) pattern,
enum class Pattern { SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN) };
#undef SCALEWRIGHT_PATTERN

#define SCALEWRIGHT_PATTERN(pattern, name) {Pattern::pattern, name},
template <>
inline constexpr auto enumNames<Pattern> =
    namedValues<Pattern>("communication pattern", {SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)});
#undef SCALEWRIGHT_PATTERN
inline constexpr auto allPatterns = valuesOf<Pattern>();

/// The book's pattern (section 41.4), used by default to price an exchange.
inline constexpr Pattern bookPattern = Pattern::BookRingAllReduce;
/// The usual choice in the literature for an all-reduce without a given algorithm.
inline constexpr Pattern defaultAllReducePattern = Pattern::RingAllReduce;
/// The default all-reduce across nodes: a ring within each node, then a ring among nodes.
inline constexpr Pattern multiNodeAllReducePattern = Pattern::HierarchicalAllReduce;
/// The pattern used for an all-to-all.
inline constexpr Pattern allToAllPattern = Pattern::Shuffle;
/// The pattern used for an all-gather or a reduce-scatter, each of which is half of it.
inline constexpr Pattern allGatherPattern = Pattern::ReduceScatterAllGather;

[[nodiscard]] constexpr const char* patternName(Pattern pattern)
{
    return nameOf(pattern);
}

}  // namespace scalewright
