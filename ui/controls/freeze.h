// SPDX-License-Identifier: GPL-3.0-or-later
// Freezes the prediction: stores the shown variant's parameters with the date, for comparison with later measurements.
#pragma once

#include <QString>

#include "core/base/error/result.h"

namespace scalewright::ui {

class Document;

/// Adds the prediction to the ledger as one undo step. Error: no model, with the message from freeze().
[[nodiscard]] Result<void> freezePrediction(Document& document);

/// The date on which the current prediction was frozen; empty if it was not, or has changed since.
[[nodiscard]] QString frozenDate(const Document& document);

}  // namespace scalewright::ui
