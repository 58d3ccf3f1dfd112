// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_writing.h"

#include <QBuffer>
#include <QFileInfo>
#include <QObject>
#include <QPageLayout>
#include <QPdfWriter>
#include <QTextDocument>

#include <array>
#include <utility>

#include "core/output/report/rich_text.h"
#include "core/output/tables/latex.h"
#include "ui/document/file_path.h"
#include "ui/report/report_figures.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

namespace fs = std::filesystem;

QString fileEnding(HandInKind kind)
{
    switch (kind) {
    case HandInKind::Archive: return QStringLiteral(".tar.gz");
    case HandInKind::WebPage: return QStringLiteral(".html");
    case HandInKind::Pdf: return QStringLiteral(".pdf");
    case HandInKind::Markdown: return QStringLiteral(".md");
    case HandInKind::Latex: return QStringLiteral(".tex");
    case HandInKind::Folder: break;
    }
    return {};
}

/// The report as a Markdown page, and its figures.
Result<std::vector<ArchivedFile>> markdownFiles(const Report& report, const std::string& name)
{
    const Result<std::vector<ArchivedFile>> figures = figureFiles(report);
    if (!figures)
        return fail(figures.error());
    std::vector<ArchivedFile> files{{name, reportMarkdown(report)}};
    for (const ArchivedFile& figure : *figures)
        if (figure.name.ends_with(".svg"))
            files.push_back(figure);
    return files;
}

Result<std::string> handInContent(const AnsweredReport& answered, HandInKind kind, const ReportMonitor& watch)
{
    if (kind == HandInKind::Pdf)
        return reportPdf(answered.report, watch.stopToken);
    return kind == HandInKind::Latex ? reportLatex(answered.report) : reportHtml(answered.report);
}

}  // namespace

const std::vector<HandInKind>& handInKinds()
{
    static const std::vector<HandInKind> kinds{HandInKind::Archive, HandInKind::Folder,   HandInKind::Pdf,
                                               HandInKind::WebPage, HandInKind::Markdown, HandInKind::Latex};
    return kinds;
}

QString fileDialogFilter(HandInKind kind)
{
    switch (kind) {
    case HandInKind::Archive: return QObject::tr("Archive to hand in (*.tar.gz)");
    case HandInKind::Folder: return QObject::tr("Folder to hand in (*)");
    case HandInKind::WebPage: return QObject::tr("Report as a web page (*.html)");
    case HandInKind::Pdf: return QObject::tr("Report as PDF (*.pdf)");
    case HandInKind::Markdown: return QObject::tr("Report as Markdown with separate figures (*.md)");
    case HandInKind::Latex: break;
    }
    return QObject::tr("Report as LaTeX (*.tex)");
}

HandInKind handInKindOf(const QString& path, HandInKind chosen)
{
    if (chosen == HandInKind::Folder)
        return chosen;
    for (const HandInKind kind : handInKinds())
        if (kind != HandInKind::Folder && withEnding(path, kind) == path)
            return kind;
    return chosen;
}

QString withEnding(const QString& path, HandInKind kind)
{
    const QString ending = fileEnding(kind);
    return path.endsWith(ending, Qt::CaseInsensitive) ||
                   (kind == HandInKind::Archive && path.endsWith(QLatin1String(".tgz")))
               ? path
               : path + ending;
}

Result<SavedFiles> writeHandIn(const Project& project, const HandInRequest& request, const ReportMonitor& watch)
{
    const fs::path path = toFilesystemPath(request.path);
    const auto saveSingle = [&](std::string content) {
        return saveFiles(path.parent_path(), {{path.filename().string(), std::move(content)}}, request.mayReplace);
    };
    if (request.kind == HandInKind::Archive || request.kind == HandInKind::Folder) {
        const Result<ReportPackage> package = makeReportPackage(project, request.projectFolder, {}, watch);
        if (!package)
            return fail(package.error());
        return request.kind == HandInKind::Folder ? saveFiles(path, package->files, request.mayReplace)
                                                  : saveSingle(makeArchive(path.string(), package->files));
    }
    const Result<AnsweredReport> answered = makeAnsweredReport(project, watch);
    if (!answered)
        return fail(answered.error());
    if (request.kind == HandInKind::Markdown)
        return markdownFiles(answered->report, path.filename().string()).and_then([&](const auto& files) {
            return saveFiles(path.parent_path(), files, request.mayReplace);
        });
    return handInContent(*answered, request.kind, watch).and_then(saveSingle);
}

Result<std::string> reportPdf(const Report& report, const std::stop_token& stop)
{
    const std::string latex = reportLatex(report);
    if (!lettersUnsupportedByPdflatex(latex).empty())
        return reportPdfByQt(report);
    Result<std::string> pdf = typesetLatex(latex, stop);
    if (pdf || pdf.error().code == ErrorCode::Cancelled)
        return pdf;
    return reportPdfByQt(report);
}

std::string reportPdfByQt(const Report& report)
{
    QTextDocument sheet;
    QFont font(QStringLiteral("DejaVu Sans"));
    ReportFigures figures;
    figures.setReport(report, false);
    font.setPointSizeF(9.5);
    sheet.setDefaultFont(font);
    sheet.setDefaultStyleSheet(QStringLiteral(
        "h1 { font-size: 18pt; } h2 { font-size: 13pt; } .headline { font-size: 11pt; font-weight: 600; } "
        "h3 { font-size: 10pt; } .quiet { color: #555555; font-size: 8.5pt; } td, th { font-size: 8.5pt; } "
        ".box { background-color: #efefea; font-size: 9.5pt; } code, .items { font-size: 8pt; }"));
    figures.drawFiguresIn(sheet);
    sheet.setHtml(toQString(reportRichText(report, {.includesDetails = true})));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setTitle(toQString(report.title));
        writer.setCreator(toQString(report.program));
        sheet.print(&writer);  // with 2 cm margins and page numbers
    }
    return bytes.toStdString();
}

}  // namespace scalewright::ui
