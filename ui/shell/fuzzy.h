// Fuzzy matching for Ctrl+K: "prd" finds Predict, "lat hop" finds "alpha, latency per hop".
#pragma once

#include <QStringView>

#include <optional>

namespace scalewright::ui {

/// How well `query` fits `text`, larger is better; nullopt where it does not. Every word of the query must appear with
/// its letters in order, in any case; letters at the start of a word and in a row count more, a short text before a long
/// one. An empty query fits everything alike (0).
[[nodiscard]] std::optional<int> fuzzyScore(QStringView query, QStringView text);

}  // namespace scalewright::ui
