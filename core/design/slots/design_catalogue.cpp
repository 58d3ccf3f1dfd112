// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/design_catalogue.h"

namespace scalewright {

const Result<DesignCatalogue>& designCatalogue()
{
    static const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    return catalogue;
}

const DesignCatalogue& designCatalogueOrEmpty()
{
    static const DesignCatalogue emptyCatalogue;
    return designCatalogue() ? *designCatalogue() : emptyCatalogue;
}

}  // namespace scalewright
