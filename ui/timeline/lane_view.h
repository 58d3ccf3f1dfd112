// Lanes of spans over time: painted by itself, at most one box a pixel, whatever the number of spans.
//
// The view looks at a stretch of time. Ctrl+wheel zooms to the pointer (the wheel alone too, once the view has the
// keyboard); a drag pans, a drag on the ruler or with Shift selects a stretch, a double click shows a step. Keys: Left
// and Right pan, plus and minus zoom, 0 shows everything, Up and Down choose a lane, Enter unfolds its streams, n and p
// go from span to span, Shift+Left and Shift+Right select, Escape forgets the selection.
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

    /// What is shown; nullptr: `why` says why there is nothing. `keepPlace`: the stretch in sight stays by its steps or
    /// times.
    void setSource(std::shared_ptr<const LaneSource> source, FigureTexts texts, bool keepPlace,
                   const QString& why = {});
    [[nodiscard]] const LaneSource* source() const { return m_source.get(); }

    /// Another run's lanes under those of the same title, instead of the source's own before(): as high as they
    /// (`halves`) or thin. The step in sight begins together. Until the next setSource; nullptr: none. Precondition:
    /// ticks are as long.
    void setBeside(std::shared_ptr<const LaneSource> beside, bool halves);
    [[nodiscard]] const LaneSource* beside() const { return m_beside.get(); }
    void setTexts(FigureTexts texts);

    void look(std::int64_t from, std::int64_t to);
    void lookAtAll();
    void zoom(double factor);
    [[nodiscard]] TimeWindow shown() const { return m_window; }

    void search(const QString& text);
    /// To the next span that fits the search; false where none does.
    bool findNext();

    void select(std::optional<std::pair<std::int64_t, std::int64_t>> stretch);
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> selection() const { return m_selection; }
    [[nodiscard]] std::size_t currentLane() const { return m_lane; }
    void setCurrentLane(std::size_t lane);
    void toggle(std::size_t lane);
    [[nodiscard]] bool isUnfolded(std::size_t lane) const { return lane < m_unfolded.size() && m_unfolded[lane]; }

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void laneChosen(int lane);
    /// What is under the pointer, selected or found, in words; empty: nothing.
    void readOut(const QString& words);
    void windowChanged();

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
        int stream = -1;  ///< the bar
        double top = 0, height = 0;  ///< of the box, from the top of the first row
    };
    struct LegendEntry {
        Doing what = Doing::Compute;
        QPointF at;
    };
    struct Layout {
        std::vector<LegendEntry> legend;
        double labels = 0, ruler = 0, axis = 0;
        std::vector<Row> rows;
        double rowsHeight = 0;
        QRectF lanes;  ///< where rows are seen
    };
    [[nodiscard]] Layout layOut(const QSizeF& size, const Look& look) const;
    [[nodiscard]] double pitch(double room, const Look& look) const;
    void draw(QPainter& painter, const QSizeF& size, const Look& look, const TimeWindow& window, double scrolled,
              bool onScreen) const;
    void drawRow(QPainter& painter, const Row& row, const Layout& layout, const Look& look, const TimeWindow& window,
                 double scrolled, bool onScreen) const;
    void relayout();
    void setWindow(const TimeWindow& window);
    [[nodiscard]] const Row* rowAt(const QPointF& at) const;
    void hover(const QPointF& at);
    void sayHit(const LaneSource::Hit& hit);
    void stepSpan(int direction);
    void saySelection();
    void ensureLaneVisible();

    /// The last tick of what is shown.
    [[nodiscard]] std::int64_t lastTick() const;
    /// For the legend.
    [[nodiscard]] std::vector<Doing> occurring() const;

    std::shared_ptr<const LaneSource> m_source, m_beside;
    bool m_halves = false;
    std::vector<int> m_besideLane;  ///< [lane]: the one of m_beside, or -1
    FigureTexts m_texts;
    QString m_why;
    TimeWindow m_window;
    Layout m_layout;
    std::vector<bool> m_unfolded;
    std::size_t m_lane = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> m_selection;
    std::optional<LaneSource::Hit> m_hit;
    QString m_search;
    LaneSource::Matcher m_matcher;
    std::optional<QPointF> m_pressed;
    TimeWindow m_pressedWindow;
    bool m_selecting = false;
    std::int64_t m_selectFrom = 0;
};

}  // namespace scalewright::ui
