// Diagnose (book 41.2): which ceiling does the single machine hit first? Figure 41.2.1 live, and what follows from it.
//
// A figure that is changed here is a what-if: the page shows what it would come to, the document does not have it.
// "Keep" writes all of a what-if into the project as one step of undo; "Discard" and Escape take it back.
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
class MissingLine;
class NextBars;
class NodePanel;
class VerdictCard;
class WrongAxisCard;

class DiagnosePage final : public Page {
    Q_OBJECT

public:
    explicit DiagnosePage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;

    /// Opens the figures of a diamond or the row of a leaf, and puts the keyboard there.
    void openNode(const TreeNode& node);
    void closePanel();
    /// Adds the question for serving workloads to the tree and opens its figures.
    void addServing();

    [[nodiscard]] QString underWay() const override;

    [[nodiscard]] bool isTrying() const override { return !m_whatIf.isEmpty(); }

    void setWhatIf(ProfileField field, double value);
    void keep();
    void discard();
    [[nodiscard]] const WhatIf& whatIf() const { return m_whatIf; }

    /// What the page shows now: the project's flow, or the what-if's.
    [[nodiscard]] const FlowView& flow() const { return m_flow; }
    [[nodiscard]] TreeView& tree() const { return *m_tree; }
    [[nodiscard]] NodePanel& panel() const { return *m_panel; }
    [[nodiscard]] VerdictCard& verdict() const { return *m_verdict; }
    [[nodiscard]] WrongAxisCard& wrongAxis() const { return *m_wrongAxis; }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void refresh() override;
    void layOut() override;

private:
    /// Escape, where there is a what-if or an open panel for it.
    [[nodiscard]] bool takesBack(const QKeyEvent& key) const;
    QWidget* buildTree();
    QWidget* buildColumn();
    void orderTabs();
    void tryFigure(ProfileField field, double value);
    void tryFlip(const Flip& flip);
    void toBaseline(const QString& pointer);
    [[nodiscard]] bool asksServing() const;

    WhatIf m_whatIf;
    bool m_saidToTry = false;     ///< what tryingChanged said last
    bool m_servingAdded = false;  ///< asked for on the page; a project with a budget has the question anyway
    FlowView m_flow;
    Result<AxisMenu> m_menu;

    QBoxLayout* m_body;
    TreeView* m_tree;
    MissingLine* m_missing;
    Figure* m_figure;
    QPushButton* m_keep;
    QPushButton* m_discard;
    QWidget* m_servingOffer;
    QPushButton* m_addServing;
    CardColumn* m_column;
    NodePanel* m_panel;
    VerdictCard* m_verdict;
    NextBars* m_next;
    Figure* m_nextFigure;
    WrongAxisCard* m_wrongAxis;
};

}  // namespace scalewright::ui
