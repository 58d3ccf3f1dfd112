// The flag of the plan's p: dragged or stepped on any chart, it is one edit of the document with one step of undo a
// gesture.
//
//     m_plan = new PlanMarker(document, *m_chart);
//
// A chart may have other handles over p; each says where it is and what moving it means.
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
    /// Moves the marker "plan" of the chart.
    PlanMarker(Document& document, Chart& chart);
    /// For what is no chart: move() is called.
    PlanMarker(Document& document, QObject* parent);

    struct Handle {
        QString id;
        std::function<int()> where;
        std::function<void(int p, EditPhase phase)> moved;
        bool coarse = false;  ///< a key moves it by a quarter of p, not by one worker
    };
    void add(Handle handle);

    /// The plan's p becomes `p`, kept within what is searched.
    void move(int p, EditPhase phase);
    /// An edit that belongs to the gesture under way, if one is.
    void edit(const QString& text, const QString& key, Project after);
    [[nodiscard]] bool isMoving() const { return m_gesture != 0; }
    /// How far p stays drawn while a hand holds a slider or a handle, so that nothing else moves: what is drawn already,
    /// until a best p or the plan leaves it. Absent where nothing is held.
    [[nodiscard]] std::optional<int> heldReach() const;

Q_SIGNALS:
    /// A drag is over.
    void released();

private:
    void drag(const QString& id, double x, EditPhase phase);
    void step(const QString& id, MarkerStep step);

    Document& m_document;
    Chart* m_chart = nullptr;
    std::vector<Handle> m_handles;
    int m_gesture = 0;
};

}  // namespace scalewright::ui
