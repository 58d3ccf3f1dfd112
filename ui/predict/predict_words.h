// What the Predict page's charts and texts share.
#pragma once

#include <QCoreApplication>

#include "core/project/document/project.h"

namespace scalewright::ui::predicting {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Predict)
};

inline bool priced(const Project& project)
{
    return project.target.priceUsdPerHour && project.target.priceUsdPerHour->value > 0;
}

}  // namespace scalewright::ui::predicting
