#include "ui/shell/recovery.h"

#include <QDir>
#include <QLocale>

#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

Recovery::Recovery(MainWindow& window, Autosave& autosave, QObject* parent)
    : QObject(parent), m_window(window), m_notice(window.notice()), m_autosave(autosave)
{
    connect(&m_autosave, &Autosave::failed, this, [this](const Error& error) {
        m_notice.showError(tr("Your edits are not being kept safe: save them yourself"), error);
    });
}

void Recovery::offer()
{
    if (!m_notice.isHidden()) {  // something is said already, of the file that was named: it is read first
        connect(&m_notice, &Notice::gone, this, &Recovery::offerLater,
                static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection));
        return;
    }
    const std::vector<Autosave::Leftover> leftovers = m_autosave.leftovers();
    if (leftovers.empty())
        return;
    const Autosave::Leftover& newest = leftovers.front();
    const QString when = QLocale().toString(newest.written, QLocale::ShortFormat);
    QStringList lines{
        newest.originalPath.isEmpty()
            ? tr("Last edited %1, and never saved to a file.").arg(when)
            : tr("Last edited %1, and not saved to %2.").arg(when, QDir::toNativeSeparators(newest.originalPath))};
    if (leftovers.size() > 1)
        lines << tr("%1 more after this one.").arg(leftovers.size() - 1);
    m_notice.tell(tr("Recovered work: %1").arg(newest.title), lines,
                  {{tr("Open"), [this, newest] { open(newest); }, true},
                   {tr("Discard"), [this, newest] { discard(newest); }},
                   {tr("Later"), {}}});
}

void Recovery::offerLater()
{
    if (!m_notice.isHidden())
        return;
    disconnect(&m_notice, &Notice::gone, this, &Recovery::offerLater);
    if (!m_window.isLecture())  // it is nothing for a room
        offer();
}

void Recovery::open(const Autosave::Leftover& leftover)
{
    const auto recover = [this, leftover] {
        if (const Result<void> recovered = m_autosave.recover(leftover.file); !recovered)
            m_notice.tell(tr("The recovered work cannot be read"),
                          said(recovered.error()).split(QLatin1Char('\n'), Qt::SkipEmptyParts),
                          {{tr("Discard"), [this, leftover] { discard(leftover); }}, {tr("Later"), {}}});
        else
            offer();
    };
    m_window.leaveDocument(recover, [this] { offer(); });
}

void Recovery::discard(const Autosave::Leftover& leftover)
{
    m_autosave.discard(leftover.file);
    offer();
}

}  // namespace scalewright::ui
