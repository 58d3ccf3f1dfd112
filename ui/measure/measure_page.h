// SPDX-License-Identifier: GPL-3.0-or-later
// The Measure page (book 41.7): where did the missing speedup go? The ladder as evidence, compared with the design's
// prediction; and in a tab, where each worker's time goes.
#pragma once

#include <memory>
#include <vector>

#include "ui/document/examples.h"
#include "ui/measure/ladder_charts.h"
#include "ui/page/page.h"
#include "ui/worker/worker.h"

class QGridLayout;
class QMenu;
class QPushButton;

namespace scalewright::ui {

class BreakdownChart;
class CauseCard;
class Chart;
class Figure;
class FitsCard;
class FoldsView;
class LadderRun;
class ImportPanel;
class LadderCard;
class LedgerCard;
class LostSpeedupCard;
class MissingFieldsLine;
class PageTabs;
class PlanMarkerController;
class QuietCombo;
class RemediesCard;
struct LadderPreview;
class RunCard;
class Text;
class TimelineView;
class WaterfallChart;

class MeasurePage final : public Page {
    Q_OBJECT

public:
    explicit MeasurePage(Document& document, QWidget* parent = nullptr);
    ~MeasurePage() override;

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// "ladder", "laws", "prediction", "table" or "timeline".
    void showTab(const QString& id);
    /// `id`: "verdict", "curve", "lost-folds" or a tab's id.
    bool showPart(const QString& id) override;
    [[nodiscard]] QString currentTab() const;
    /// Created on first use.
    [[nodiscard]] TimelineView& timelineView();
    void showLargeCurve(Curve curve);
    /// Shows how a text was read; adds the ladder immediately if nothing needs to be asked, unless `alwaysPreview` is
    /// set. `name` is the file name.
    void importText(const QString& text, const QString& name, const QString& date, bool alwaysPreview = false,
                    const LadderPreview* precomputed = nullptr);
    void openText(const QString& text) override;
    /// Reads the file off the GUI thread and shows it; a profile or timings are passed to the page that handles them.
    void importFile(const QString& path);
    [[nodiscard]] bool isReading() const;
    void takeFile(const QString& path) override;
    [[nodiscard]] QString unfinishedWorkText() const override;
    void paste();
    void addEmptyLadder();
    /// Opens the card that runs a command at several p.
    void showRunCard();
    /// Adds the ladders of an example project.
    void addExample(const QString& path);
    /// Opens a remedy as a variant in Predict: one undo step.
    void tryRemedy(const QString& id);

    [[nodiscard]] Chart& chart() const { return *m_chart; }
    [[nodiscard]] bool isEmpty() const;

protected:
    void refresh() override;
    void layOut() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildEmptyCard();
    QWidget* buildEvidence();
    /// The shipped examples with ladders: the file and the project's title.
    [[nodiscard]] static QList<Example> ladderExamples();
    void fillImportMenu(QMenu& menu);
    void updateTabOrder();
    void refreshEvidence();  ///< refreshes what depends only on the ladder
    void refreshCurves();
    void refreshWaterfall();
    /// The fits and the what-if of every tab, or only those of the tab that is shown.
    [[nodiscard]] LadderOverlay overlay(bool isOfEveryTab) const;
    void addLadders(std::vector<Ladder> ladders, const QString& source);
    void chooseLadderFile();
    void chooseRunFolder();

    [[nodiscard]] bool isTimelineShown() const;
    void showCurrentTab();
    void arrangeCards();
    void updateAnswer();
    void showMissingFields();

    struct FileReading;
    void connectReader();
    void finishReading();

    Curve m_largeCurve = Curve::Speedup;

    Worker<FileReading>* m_reader = nullptr;
    QString m_readPath, m_nextPath;  ///< the file being read, and the one to read next
    PageTabs* m_tabs;
    QWidget* m_ladderTab;
    TimelineView* m_timelineView = nullptr;
    QString m_ladderBasis;
    QuietCombo* m_ladderCombo;
    QPushButton* m_addButton;
    MissingFieldsLine* m_missingLine;
    Text* m_messageLabel;
    ImportPanel* m_importPanel;
    LadderRun* m_ladderRun;
    RunCard* m_runCard;
    QWidget* m_emptyCard;
    QPushButton* m_pasteButton;
    QWidget* m_evidence;
    CauseCard* m_causeCard;
    Chart* m_chart;
    PlanMarkerController* m_planMarker;
    bool m_lectureMode = false;
    Figure* m_curveFigure;
    QPushButton* m_efficiencyButton;  ///< E(p) instead of S(p)
    LostSpeedupCard* m_lostCard;
    BreakdownChart* m_breakdownChart;
    Figure* m_breakdownFigure;
    QPushButton* m_secondsButton;
    FoldsView* m_foldsView;
    Figure* m_foldsFigure;
    RemediesCard* m_remediesCard;
    FitsCard* m_fitsCard;
    LedgerCard* m_ledgerCard;
    WaterfallChart* m_waterfallChart;
    Figure* m_waterfallFigure;
    LadderCard* m_ladderCard;
    std::optional<Ladder> m_shownLadder;
    QList<QWidget*> m_tabStops;  ///< in tab order, as last set
    QGridLayout* m_cardGrid;  ///< the current tab's cards
    std::vector<std::unique_ptr<Chart>> m_exportCharts;
};

}  // namespace scalewright::ui
