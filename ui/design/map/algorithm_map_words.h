// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm map's texts that its layout needs to measure; defined in algorithm_map_words.cpp.
#pragma once

#include <QStringList>

#include "ui/design/map/algorithm_map_layout.h"

namespace scalewright::ui::mapWords {

[[nodiscard]] QString workersAxisTitle();
[[nodiscard]] QString messageAxisTitle();
/// For example "Rabenseifner all-reduce also at powers of two".
[[nodiscard]] QString hiddenPatternText(Pattern pattern, bool isAtPowersOfTwo);
/// For example "your design", "ring all-reduce, 83.4 ms".
[[nodiscard]] QStringList dotLabelLines(const MapContent& content);

}  // namespace scalewright::ui::mapWords
