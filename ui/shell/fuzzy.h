// Fuzzy matching for Ctrl+K: "prd" finds Predict, "lat hop" finds "alpha, latency per hop".
#pragma once

#include <QStringView>

#include <optional>

namespace scalewright::ui {

/// How well `query` fits `text`, larger is better; nullopt where it does not. Every word of the query must appear with
/// its letters in order, in any case: in a row, skipping within a word, or going on at the start of a later one ("sa"
/// for "Save as"). Starts of words and letters in a row count more, a short text more than a long one. An empty query
/// fits everything alike (0).
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

}  // namespace scalewright::ui
