// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace scalewright::ui {

namespace {

#ifdef __x86_64__
[[gnu::target("avx")]] void clearUpperHalves()
{
    _mm256_zeroupper();
}
#endif

}  // namespace

bool Application::notify(QObject* receiver, QEvent* event)
{
#ifdef __x86_64__
    static const bool hasAvx = __builtin_cpu_supports("avx");
    if (hasAvx)
        clearUpperHalves();
#endif
    return QApplication::notify(receiver, event);
}

}  // namespace scalewright::ui
