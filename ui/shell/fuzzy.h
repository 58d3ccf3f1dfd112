// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzy matching for Ctrl+K: "prd" finds Predict, "lat hop" finds "alpha, latency per hop".
#pragma once

#include <QStringView>

#include <optional>

namespace scalewright::ui {

/// How well `query` fits `text`; higher is better, and nullopt means no match. Every word in the query must appear with
/// its letters in order, ignoring case: consecutively, with gaps within a word, or continuing at the start of a later
/// word ("sa" for "Save as"). Starts of words and consecutive letters score higher, and short texts score higher than
/// long ones. An empty query matches everything equally (0).
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

}  // namespace scalewright::ui
