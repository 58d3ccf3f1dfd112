// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_preview.h"

#include <QAbstractTextDocumentLayout>
#include <QScrollBar>
#include <QTextDocument>

#include <algorithm>

#include "core/output/report/rich_text.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

ReportPreview::ReportPreview(QWidget* parent) : QTextEdit(parent), m_figures(new ReportFigures(this))
{
    setReadOnly(true);  // disables links too
    setUndoRedoEnabled(false);
    setAccessibleName(tr("preview of the report"));
    setTabChangesFocus(true);
    document()->setDocumentMargin(Theme::spacing(4));
    m_figures->drawFiguresIn(*document());
    connect(&Theme::instance(), &Theme::changed, this, &ReportPreview::restyle);
    restyle();
}

QSize ReportPreview::sizeHint() const
{
    return {QTextEdit::sizeHint().width(), minimumHeight()};
}

QVariant ReportPreview::loadResource(int, const QUrl&)
{
    return {};
}

void ReportPreview::setReport(const Report& report)
{
    const QString html = toQString(reportRichText(report, {}));
    m_report = report;
    m_figures->setReport(report, Theme::instance().isDark());
    if (html != m_html)
        showHtml(html);
    else
        viewport()->update();
}

void ReportPreview::restyle()
{
    const VisualStyle look = Theme::instance().visualStyle();
    const QFont body = Theme::instance().font(TextStyle::Body);
    document()->setDefaultFont(body);
    const auto css = [&](const char* element, ColorRole role, double size, bool bold) {
        return QStringLiteral("%1 { color: %2; font-size: %3px; font-weight: %4; }\n")
            .arg(QLatin1String(element), look.color(role).name())
            .arg(qRound(size * body.pixelSize()))
            .arg(bold ? 600 : 400);
    };
    document()->setDefaultStyleSheet(
        css("body", ColorRole::Ink, 1, false) + css("h1", ColorRole::Ink, 1.5, true) +
        css("h2", ColorRole::Ink, 1.25, true) + css("h3", ColorRole::Ink, 1, true) +
        css(".headline", ColorRole::Ink, 1.1, true) + css(".quiet", ColorRole::SoftInk, 0.9, false) +
        css("th", ColorRole::SoftInk, 0.9, false) +
        QStringLiteral(".box { background-color: %1; }\n").arg(look.color(ColorRole::Hover).name()));
    if (!m_report)
        return;
    m_figures->setReport(*m_report, Theme::instance().isDark());
    showHtml(m_html);
}

void ReportPreview::showHtml(const QString& html)
{
    const int place = verticalScrollBar()->value();
    setUpdatesEnabled(false);
    m_html = html;
    setHtml(html);
    // Force a complete layout, and the scroll bar's range with it, so that the position is valid.
    const double height = document()->documentLayout()->documentSize().height();
    verticalScrollBar()->setMaximum(std::max(verticalScrollBar()->maximum(), qRound(height) - viewport()->height()));
    verticalScrollBar()->setValue(place);
    setUpdatesEnabled(true);
}

void ReportPreview::showSection(const QString& place)
{
    scrollToAnchor(place);
}

}  // namespace scalewright::ui
