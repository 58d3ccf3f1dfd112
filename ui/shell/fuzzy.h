// Fuzzy matching for Ctrl+K: "prd" finds Predict, "lat hop" finds "alpha, latency per hop".
#pragma once

#include <QStringView>

#include <optional>

namespace scalewright::ui {

/// How well `query` fits `text`, larger is better; nullopt if it does not. Every word of the query must appear with its
/// letters in order, ignoring case: in a row, skipping within a word, or continuing at the start of a later one ("sa"
/// for "Save as"). Starts of words and consecutive letters score higher, short texts higher than long ones. An empty
/// query fits everything equally (0).
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

}  // namespace scalewright::ui
