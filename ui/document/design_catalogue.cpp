#include "ui/document/design_catalogue.h"

namespace scalewright::ui {

const Result<DesignCatalogue>& designCatalogue()
{
    static const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    return catalogue;
}

}  // namespace scalewright::ui
