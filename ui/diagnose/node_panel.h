// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of a tree node: a diamond's figures and what flips its answer, or a leaf's row of Table 41.2.1. It edits
// nothing itself: the page decides what a changed figure means (a what-if).
#pragma once

#include <functional>
#include <vector>

#include "core/model/bottleneck/axes.h"
#include "ui/diagnose/flow_view.h"
#include "ui/diagnose/tree_view.h"
#include "ui/quantity/edit_phase.h"
#include "ui/theme/widgets.h"

class QVBoxLayout;

namespace scalewright::ui {

class QuantityEdit;

class NodePanel : public Card {
    Q_OBJECT

public:
    explicit NodePanel(QWidget* parent = nullptr);

    /// Opens the panel for a node and focuses its first figure.
    void openNode(const TreeNode& node, const FlowProgress& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu);
    /// Shows the flow's new state; fields and focus are kept.
    void refresh(const FlowProgress& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu);
    void closeNode();
    [[nodiscard]] const std::optional<TreeNode>& node() const { return m_node; }

    /// The field's editor; nullptr if the panel has none.
    [[nodiscard]] QuantityEdit* editorOf(ProfileField field) const;
    void focusFirstFigure();

Q_SIGNALS:
    void figureEdited(scalewright::ProfileField field, double value, scalewright::ui::EditPhase phase);
    void flipChosen(const scalewright::FlipPoint& flip);
    /// A figure cannot be changed here; `pointer` locates it in the project.
    void baselineRequested(const QString& pointer);
    void closeRequested();

private:
    void buildFigureEdits(const Profile& profile, Test test);
    void showFlips(const FlowProgress& flow, Test test);
    void showLeaf(const FlowProgress& flow, Bottleneck leaf, const Result<AxisMenu>& menu);

    struct FigureEdit {
        ProfileField field;
        QuantityEdit* edit = nullptr;
    };
    std::optional<TreeNode> m_node;
    Text* m_titleText;
    Text* m_answerText;
    Text* m_notesText;
    QPushButton* m_baselineButton;  ///< opens the first figure on Baseline
    QString m_baselinePointer;
    QPushButton* m_closeButton;
    QVBoxLayout* m_valuesLayout;
    std::vector<FigureEdit> m_figureEdits;
    Text* m_flipsTitle;
    QVBoxLayout* m_flipsLayout;
};

/// The flips sorted by their distance from the profile's figures, measured as a factor.
[[nodiscard]] std::vector<FlipPoint> sortedByDistance(std::vector<FlipPoint> flips, const Profile& profile);

/// Fills the layout with one button per flip, labelled according to `pattern` (%1 the flip, %2 the new result), for
/// example "bytes moved at or above 240 GB (2 times as much): memory-bandwidth bound". Short labels have the full text
/// in the tool tip.
enum class FlipLabel {
    Full,
    Short,
};
void fillFlipButtons(QVBoxLayout& layout, const std::vector<FlipPoint>& flips, const QString& pattern, FlipLabel words,
                     const std::function<void(const FlipPoint&)>& run);

}  // namespace scalewright::ui
