// Freezing the prediction: the shown variant's parameters, dated, to be held against what is measured later.
#pragma once

#include <QString>

#include "core/base/error/result.h"

namespace scalewright::ui {

class Document;

/// Adds it to the ledger; one step of undo. Error: there is no model, as freeze() says it.
[[nodiscard]] Result<void> freezePrediction(Document& document);

/// The date on which the prediction as it stands was frozen; empty where it was not, or was changed since.
[[nodiscard]] QString frozenOn(const Document& document);

}  // namespace scalewright::ui
