// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of spans over time, painted directly, with at most one box per pixel regardless of the number of spans.
//
// The view shows a range of time. Ctrl+wheel zooms at the pointer (so does the wheel alone once the view has the
// focus); a drag pans, a drag on the ruler or with Shift selects a range, and a double click shows a step. Keys: Left
// and Right pan, plus and minus zoom, 0 shows everything, Up and Down choose a lane, Enter expands its streams, n and p
// move to the next or previous span, Shift+Left and Shift+Right select, and Escape clears the selection.
#pragma once

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

#include "ui/figure/figure_content.h"
#include "ui/timeline/lane_geometry.h"
#include "ui/timeline/lane_source.h"

class QPainter;

namespace scalewright::ui {

class LaneView : public QAbstractScrollArea, public FigureContent {
    Q_OBJECT

public:
    explicit LaneView(QWidget* parent = nullptr);

    /// Sets the source to show; if it is nullptr, `emptyText` says why there is nothing. `keepRange`: keeps the same
    /// steps or times visible.
    void setSource(std::shared_ptr<const LaneSource> source, FigureTexts texts, bool keepRange,
                   const QString& emptyText = {});
    [[nodiscard]] const LaneSource* source() const { return m_source.get(); }

    /// Draws another run's lanes below the lanes with the same title, instead of the source's originalSource(): each at
    /// half the height (`halfHeight`), or the other run thin. The visible step starts at the same position in both.
    /// Lasts until the next setSource; nullptr removes it. Precondition: both have ticks of the same length.
    void setComparison(std::shared_ptr<const LaneSource> comparison, bool halfHeight);
    [[nodiscard]] const LaneSource* comparison() const { return m_comparison.get(); }
    void setTexts(FigureTexts texts);

    void showRange(std::int64_t from, std::int64_t to);
    void showAll();
    void zoomBy(double factor);
    [[nodiscard]] TimeWindow visibleWindow() const { return m_window; }

    void setSearch(const QString& text);
    /// Goes to the next span that matches the search; returns false if none exists.
    bool findNext();

    void setSelection(std::optional<std::pair<std::int64_t, std::int64_t>> range);
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> selection() const { return m_selection; }
    [[nodiscard]] std::size_t currentLane() const { return m_currentLane; }
    void setCurrentLane(std::size_t lane);
    void toggleStreams(std::size_t lane);
    [[nodiscard]] bool isExpanded(std::size_t lane) const { return lane < m_expanded.size() && m_expanded[lane]; }

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return Theme::scaled(260, 150); }
    /// The height at which every lane is as high as it may be; more would stay blank.
    [[nodiscard]] int heightLimit() const { return m_heightLimit; }

Q_SIGNALS:
    void laneChosen(int lane);
    /// A description of what is under the pointer, selected or found; empty if there is nothing.
    void readoutChanged(const QString& words);
    void windowChanged();
    void heightLimitChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Row {
        std::size_t lane = 0;
        int stream = -1;  ///< -1: the bar
        double top = 0, height = 0;  ///< position and height of the box, from the top of the first row
    };
    struct LegendEntry {
        std::optional<Activity> activity;  ///< absent: idle time, or an explanation of the second bar of each lane
        QString text;
        bool isIdle = false;
        QPointF position{};
    };
    struct Layout {
        std::vector<LegendEntry> legend;
        double labelsWidth = 0, rulerBottom = 0, axisHeight = 0;
        std::vector<Row> rows;
        double rowsHeight = 0;
        QRectF lanesRect;  ///< the visible area of the rows
    };
    [[nodiscard]] Layout computeLayout(const QSizeF& size, const VisualStyle& look) const;
    [[nodiscard]] double lanePitch(double availableHeight, const VisualStyle& look) const;
    void draw(QPainter& painter, const QSizeF& size, const VisualStyle& look, const TimeWindow& window,
              double scrollOffset, bool onScreen) const;
    void drawRow(QPainter& painter, const Row& row, const Layout& layout, const VisualStyle& look,
                 const TimeWindow& window, double scrollOffset, bool onScreen) const;
    [[nodiscard]] bool hasStepHeads() const { return !m_source->steps.empty() && m_source->areStepsCommon; }
    void updateLayout();
    /// The lane above or below the current one, as far as there is one.
    void chooseNeighbour(int distance);
    void setWindow(const TimeWindow& window);
    [[nodiscard]] const Row* rowAt(const QPointF& position) const;
    void showReadoutAt(const QPointF& position);
    void announceHit(const LaneSource::SpanHit& hit);
    void stepToSpan(int direction);
    void announceSelection();
    void ensureLaneVisible();

    /// The last tick shown.
    [[nodiscard]] std::int64_t lastTick() const;
    /// The end of the rows in sight: of the bars, or of the streams once a lane is unfolded.
    [[nodiscard]] std::int64_t lastVisibleTick() const;
    [[nodiscard]] std::vector<LegendEntry> legendEntries() const;

    std::shared_ptr<const LaneSource> m_source, m_comparison;
    bool m_isComparisonHalfHeight = false;
    std::vector<int> m_comparisonIndex;  ///< for each lane, its index in m_comparison, or -1
    FigureTexts m_texts;
    QString m_emptyText;
    TimeWindow m_window;
    Layout m_layout;
    int m_heightLimit = QWIDGETSIZE_MAX;
    std::vector<bool> m_expanded;
    std::size_t m_currentLane = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> m_selection;
    std::optional<LaneSource::SpanHit> m_currentHit;
    QString m_search;
    LaneSource::Matcher m_matcher;
    std::optional<QPointF> m_pressPosition;
    TimeWindow m_pressWindow;
    bool m_isSelecting = false;
    std::int64_t m_selectionStart = 0;
};

}  // namespace scalewright::ui
