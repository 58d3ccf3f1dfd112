#include "ui/page/page.h"

#include <algorithm>

namespace scalewright::ui {

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
