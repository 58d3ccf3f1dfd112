// What opens beside the tree for one node: a diamond's figures to try out and what flips its answer, or a leaf's row of
// Table 41.2.1. It edits nothing itself: the page decides what a figure means (a what-if).
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

    /// Opens for a node; the keyboard goes to its first figure.
    void open(const TreeNode& node, const FlowView& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu);
    /// Shows what became of the flow; the fields and their focus stay.
    void refresh(const FlowView& flow, const WhatIf& whatIf, const Result<AxisMenu>& menu);
    void close();
    [[nodiscard]] const std::optional<TreeNode>& node() const { return m_node; }

    /// The field's editor, nullptr where the panel has none.
    [[nodiscard]] QuantityEdit* editor(ProfileField field) const;
    void takeFocus();

Q_SIGNALS:
    void figureEdited(scalewright::ProfileField field, double value, scalewright::ui::EditPhase phase);
    void flipChosen(const scalewright::Flip& flip);
    /// A figure that cannot be tried out here, by its place in the project.
    void baselineWanted(const QString& pointer);
    void closeWanted();

private:
    void buildFigures(const Profile& profile, Test test);
    void showFlips(const FlowView& flow, Test test);
    void showLeaf(const FlowView& flow, Bottleneck leaf, const Result<AxisMenu>& menu);

    struct Figure {
        ProfileField field;
        QuantityEdit* edit = nullptr;
    };
    std::optional<TreeNode> m_node;
    Text* m_title;
    Text* m_line;
    Text* m_note;
    QPushButton* m_home;  ///< to where its first figure lives
    QString m_homePointer;
    QPushButton* m_close;
    QVBoxLayout* m_figures;
    std::vector<Figure> m_edits;
    Text* m_flipsTitle;
    QVBoxLayout* m_flips;
};

/// The flips by how far they are from the profile's figures, as factors.
[[nodiscard]] std::vector<Flip> nearestFirst(std::vector<Flip> flips, const Profile& profile);

/// Makes the layout hold a button for each flip, in the words of `pattern` (%1 the flip, %2 what it leads to):
/// "bytes moved at or above 240 GB (2 times as much): memory-bandwidth bound"; short ones say how much on hover.
enum class FlipWords {
    Whole,
    Short,
};
void fillWithFlips(QVBoxLayout& layout, const std::vector<Flip>& flips, const QString& pattern, FlipWords words,
                   const std::function<void(const Flip&)>& run);

/// Removes and deletes what a layout holds.
void emptyLayout(QLayout& layout);

}  // namespace scalewright::ui
