#include "ui/words/message_text.h"

#include <QCoreApplication>

#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

class WindowLanguage : public Language {
public:
    std::string wording(Message::Kind kind, const std::string& english) const override
    {
        return QCoreApplication::translate(kind == Message::Kind::Data ? "Catalogue" : "Core", english.c_str())
            .toStdString();
    }

    std::string capital(std::string text) const override { return sentenceCase(qt(text)).toStdString(); }

    std::string lowered(std::string text) const override
    {
        QString words = qt(text);
        if (!words.isEmpty())
            words[0] = words.at(0).toLower();
        return words.toStdString();
    }
};

}  // namespace

QString said(const Message& message)
{
    return qt(inWords(message, windowLanguage()));
}

Message asMessage(const QString& words)
{
    return verbatim(words.toStdString());
}

QString fromCatalogue(const std::string& text)
{
    return said(fromData(text));
}

const Language& windowLanguage()
{
    static const WindowLanguage language;
    return language;
}

QString said(const Problem& problem)
{
    return said(describedMessage(problem));
}

QString said(const Error& error, std::size_t most)
{
    return said(describedMessage(error, most));
}

}  // namespace scalewright::ui
