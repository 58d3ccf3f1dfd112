// The words on the algorithm map; the layout measures them, algorithm_map_words.cpp says them.
#pragma once

#include <QStringList>

#include "ui/design/map/algorithm_map_layout.h"

namespace scalewright::ui::mapWords {

[[nodiscard]] QString workersAxis();
[[nodiscard]] QString messageAxis();
/// "your design", "ring all-reduce, 83.4 ms".
[[nodiscard]] QStringList dotLabel(const MapContent& content);

}  // namespace scalewright::ui::mapWords
