// SPDX-License-Identifier: GPL-3.0-or-later
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
    connect(&m_autosave, &Autosave::failed, this,
            [this](const Error& error) { m_notice.showError(tr("Autosave failed: save your edits yourself"), error); });
}

void Recovery::offerNewest()
{
    if (!m_notice.isHidden()) {  // a notice about an opened file is shown first
        connect(&m_notice, &Notice::dismissed, this, &Recovery::offerAfterNotice,
                static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection));
        return;
    }
    const std::vector<Autosave::UnsavedWork> leftovers = m_autosave.findUnsavedWork();
    if (leftovers.empty())
        return;
    const Autosave::UnsavedWork& newest = leftovers.front();
    const QString when = QLocale().toString(newest.writtenAt, QLocale::ShortFormat);
    QStringList lines{
        newest.originalPath.isEmpty()
            ? tr("Last edited %1, and never saved to a file.").arg(when)
            : tr("Last edited %1, and not saved to %2.").arg(when, QDir::toNativeSeparators(newest.originalPath))};
    if (leftovers.size() > 1)
        lines << tr("%1 more after this one.").arg(leftovers.size() - 1);
    m_notice.showMessage(tr("Recovered work: %1").arg(newest.title), lines,
                         {{tr("Open"), [this, newest] { openLeftover(newest); }, true},
                          {tr("Discard"), [this, newest] { discardLeftover(newest); }},
                          {tr("Later"), {}}});
}

void Recovery::offerAfterNotice()
{
    if (!m_notice.isHidden())
        return;
    disconnect(&m_notice, &Notice::dismissed, this, &Recovery::offerAfterNotice);
    if (!m_window.isLecture())  // recovered work does not concern the audience
        offerNewest();
}

void Recovery::openLeftover(const Autosave::UnsavedWork& leftover)
{
    const auto recover = [this, leftover] {
        if (const Result<void> recovered = m_autosave.recover(leftover.sidecarFile); !recovered)
            m_notice.showMessage(tr("The recovered work cannot be read"),
                                 errorText(recovered.error()).split(QLatin1Char('\n'), Qt::SkipEmptyParts),
                                 {{tr("Discard"), [this, leftover] { discardLeftover(leftover); }}, {tr("Later"), {}}});
        else
            offerNewest();
    };
    m_window.leaveDocument(recover, [this] { offerNewest(); });
}

void Recovery::discardLeftover(const Autosave::UnsavedWork& leftover)
{
    m_autosave.discard(leftover.sidecarFile);
    offerNewest();
}

}  // namespace scalewright::ui
