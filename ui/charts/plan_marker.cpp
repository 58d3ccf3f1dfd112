#include "ui/charts/plan_marker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
#include "core/project/document/project.h"
#include "ui/figure/chart.h"

namespace scalewright::ui {

PlanMarker::PlanMarker(Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    add({QStringLiteral("plan"), [this] { return m_document.analysis().planP; },
         [this](int p, EditPhase phase) {
             if (phase == EditPhase::Begin)
                 return;  // it lies where it is until it moves
             Project after = m_document.project();
             after.plan.p = p;
             edit(tr("plan p"), QStringLiteral("plan"), std::move(after));
         }});
}

PlanMarker::PlanMarker(Document& document, Chart& chart) : PlanMarker(document, &chart)
{
    m_chart = &chart;
    connect(&chart, &Chart::markerDragged, this, &PlanMarker::drag);
    connect(&chart, &Chart::markerStepped, this, &PlanMarker::step);
}

void PlanMarker::add(Handle handle)
{
    m_handles.push_back(std::move(handle));
}

void PlanMarker::move(int p, EditPhase phase)
{
    drag(QStringLiteral("plan"), p, phase);
}

void PlanMarker::edit(const QString& text, const QString& key, Project after)
{
    m_document.edit(text, std::move(after), m_gesture == 0 ? QString() : key, m_gesture);
}

std::optional<int> PlanMarker::heldReach() const
{
    if (!m_document.isHeld() || !m_chart || !m_chart->spec().x.high)
        return std::nullopt;
    const int shown = static_cast<int>(*m_chart->spec().x.high);
    return isMoving() || stillShows(shown, m_document.analysis()) ? std::optional(shown) : std::nullopt;
}

void PlanMarker::drag(const QString& id, double x, EditPhase phase)
{
    const auto handle =
        std::find_if(m_handles.begin(), m_handles.end(), [&](const Handle& each) { return each.id == id; });
    if (handle == m_handles.end())
        return;
    if (phase == EditPhase::Begin)
        m_gesture = m_document.beginGesture();
    handle->moved(std::clamp(static_cast<int>(std::lround(x)), 1, m_document.pMax()), phase);
    if (phase == EditPhase::End && std::exchange(m_gesture, 0) != 0) {
        m_document.endGesture();
        Q_EMIT released();
    }
}

void PlanMarker::step(const QString& id, MarkerStep step)
{
    const auto handle =
        std::find_if(m_handles.begin(), m_handles.end(), [&](const Handle& each) { return each.id == id; });
    if (handle == m_handles.end())
        return;
    int p = handle->where();
    switch (step) {
    case MarkerStep::Previous: p -= handle->coarse ? std::max(1, p / 5) : 1; break;
    case MarkerStep::Next: p += handle->coarse ? std::max(1, p / 4) : 1; break;
    case MarkerStep::PagePrevious: p /= 2; break;
    case MarkerStep::PageNext: p *= 2; break;
    case MarkerStep::First: p = 1; break;
    case MarkerStep::Last: p = static_cast<int>(m_chart->spec().x.high.value_or(m_document.pMax())); break;
    }
    drag(id, p, EditPhase::End);
}

}  // namespace scalewright::ui
