#include "app/window/shots.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QSettings>
#include <QTemporaryDir>

#include "ui/document/document.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;

Result<int> takeShots(const QString& project, const QString& folder)
{
    const QTemporaryDir settings;  // the person's own stay as they are
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    ui::Document document;
    if (Result<void> opened = document.openCopy(project); !opened)
        return fail(std::move(opened.error()));
    const std::vector<ui::PageEntry> pages = ui::allPages();
    QDir().mkpath(folder);
    ui::Theme& theme = ui::Theme::instance();
    ui::MainWindow window(document, pages);
    window.show();
    int taken = 0;
    for (const bool dark : {false, true}) {
        theme.setDark(dark);
        for (const double type : {1.0, 1.75}) {
            theme.setTypeScale(type);
            for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
                window.resize(size);
                for (const ui::PageEntry& page : pages) {
                    window.showPage(page.id);
                    for (int round = 0; round < 30; ++round)
                        QApplication::processEvents();  // layouts first, then the replots they queue
                    const QString path = QDir(folder).filePath(QStringLiteral("%1-%2-%3-%4x%5.png")
                        .arg(page.id, dark ? QStringLiteral("dark") : QStringLiteral("light"), QString::number(type, 'f', 2))
                        .arg(size.width()).arg(size.height()));
                    if (!window.grab().save(path))
                        return fail(ErrorCode::Environment, "the picture cannot be written", "a place where you may write",
                                    {.file = path.toStdString()});
                    ++taken;
                }
            }
        }
    }
    return taken;
}
