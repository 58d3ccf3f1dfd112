// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/slot_words.h"

#include <QStringList>

#include "ui/words/qt.h"

namespace scalewright::ui {

QString parametersText(const std::vector<SlotParameter>& parameters)
{
    QStringList words;
    for (const SlotParameter& parameter : parameters)
        words << (parameter.jsonPointer == "/design/communication/pattern"
                      ? toQString(parameter.text)
                      : Tr::tr("%1 %2").arg(toQString(parameter.name), toQString(parameter.text)));
    return words.join(QStringLiteral(", "));
}

}  // namespace scalewright::ui
