#include "ui/words/message_text.h"

namespace scalewright::ui {

QString said(const Problem& problem)
{
    return qt(describe(problem));
}

QString said(const Error& error, std::size_t most)
{
    return qt(describe(error, most));
}

}  // namespace scalewright::ui
