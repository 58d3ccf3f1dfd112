// The flag at the plan's p. It can be dragged or stepped on any chart; each gesture is one edit of the document and one
// undo step.
//
//     m_plan = new PlanMarker(document, *m_chart);
//
// A chart may have further handles over p; each handle provides its current p and a function that applies a new one.
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

#include "ui/document/document.h"
#include "ui/quantity/edit_phase.h"

namespace scalewright::ui {

class Chart;
enum class MarkerStep;

class PlanMarker : public QObject {
    Q_OBJECT

public:
    /// Controls the marker "plan" of the chart.
    PlanMarker(Document& document, Chart& chart);
    /// For controls other than a chart, which call movePlan() themselves.
    PlanMarker(Document& document, QObject* parent);

    struct Handle {
        QString id;
        std::function<int()> currentP;
        std::function<void(int p, EditPhase phase)> onMoved;
        bool hasCoarseSteps = false;  ///< a key moves it by a quarter of p instead of one worker
    };
    void addHandle(Handle handle);

    /// Sets the plan's p to `p`, clamped to the searched range.
    void movePlan(int p, EditPhase phase);
    /// Makes an edit that belongs to the current gesture, if there is one.
    void editInGesture(const QString& text, const QString& key, Project after);
    [[nodiscard]] bool isMoving() const { return m_gestureId != 0; }
    /// The largest p to draw while a slider or handle is held, so that the axis stays still: the one drawn now, until a
    /// best p or the plan leaves it. nullopt if nothing is held.
    [[nodiscard]] std::optional<int> largestPDuringGesture() const;

Q_SIGNALS:
    void dragFinished();

private:
    void dragHandle(const QString& id, double x, EditPhase phase);
    void stepHandle(const QString& id, MarkerStep step);

    Document& m_document;
    Chart* m_chart = nullptr;
    std::vector<Handle> m_handles;
    int m_gestureId = 0;
};

}  // namespace scalewright::ui
