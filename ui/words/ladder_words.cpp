#include "ui/words/ladder_words.h"

#include <QCoreApplication>

namespace scalewright::ui {

QString roleTitle(const LadderRole& role)
{
    return QCoreApplication::translate("LadderRoles", role.title);
}

}  // namespace scalewright::ui
