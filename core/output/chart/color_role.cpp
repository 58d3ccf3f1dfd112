// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/color_role.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace scalewright::chart {

std::uint32_t colorOf(ColorRole role, bool dark)
{
    struct Color {
        std::uint32_t light, dark;
    };
    static constexpr std::array<Color, colorRoleCount> colors{{{0xF6F6F3, 0x161718},
                                                               {0xFFFFFF, 0x1E2021},
                                                               {0xE2E2DC, 0x34373A},
                                                               {0xEFEFEA, 0x282B2D},
                                                               {0x1B1B1A, 0xECECE8},
                                                               {0x6A6A66, 0xA2A5A6},
                                                               {0xA3A39D, 0x6C7072},
                                                               {0x0072B2, 0x56B4E9},
                                                               {0xE69F00, 0xE69F00},
                                                               {0x999999, 0x9A9A9A},
                                                               {0x009E73, 0x2BB88F},
                                                               {0xCC79A7, 0xD994BC},
                                                               {0xD55E00, 0xF0803C}}};
    const Color& color = colors.at(static_cast<std::size_t>(role));
    return dark ? color.dark : color.light;
}

std::uint32_t blendColors(std::uint32_t over, std::uint32_t under, double alpha)
{
    std::uint32_t blended = 0;
    for (const int shift : {16, 8, 0}) {
        const double mixed = alpha * (over >> shift & 0xFF) + (1 - alpha) * (under >> shift & 0xFF);
        blended |= static_cast<std::uint32_t>(std::lround(mixed)) << shift;
    }
    return blended;
}

std::string hexColor(std::uint32_t color)
{
    return fmt::format("{:06X}", color);
}

std::vector<std::pair<std::string, std::string>> lightAndDarkColors()
{
    std::vector<std::pair<std::string, std::string>> colors;
    const auto shown = [](int role, bool dark, double opacity) {
        return hexColor(
            blendColors(colorOf(static_cast<ColorRole>(role), dark), colorOf(ColorRole::Card, dark), opacity));
    };
    for (const double opacity : {1.0, fadedOpacity})
        for (int role = 0; role < colorRoleCount; ++role)
            colors.emplace_back(shown(role, false, opacity), shown(role, true, opacity));
    return colors;
}

}  // namespace scalewright::chart
