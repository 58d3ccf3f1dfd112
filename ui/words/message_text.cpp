#include "ui/words/message_text.h"

#include "ui/words/qt.h"

namespace scalewright::ui {

QString said(const std::string& message)
{
    return qt(message);
}

std::string asMessage(const QString& words)
{
    return words.toStdString();
}

QString fromCatalogue(const std::string& text)
{
    return qt(text);
}

QString said(const Problem& problem)
{
    return qt(describe(problem));
}

QString said(const Error& error, std::size_t most)
{
    return qt(describe(error, most));
}

}  // namespace scalewright::ui
