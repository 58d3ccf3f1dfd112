// SPDX-License-Identifier: GPL-3.0-or-later
// scalewright-probe: core's probe process, with a matrix multiplication library.
#include "core/evidence/probes/probe_process.h"

#ifdef SCALEWRIGHT_OPENBLAS

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <cblas.h>

namespace {

#if defined(__x86_64__)
/// OpenBLAS selects its kernels by the processor's model number, and treats a processor newer than the library as the
/// oldest one it knows: the version in Debian 12 takes an Emerald Rapids for a Prescott and reaches a fifth of its
/// peak. The processor's feature flags do not have this problem. The choice is set in the environment and takes effect
/// at the next start.
void selectOpenBlasCore(char** argv)
{
    constexpr const char* variable = "OPENBLAS_CORETYPE";
    struct CoreKind {
        bool isSupported;
        const char* name;
        std::array<const char*, 6> equivalentNames;
    };
    __builtin_cpu_init();
    const bool vectors = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool wide = vectors && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    const std::array kinds{
        CoreKind{wide, "SkylakeX", {"SkylakeX", "Cooperlake", "SapphireRapids", "Zen"}},
        CoreKind{vectors, "Haswell", {"Haswell", "Zen", "Excavator", "SkylakeX", "Cooperlake", "SapphireRapids"}},
    };
    const auto kind = std::ranges::find_if(kinds, [](const CoreKind& each) { return each.isSupported; });
    const char* currentCore = openblas_get_corename();
    if (kind == kinds.end() || std::getenv(variable) != nullptr ||
        std::ranges::any_of(kind->equivalentNames,
                            [&](const char* each) { return each != nullptr && strcasecmp(each, currentCore) == 0; }))
        return;
    std::error_code error;
    // The program's real name, so that ps shows it.
    const std::string executablePath = std::filesystem::read_symlink("/proc/self/exe", error);
    // If this fails, the library's own choice is used, and its name is reported.
    if (!error && setenv(variable, kind->name, 1) == 0)
        execv(executablePath.c_str(), argv);
}
#else
void selectOpenBlasCore(char** /*argv*/) {}
#endif

std::string libraryName()
{
    const std::string words = openblas_get_config();  // "OpenBLAS 0.3.21 DYNAMIC_ARCH …"
    const std::size_t version = words.find(' ');
    return words.substr(0, words.find(' ', version + 1)) + " (" + openblas_get_corename() + ")";
}

void multiply(int rows, int columns, int inner, const double* a, const double* b, double* c)
{
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner, 1.0, a, rows, b, inner, 0.0, c, rows);
}

void multiplySingle(int rows, int columns, int inner, const float* a, const float* b, float* c)
{
    cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, columns, inner, 1.0F, a, rows, b, inner, 0.0F, c,
                rows);
}

}  // namespace

#else

#include <Eigen/Core>

namespace {

const char* libraryName()
{
    return "Eigen, built for any processor of this kind (a lower bound of the peak)";
}

template <class Matrix, class Value>
void product(int rows, int columns, int inner, const Value* a, const Value* b, Value* c)
{
    Eigen::Map<Matrix>(c, rows, columns).noalias() =
        Eigen::Map<const Matrix>(a, rows, inner) * Eigen::Map<const Matrix>(b, inner, columns);
}

void multiply(int rows, int columns, int inner, const double* a, const double* b, double* c)
{
    product<Eigen::MatrixXd>(rows, columns, inner, a, b, c);
}

void multiplySingle(int rows, int columns, int inner, const float* a, const float* b, float* c)
{
    product<Eigen::MatrixXf>(rows, columns, inner, a, b, c);
}

}  // namespace

#endif

int main(int argc, char** argv)
{
#ifdef SCALEWRIGHT_OPENBLAS
    selectOpenBlasCore(argv);
    openblas_set_num_threads(1);  // the probe distributes the columns over its own threads
#endif
    return scalewright::runProbeProcess(argc, argv, {libraryName(), multiply, multiplySingle});
}
