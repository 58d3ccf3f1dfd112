// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the charts and texts of the Predict page.
#pragma once

#include <QCoreApplication>

#include "core/project/document/project.h"

namespace scalewright::ui::predicting {

struct PredictTr {
    Q_DECLARE_TR_FUNCTIONS(Predict)
};

inline bool hasPrice(const Project& project)
{
    return project.target.priceUsdPerHour && project.target.priceUsdPerHour->value > 0;
}

}  // namespace scalewright::ui::predicting
