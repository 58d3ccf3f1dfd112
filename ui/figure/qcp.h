// SPDX-License-Identifier: GPL-3.0-or-later
// qcustomplot.h uses the keywords signals, slots and emit, which QT_NO_KEYWORDS disables; they are defined only here.
#pragma once

#pragma push_macro("signals")
#pragma push_macro("slots")
#pragma push_macro("emit")
#pragma push_macro("foreach")
#undef signals
#undef slots
#undef emit
#undef foreach
#include <QObject>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
#pragma pop_macro("signals")
#pragma pop_macro("slots")
#pragma pop_macro("emit")
#pragma pop_macro("foreach")
