#include "ui/shell/page.h"

#include <algorithm>

#include "ui/baseline/baseline_page.h"
#include "ui/design/design_page.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/measure/measure_page.h"
#include "ui/predict/predict_page.h"

namespace scalewright::ui {

std::vector<PageEntry> allPages()
{
    return {BaselinePage::entry(), DiagnosePage::entry(), DesignPage::entry(), PredictPage::entry(), MeasurePage::entry()};
}

QStringList pageIds()
{
    QStringList ids;
    for (const PageEntry& page : allPages())
        ids << page.id;
    return ids;
}

PageState stateOf(const std::vector<MaybeQuantity>& needed)
{
    if (needed.empty() || !std::all_of(needed.begin(), needed.end(), [](const auto& quantity) { return quantity.has_value(); }))
        return PageState::Empty;
    const bool measured = std::all_of(needed.begin(), needed.end(), [](const MaybeQuantity& quantity) {
        return quantity->provenance.origin == Origin::Measured || quantity->provenance.origin == Origin::Imported;
    });
    return measured ? PageState::Measured : PageState::Assumed;
}

}  // namespace scalewright::ui
