// scalewright-probe: core's probe process with a library that multiplies matrices.
#include "core/probes/probe_process.h"

#ifdef SCALEWRIGHT_OPENBLAS

#include <cblas.h>

#include <string>

namespace {

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
    openblas_set_num_threads(1);  // the probe divides the columns over threads of its own
#endif
    return scalewright::runProbeProcess(argc, argv, {libraryName(), multiply, multiplySingle});
}
