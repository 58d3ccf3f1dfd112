// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the tree of Figure 41.2.1 for a profile: texts and the path taken, without geometry.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include "ui/diagnose/flow_view.h"

namespace scalewright::ui {

/// A diamond, and the leaf that one of its answers leads to.
struct TreeQuestion {
    Test test = Test::FitsInMemory;
    QString question;        ///< "Fits in memory?"
    QString comparison;           ///< "8 GB ≤ 64 GB", or the missing figures
    QString margin;          ///< "8× to spare"; empty if not applicable
    QStringList notes;       ///< short lines under the margin: "uncertain", "added from", "Table 41.2.1"
    bool isReached = false;    ///< whether the flow reaches it
    bool isAddition = false;   ///< whether it was added, so is not part of the figure
    bool leadsToLeaf = false;  ///< whether its answer leads to its leaf
    /// Whether its answer leads on to the next question (for the last one, to the leaf below it).
    bool isPassed = false;
    QString leafAnswer;  ///< label on the edge to the leaf: "no"
    QString nextAnswer;  ///< label on the edge down: "yes" or "not asked"
    Bottleneck leaf = Bottleneck::MemoryCapacity;
};

struct TreeContent {
    QString heading;  ///< above the first diamond: a one-line profile, or the what-if
    bool headingIsWhatIf = false;
    std::vector<TreeQuestion> questions;  ///< never empty; "yes" to the last question leads to Compute
    std::optional<Bottleneck> verdict;
};

/// `hasServingQuestion`: whether the added question is part of the tree.
[[nodiscard]] TreeContent makeTreeContent(const FlowProgress& flow, bool hasServingQuestion,
                                          const QString& whatIf = {});

/// Accessible names. A diamond's name has its question, answer, numbers and margin; a leaf's has its ceiling and
/// remedy.
[[nodiscard]] QString spokenQuestion(const FlowProgress& flow, Test test);
[[nodiscard]] QString spokenLeaf(const FlowProgress& flow, Bottleneck bottleneck);
/// The whole diagnosis as spoken sentences.
[[nodiscard]] QString spokenSummary(const FlowProgress& flow, bool hasServingQuestion);

/// The known figures of the baseline, for example "working set 8 GB · step 0.3 s · 6 TFLOP · 120 GB moved".
[[nodiscard]] QString profileText(const Profile& profile);

/// The question that has an answer leading to this leaf.
[[nodiscard]] Test testOfLeaf(Bottleneck leaf);

}  // namespace scalewright::ui
