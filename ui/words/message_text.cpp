// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/message_text.h"

namespace scalewright::ui {

QString said(const Problem& problem)
{
    return toQString(describe(problem));
}

QString errorText(const Error& error, std::size_t maximumLines)
{
    return toQString(describe(error, maximumLines));
}

}  // namespace scalewright::ui
