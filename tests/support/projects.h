// Projects that several tests of the window start from.
#pragma once

#include "core/project/project.h"

namespace scalewright::test {

/// Output 41.4.1 of the book: T_comp 1 s, alpha 0.8 ms, beta 40 ms (1 GB over 25 GB/s).
inline Project output4141()
{
    Project project;
    project.title = "Output 41.4.1";
    project.baseline.tCompS = typed(1);
    project.target.alphaS = typed(0.0008);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.design.communication.messageBytes = typed(1e9);
    return project;
}

}  // namespace scalewright::test
