// SPDX-License-Identifier: GPL-3.0-or-later
// The child process of a probe, run as the program scalewright-probe. It measures and reports on standard output
// (wire.h). It is cancelled by killing it, so it needs no stop token and must never leave files behind.
#pragma once

#include <string>

namespace scalewright {

/// The library used to multiply matrices: C = A B, column by column, on the calling thread only. A is rows x inner, B
/// inner x columns, C rows x columns; all are stored by columns.
struct MatrixLibrary {
    std::string name;  ///< "OpenBLAS 0.3.21"
    void (*multiply)(int rows, int columns, int inner, const double* a, const double* b, double* c) = nullptr;
    void (*multiplySingle)(int rows, int columns, int inner, const float* a, const float* b, float* c) = nullptr;
};

/// main() of scalewright-probe. Arguments: KIND FOLDER REPEATS ARRAY_BYTES FILE_BYTES PARENT_PID. Exits when the parent
/// exits. Returns 0 after "done", 3 after "error", 2 for invalid arguments.
int runProbeProcess(int argc, char** argv, const MatrixLibrary& library);

}  // namespace scalewright
