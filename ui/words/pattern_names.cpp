#include "ui/words/pattern_names.h"

#include "ui/words/message_text.h"

namespace scalewright::ui {

QString patternTitle(Pattern pattern)
{
    return said(titleOf(pattern));
}

}  // namespace scalewright::ui
