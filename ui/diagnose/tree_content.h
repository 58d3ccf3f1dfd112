// What the tree of Figure 41.2.1 says with a profile's numbers: words and which way was taken, no geometry.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include "ui/diagnose/flow_view.h"

namespace scalewright::ui {

/// A diamond, and the leaf that one of its answers names.
struct TreeQuestion {
    Test test = Test::FitsInMemory;
    QString question;        ///< "Fits in memory?"
    QString sides;           ///< "8 GB ≤ 64 GB", or what is missing
    QString margin;          ///< "8× to spare"; empty where it was not asked
    QStringList notes;       ///< under the margin, a short line each: "uncertain", "added from", "Table 41.2.1"
    bool reached = false;    ///< the flow comes to it
    bool addition = false;   ///< the figure has no such question
    bool leafTaken = false;  ///< its answer names its leaf
    bool passed = false;     ///< its answer leads on to the next (for the last one, to the leaf below it)
    QString leafAnswer;      ///< on the edge to the leaf: "no"
    QString onAnswer;        ///< on the edge down: "yes", or "not asked"
    Bottleneck leaf = Bottleneck::MemoryCapacity;
};

struct TreeContent {
    QString head;              ///< over the first diamond: the profile in a line, or the what-if
    bool headIsWhatIf = false;
    std::vector<TreeQuestion> questions;       ///< never empty; the last one's "yes" leads down to Compute
    std::optional<Bottleneck> verdict;
};

/// `asksServing`: the added question is part of the tree.
[[nodiscard]] TreeContent treeContent(const FlowView& flow, bool asksServing, const QString& whatIf = {});

/// The name of a diamond and of a leaf for screen readers: question, answer, numbers and margin; ceiling and remedy.
[[nodiscard]] QString spokenQuestion(const FlowView& flow, Test test);
[[nodiscard]] QString spokenLeaf(const FlowView& flow, Bottleneck bottleneck);
/// The whole diagnosis as one would say it on the phone.
[[nodiscard]] QString spokenSummary(const FlowView& flow, bool asksServing);

/// "working set 8 GB · step 0.3 s · 6 TFLOP · 120 GB moved": what is known of the baseline.
[[nodiscard]] QString profileText(const Profile& profile);

/// The question whose answer names the leaf.
[[nodiscard]] Test testOf(Bottleneck leaf);

}  // namespace scalewright::ui
