// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_formats.h"

#include <array>

namespace scalewright {

// Each is defined in the file of its format.
extern const LadderTextFormat extrapFormat;

std::span<const LadderTextFormat> ladderTextFormats()
{
    static const std::array formats{extrapFormat};
    return formats;
}

}  // namespace scalewright
