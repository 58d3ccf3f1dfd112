// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plan_marker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/project/document/project.h"
#include "ui/figure/chart.h"

namespace scalewright::ui {

PlanMarkerController::PlanMarkerController(Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    addHandle({QStringLiteral("plan"), [this] { return m_document.analysis().planP; },
               [this](int p, EditPhase phase) {
                   if (phase == EditPhase::Begin)
                       return;  // the plan does not change until the handle moves
                   Project after = m_document.project();
                   after.plan.p = p;
                   editInGesture(tr("plan p"), QStringLiteral("plan"), std::move(after));
               }});
}

PlanMarkerController::PlanMarkerController(Document& document, Chart& chart) : PlanMarkerController(document, &chart)
{
    m_chart = &chart;
    connect(&chart, &Chart::markerDragged, this, &PlanMarkerController::dragHandle);
    connect(&chart, &Chart::markerStepped, this, &PlanMarkerController::stepHandle);
}

void PlanMarkerController::addHandle(Handle handle)
{
    m_handles.push_back(std::move(handle));
}

void PlanMarkerController::movePlan(int p, EditPhase phase)
{
    dragHandle(QStringLiteral("plan"), p, phase);
}

void PlanMarkerController::editInGesture(const QString& text, const QString& key, Project after)
{
    m_document.edit(text, std::move(after), m_gestureId == 0 ? QString() : key, m_gestureId);
}

std::optional<int> PlanMarkerController::largestPDuringGesture() const
{
    if (!m_document.isGestureActive() || !m_chart || !m_chart->spec().x.high)
        return std::nullopt;
    const int largestShownP = static_cast<int>(*m_chart->spec().x.high);
    return isMoving() || isAxisLongEnough(largestShownP, m_document.analysis()) ? std::optional(largestShownP)
                                                                                : std::nullopt;
}

void PlanMarkerController::dragHandle(const QString& id, double x, EditPhase phase)
{
    const auto handle =
        std::find_if(m_handles.begin(), m_handles.end(), [&](const Handle& candidate) { return candidate.id == id; });
    if (handle == m_handles.end())
        return;
    if (phase == EditPhase::Begin)
        m_gestureId = m_document.beginGesture();
    handle->onMoved(std::clamp(static_cast<int>(std::lround(x)), 1, m_document.pMax()), phase);
    if (phase == EditPhase::End && std::exchange(m_gestureId, 0) != 0) {
        m_document.endGesture();
        Q_EMIT dragFinished();
    }
}

void PlanMarkerController::stepHandle(const QString& id, MarkerStep step)
{
    const auto handle =
        std::find_if(m_handles.begin(), m_handles.end(), [&](const Handle& candidate) { return candidate.id == id; });
    if (handle == m_handles.end())
        return;
    int p = handle->currentP();
    switch (step) {
    case MarkerStep::Previous: p -= handle->hasCoarseSteps ? std::max(1, p / 5) : 1; break;
    case MarkerStep::Next: p += handle->hasCoarseSteps ? std::max(1, p / 4) : 1; break;
    case MarkerStep::PagePrevious: p /= 2; break;
    case MarkerStep::PageNext: p *= 2; break;
    case MarkerStep::First: p = 1; break;
    case MarkerStep::Last: p = static_cast<int>(m_chart->spec().x.high.value_or(m_document.pMax())); break;
    }
    dragHandle(id, p, EditPhase::End);
}

}  // namespace scalewright::ui
