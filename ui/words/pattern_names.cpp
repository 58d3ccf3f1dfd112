#include "ui/words/pattern_names.h"

#include "ui/words/message_text.h"

#include "core/scaling/pattern_traits.h"

namespace scalewright::ui {

QString patternTitle(Pattern pattern)
{
    return QCoreApplication::translate("Patterns", traitsOf(pattern).title);
}

}  // namespace scalewright::ui
