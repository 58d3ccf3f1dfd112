// The child's side of a probe: what the program scalewright-probe runs. It measures and says so on standard output
// (wire.h). It is killed to be cancelled, so it needs no stop token and must never leave anything behind.
#pragma once

#include <string>

namespace scalewright {

/// The library that multiplies matrices: C = A B, column by column, on the calling thread alone.
/// A is rows x inner, B inner x columns, C rows x columns; each column follows the one before it.
struct MatrixLibrary {
    std::string name;  ///< "OpenBLAS 0.3.21"
    void (*multiply)(int rows, int columns, int inner, const double* a, const double* b, double* c) = nullptr;
    void (*multiplySingle)(int rows, int columns, int inner, const float* a, const float* b, float* c) = nullptr;
};

/// main() of scalewright-probe. Arguments: KIND FOLDER REPEATS ARRAY_BYTES FILE_BYTES PARENT_PID. Ends when the parent
/// does. Returns 0 after "done", 3 after "error", 2 for arguments that are none of a parent's.
int runProbeProcess(int argc, char** argv, const MatrixLibrary& library);

}  // namespace scalewright
