// SPDX-License-Identifier: GPL-3.0-or-later
// scalewright [PROJECT]: the window. scalewright --export DIR PROJECT: exports its figures and verdict, without a
// display.
#include <QCommandLineParser>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "app/version/version.h"
#include "app/window/pages.h"
#include "app/window/shots.h"
#include "app/window/slide_tools.h"
#include "app/window/startup_probe.h"
#include "ui/document/autosave.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/figure/figure.h"
#include "ui/settings/settings.h"
#include "ui/shell/application.h"
#include "ui/shell/export.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recovery.h"
#include "ui/theme/theme.h"

namespace {

using namespace scalewright;

constexpr int usageError = 2;
constexpr int environmentError = 3;

const char* const helpText =
    R"(scalewright: from "my program is slow" to a distributed design that can be defended with numbers

Usage: scalewright [--page NAME] [PROJECT]     opens the window on a project (or on the book's Output 41.4.1)
       scalewright --export DIR [PROJECT]      writes every page's figures as SVG, PDF, PNG, CSV and LaTeX, the slides,
                                               the verdict and an index.html into DIR, and prints the verdict; needs no display

PROJECT is a .scalewright file; the window also takes a CSV of timed collectives (columns p, bytes, seconds).

  --export DIR   figures, tables, deck.pdf and verdict.txt into DIR, which is created if missing
  --size SIZE    size of the figures: column (84 mm), text (160 mm), slide (140 mm) or poster (400 mm), with type of 8 to
                 10 pt (20 to 25 pt on a poster), or page, as in the window (default: text); a figure that a column would
                 shrink below 7 pt gets the width of text
  --page NAME    opens on that page
  -h, --help     this text
  --version      the version

Exit status: 0 done, 2 usage or input, 3 environment (no display, no permission, disk full)
)";

int printError(const QString& message, int status)
{
    std::fprintf(stderr, "scalewright: %s\n", qUtf8Printable(message));
    return status;
}

int printError(const Error& error)
{
    std::fprintf(stderr, "%s\n", describe(error).c_str());
    return error.code == ErrorCode::Environment ? environmentError : usageError;
}

/// Qt aborts if it cannot open the display; this exits with our own message and status instead.
void exitWithoutDisplay(QtMsgType type, const QMessageLogContext& /*where*/, const QString& text)
{
    if (type == QtFatalMsg) {
        const QString display = qEnvironmentVariable("DISPLAY", qEnvironmentVariable("WAYLAND_DISPLAY"));
        std::_Exit(
            printError(QStringLiteral("the display %1 cannot be opened; scalewright --export DIR PROJECT needs none")
                           .arg(display.isEmpty() ? text.section(QLatin1Char('\n'), 0, 0) : display),
                       environmentError));
    }
    if (type != QtInfoMsg && type != QtDebugMsg)
        std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

/// If the output cannot be written, for example because the disk is full, that is an error.
int printText(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    if (std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout) ==
            static_cast<std::size_t>(bytes.size()) &&
        std::fflush(stdout) == 0)
        return 0;
    return printError(
        QStringLiteral("cannot write to standard output: %1").arg(QString::fromLocal8Bit(std::strerror(errno))),
        environmentError);
}

int exportProject(const QString& project, const QString& folder, ui::FigureSize size)
{
    ui::Document document;
    if (const Result<void> opened = document.openCopy(project); !opened)
        return printError(opened.error());
    const Result<QStringList> written =
        ui::exportAll(document, ui::allPages(), folder, project, size, ui::slideTools().exportPdf);
    if (!written)
        return printError(written.error());
    return printText(ui::verdictText(document));
}

void applySettings(const ui::Settings& settings)
{
    ui::Theme& theme = ui::Theme::instance();
    theme.setTypeScale(settings.typeSize());
    if (settings.theme() != QLatin1String("system"))
        theme.setDark(settings.theme() == QLatin1String("dark"));
}

}  // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN);  // report a closed pipe as an error
    // Everything that needs no QApplication comes first, because its constructor ends the program if there is no
    // display.
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    QCommandLineParser parser;
    const QCommandLineOption help(QStringList{QStringLiteral("h"), QStringLiteral("help")});
    const QCommandLineOption version(QStringLiteral("version"));
    const QCommandLineOption exportOption(QStringLiteral("export"), {}, QStringLiteral("DIR"));
    const QCommandLineOption pageOption(QStringLiteral("page"), {}, QStringLiteral("NAME"));
    const QCommandLineOption shotsOption(QStringLiteral("shots"), {},
                                         QStringLiteral("DIR"));  // for the `shots` build target
    const QCommandLineOption sizeOption(QStringLiteral("size"), {}, QStringLiteral("SIZE"), QStringLiteral("text"));
    parser.addOptions({help, version, exportOption, sizeOption, pageOption, shotsOption});
    if (!parser.parse(arguments))
        return printError(parser.errorText() + QStringLiteral("; see scalewright --help"), usageError);
    if (parser.isSet(help))
        return printText(QString::fromUtf8(helpText));
    if (parser.isSet(version))
        return printText(QStringLiteral("scalewright %1\n").arg(QString::fromUtf8(versionAndCommit())));
    const QStringList projects = parser.positionalArguments();
    if (projects.size() > 1)
        return printError(QStringLiteral("one project at a time: '%1' is one too many").arg(projects.at(1)),
                          usageError);
    const std::optional<ui::FigureSize> size = ui::figureSizeNamed(parser.value(sizeOption));
    if (!size)
        return printError(QStringLiteral("there is no size '%1'; expected column, text, slide, poster or page")
                              .arg(parser.value(sizeOption)),
                          usageError);
    const bool headless = parser.isSet(exportOption) || parser.isSet(shotsOption);
    if (headless)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    else if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
             qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        return printError(QStringLiteral("there is no display; scalewright --export DIR PROJECT needs none"),
                          environmentError);

    qInstallMessageHandler(exitWithoutDisplay);
    ui::Application app(argc, argv);
    qInstallMessageHandler(nullptr);
    app.setOrganizationName(QStringLiteral("Scalewright"));
    app.setApplicationName(QStringLiteral("scalewright"));
    app.setApplicationVersion(QString::fromUtf8(versionAndCommit()));
    app.setApplicationDisplayName(QStringLiteral("Scalewright"));

    const QString example = ui::workedExamplePath();
    if (headless) {
        const QString project = projects.isEmpty() ? example : projects.front();
        if (project.isEmpty())
            return printError(QStringLiteral("the example projects were not found; name a PROJECT"), environmentError);
        if (parser.isSet(shotsOption)) {
            const Result<int> shotCount = takeShots(project, parser.value(shotsOption));
            return shotCount ? 0 : printError(shotCount.error());
        }
        return exportProject(project, parser.value(exportOption), *size);
    }

    const ui::Settings settings;
    applySettings(settings);
    ui::Document document;
    // Read the example before creating the window, so that the first frame shows it.
    if (projects.isEmpty() && !example.isEmpty())
        if (const Result<void> opened = document.openCopy(example); !opened)
            return printError(opened.error());
    ui::Autosave autosave(document);
    ui::MainWindow window(document, ui::allPages());
    window.setSlideTools(ui::slideTools());
    if (!projects.isEmpty())
        window.openFile(projects.front());
    if (parser.isSet(pageOption) && !window.showPage(parser.value(pageOption)))
        return printError(QStringLiteral("there is no page '%1'; expected one of %2")
                              .arg(parser.value(pageOption), ui::pageIds().join(QLatin1String(", "))),
                          usageError);
    installStartupProbe(window);
    ui::Recovery recovery(window, autosave);
    recovery.offerNewest();
    window.show();
    return QApplication::exec();
}
