// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/roofline.h"

#include <algorithm>

namespace scalewright {

double Roofline::ridge() const
{
    return peakFlops / memoryBandwidthBytesPerS;
}

double Roofline::attainableFlops(double intensity) const
{
    return std::min(peakFlops, memoryBandwidthBytesPerS * intensity);
}

double Roofline::timeS(double flops, double bytesMoved) const
{
    return std::max(flops / peakFlops, bytesMoved / memoryBandwidthBytesPerS);
}

std::optional<double> arithmeticIntensity(double flops, double bytesMoved)
{
    if (bytesMoved <= 0)
        return std::nullopt;
    return flops / bytesMoved;
}

}  // namespace scalewright
