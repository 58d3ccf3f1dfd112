// Measure (book 41.7): where did the missing speedup go? The ladder read as evidence, against the design's prediction;
// and in a tab, where each worker's time goes.
#pragma once

#include <memory>
#include <vector>

#include "ui/document/examples.h"
#include "ui/measure/ladder_charts.h"
#include "ui/page/page.h"
#include "ui/worker/worker.h"

class QBoxLayout;
class QComboBox;
class QMenu;
class QPushButton;

namespace scalewright::ui {

class BreakdownChart;
class CauseCard;
class Chart;
class ChartCard;
class Figure;
class FitsCard;
class FoldsView;
class LadderRun;
class ImportPanel;
class LadderCard;
class LedgerCard;
class MissingLine;
class PageTabs;
class PlanMarker;
class RemediesCard;
struct ReadLadder;
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

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// "ladder" or "timeline".
    void showTab(const QString& id);
    /// "verdict", "curve", "lost-folds"; a tab.
    bool showPart(const QString& id) override;
    [[nodiscard]] QString currentTab() const;
    /// Made when it is first asked for.
    [[nodiscard]] TimelineView& timeline();
    void showLarge(Curve curve);
    /// Shows what a text was understood as; takes it at once where it leaves nothing to ask. `name` is the file's.
    void importText(const QString& text, const QString& name, const QString& date, bool look = false,
                    const ReadLadder* already = nullptr);
    void takeText(const QString& text) override;
    /// Reads it off the GUI thread and shows it; what is no ladder but a profile or timings goes to where those are
    /// taken.
    void importFile(const QString& path);
    [[nodiscard]] bool isReading() const;
    void takeFile(const QString& path) override;
    [[nodiscard]] QString underWay() const override;
    void paste();
    void addEmptyLadder();
    /// Opens the card that runs a command at several p.
    void showRunCard();
    /// Adds the ladders of an example project.
    void addExample(const QString& path);
    /// Opens a remedy as a variant in Predict: one step of undo.
    void tryRemedy(const QString& id);

    [[nodiscard]] CauseCard& cause() const { return *m_cause; }
    [[nodiscard]] Chart& chart() const { return *m_chart; }
    [[nodiscard]] BreakdownChart& breakdown() const { return *m_breakdown; }
    [[nodiscard]] FoldsView& folds() const { return *m_folds; }
    [[nodiscard]] WaterfallChart& waterfall() const { return *m_waterfall; }
    [[nodiscard]] FitsCard& fits() const { return *m_fits; }
    [[nodiscard]] LedgerCard& ledger() const { return *m_ledger; }
    [[nodiscard]] RemediesCard& remedies() const { return *m_remedies; }
    [[nodiscard]] LadderCard& ladder() const { return *m_ladder; }
    [[nodiscard]] ImportPanel& importPanel() const { return *m_import; }
    [[nodiscard]] RunCard& runCard() const { return *m_run; }
    [[nodiscard]] LadderRun& ladderRun() const { return *m_ladderRun; }
    [[nodiscard]] bool isEmpty() const;

protected:
    void refresh() override;
    void layOut() override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildEmpty();
    QWidget* buildEvidence();
    /// The ladders among the shipped examples: a file and its project's title.
    [[nodiscard]] static QList<Example> ladderExamples();
    void fillImportMenu(QMenu& menu);
    void orderTabs();
    void refreshEvidence();  ///< what depends on the ladder alone
    void refreshCurves();
    void refreshTwin();
    void refreshWaterfall();
    [[nodiscard]] LadderOverlay overlay() const;
    void take(std::vector<Ladder> ladders, const QString& from);
    void say(const QString& text, bool problem);
    void askFile();
    void askRuns();

    void showTimeline(bool shown);
    void sayBasis(const QString& text);
    void sayWhatIsMissing();

    struct FileRead;
    void watchReader();
    void takeRead();

    Curve m_large = Curve::Speedup;

    Worker<FileRead>* m_reader = nullptr;
    QString m_path, m_next;  ///< what is being read, and what comes then
    PageTabs* m_tabs;
    QWidget* m_ladderTab;
    TimelineView* m_timeline = nullptr;
    QString m_ladderBasis;
    QComboBox* m_choice;
    QPushButton* m_add;
    MissingLine* m_missing;
    Text* m_message;
    ImportPanel* m_import;
    LadderRun* m_ladderRun;
    RunCard* m_run;
    QWidget* m_empty;
    QPushButton* m_paste;
    Text* m_emptyWarning;
    QWidget* m_evidence;
    CauseCard* m_cause;
    Chart* m_chart;
    PlanMarker* m_plan;
    bool m_lecture = false;
    Figure* m_figure;
    ChartCard* m_twin;  ///< the other of S(p) and E(p), small
    BreakdownChart* m_breakdown;
    Figure* m_breakdownFigure;
    QPushButton* m_seconds;
    FoldsView* m_folds;
    Figure* m_foldsFigure;
    RemediesCard* m_remedies;
    FitsCard* m_fits;
    LedgerCard* m_ledger;
    WaterfallChart* m_waterfall;
    Figure* m_waterfallFigure;
    LadderCard* m_ladder;
    std::optional<Ladder> m_ladderShown;
    QList<QWidget*> m_stops;  ///< in the order of Tab, as last laid down
    std::vector<QBoxLayout*> m_rows;  ///< side by side where there is room
    std::vector<std::unique_ptr<Chart>> m_exports;
};

}  // namespace scalewright::ui
