#include "ui/words/slot_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {
struct SlotTr {
    Q_DECLARE_TR_FUNCTIONS(Design)
};
}  // namespace

QString parametersText(const std::vector<SlotParameter>& parameters)
{
    QStringList words;
    for (const SlotParameter& parameter : parameters)
        words << (parameter.pointer == "/design/communication/pattern"
                      ? qt(parameter.text)
                      : SlotTr::tr("%1 %2").arg(qt(parameter.name), qt(parameter.text)));
    return words.join(QStringLiteral(", "));
}

}  // namespace scalewright::ui
