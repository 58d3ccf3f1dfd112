// Which communication patterns there are, and what a document and the command line call them. What each is and takes
// stands in core/model/scaling (pattern.h, pattern_traits.h).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/error/result.h"

namespace scalewright {

/// Every pattern with its stable name, in the order of menus and of --help.
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

#define SCALEWRIGHT_PATTERN(pattern, name) Pattern::pattern,
inline constexpr std::array allPatterns{SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)};
#undef SCALEWRIGHT_PATTERN

/// The book's own (section 41.4): what prices an exchange where nobody names a pattern.
inline constexpr Pattern bookPattern = Pattern::BookRingAllReduce;
/// The literature's, for an all-reduce whose algorithm nobody names.
inline constexpr Pattern usualPattern = Pattern::RingAllReduce;
/// Such an all-reduce's across nodes: a ring in each, then among them.
inline constexpr Pattern acrossNodesPattern = Pattern::HierarchicalAllReduce;
/// An all-to-all's.
inline constexpr Pattern allToAllPattern = Pattern::Shuffle;
/// What an all-gather, or a reduce-scatter, is half of.
inline constexpr Pattern gatherPattern = Pattern::ReduceScatterAllGather;

/// The stable name of the command line and the project file: "book-ring-all-reduce".
[[nodiscard]] constexpr const char* patternName(Pattern pattern)
{
#define SCALEWRIGHT_PATTERN(pattern, name) name,
    constexpr std::array names{SCALEWRIGHT_PATTERNS(SCALEWRIGHT_PATTERN)};
#undef SCALEWRIGHT_PATTERN
    return names[static_cast<std::size_t>(pattern)];
}
/// Error: ErrorCode::Input listing the names that exist.
[[nodiscard]] Result<Pattern> patternFromName(std::string_view name);

}  // namespace scalewright
