#include "ui/words/pattern_names.h"

#include <QCoreApplication>

namespace scalewright::ui {

QString patternTitle(Pattern pattern)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Patterns", text); };
    switch (pattern) {
    case Pattern::BookRingAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "book’s ring all-reduce"));
    case Pattern::RingAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "ring all-reduce"));
    case Pattern::RecursiveDoublingAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "recursive doubling all-reduce"));
    case Pattern::RabenseifnerAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "Rabenseifner all-reduce"));
    case Pattern::TreeAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "binomial tree all-reduce"));
    case Pattern::DoubleTreeAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "double tree all-reduce"));
    case Pattern::HierarchicalAllReduce: return tr(QT_TRANSLATE_NOOP("Patterns", "hierarchical all-reduce"));
    case Pattern::ReduceScatterAllGather: return tr(QT_TRANSLATE_NOOP("Patterns", "reduce-scatter and all-gather"));
    case Pattern::Shuffle: return tr(QT_TRANSLATE_NOOP("Patterns", "shuffle (all-to-all)"));
    case Pattern::ParameterServer: return tr(QT_TRANSLATE_NOOP("Patterns", "parameter server"));
    case Pattern::Gossip: return tr(QT_TRANSLATE_NOOP("Patterns", "gossip"));
    case Pattern::ScatterGather: return tr(QT_TRANSLATE_NOOP("Patterns", "scatter-gather"));
    case Pattern::FederatedAveraging: return tr(QT_TRANSLATE_NOOP("Patterns", "federated averaging"));
    }
    return {};
}

}  // namespace scalewright::ui
