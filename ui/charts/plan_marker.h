// SPDX-License-Identifier: GPL-3.0-or-later
// The flag at the plan's p. It can be dragged or stepped on any chart; each gesture is one document edit and one undo
// step.
//
//     m_plan = new PlanMarkerController(document, *m_chart);
//
// A chart may have more handles over p; each handle provides its current p and a function that applies a new one.
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

class PlanMarkerController : public QObject {
    Q_OBJECT

public:
    /// Controls the chart's marker "plan".
    PlanMarkerController(Document& document, Chart& chart);
    /// For controls other than a chart; they call movePlan() themselves.
    PlanMarkerController(Document& document, QObject* parent);

    struct Handle {
        QString id;
        std::function<int()> currentP;
        std::function<void(int p, EditPhase phase)> onMoved;
        bool hasCoarseSteps = false;  ///< arrow keys move it by a quarter of p instead of one worker
    };
    void addHandle(Handle handle);

    /// Sets the plan's p to `p`, clamped to the searched range.
    void movePlan(int p, EditPhase phase);
    /// Makes an edit that is part of the current gesture, if there is one.
    void editInGesture(const QString& text, const QString& key, Project after);
    [[nodiscard]] bool isMoving() const { return m_gestureId != 0; }
    /// The largest p to draw while a slider or handle is held, so that the axis does not move: the current end of the
    /// axis, unless a best p or the plan is beyond it. nullopt if nothing is held.
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
