// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnose page (book 41.2): which ceiling does the single machine hit first? An interactive Figure 41.2.1, and its
// consequences.
//
// Changing a figure here makes a what-if: the page shows its result, but the document is unchanged. "Keep" writes the
// what-if into the project as one undo step; "Discard" and Escape cancel it.
#pragma once

#include "core/model/bottleneck/axes.h"
#include "ui/diagnose/flow_view.h"
#include "ui/diagnose/tree_view.h"
#include "ui/page/page.h"
#include "ui/quantity/edit_phase.h"

class QBoxLayout;
class QPushButton;

namespace scalewright::ui {

class CardColumn;
class Figure;
class MissingFieldsLine;
class NextBottleneckBars;
class NodePanel;
class VerdictCard;
class WrongAxisCard;

class DiagnosePage final : public Page {
    Q_OBJECT

public:
    explicit DiagnosePage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;

    /// Opens and focuses a diamond's figures or a leaf's row.
    void openNode(const TreeNode& node);
    void closePanel();
    /// Adds the question for serving workloads to the tree and opens its figures.
    void addServing();

    [[nodiscard]] QString unfinishedWorkText() const override;

    [[nodiscard]] bool hasTrialFigures() const override { return !m_whatIf.isEmpty(); }

    void setWhatIf(ProfileField field, double value);
    void keepWhatIf();
    void discardWhatIf();
    [[nodiscard]] const WhatIf& whatIf() const { return m_whatIf; }

    /// The flow shown on the page: the project's, or the what-if's.
    [[nodiscard]] const FlowProgress& flow() const { return m_flow; }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void refresh() override;
    void layOut() override;

private:
    /// Whether the key is Escape and there is a what-if or an open panel to close.
    [[nodiscard]] bool cancelsWithEscape(const QKeyEvent& key) const;
    QWidget* buildTree();
    QWidget* buildCards();
    void updateTabOrder();
    void tryFigure(ProfileField field, double value);
    void tryFlip(const FlipPoint& flip);
    void openBaseline(const QString& pointer);
    [[nodiscard]] bool hasServingQuestion() const;

    WhatIf m_whatIf;
    bool m_hadTrialFigures = false;     ///< the state last sent with tryingChanged
    bool m_servingAdded = false;  ///< requested on the page; a project with a serving budget always has the question
    FlowProgress m_flow;
    Result<AxisMenu> m_axisMenu;

    QBoxLayout* m_columns;
    TreeView* m_tree;
    MissingFieldsLine* m_missingFields;
    Figure* m_figure;
    QPushButton* m_keepButton;
    QPushButton* m_discardButton;
    QWidget* m_servingOffer;
    QPushButton* m_addServingButton;
    CardColumn* m_cards;
    NodePanel* m_nodePanel;
    VerdictCard* m_verdictCard;
    NextBottleneckBars* m_nextBars;
    Figure* m_nextFigure;
    WrongAxisCard* m_wrongAxisCard;
};

}  // namespace scalewright::ui
