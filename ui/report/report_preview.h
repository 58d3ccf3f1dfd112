// SPDX-License-Identifier: GPL-3.0-or-later
// A live preview of the report as it will be handed in: one scrolling sheet that keeps its scroll position when it
// changes and reads no files or network resources.
#pragma once

#include <QTextEdit>

#include "core/output/report/report.h"
#include "ui/report/report_figures.h"

namespace scalewright::ui {

class ReportPreview : public QTextEdit {
    Q_OBJECT

public:
    explicit ReportPreview(QWidget* parent = nullptr);

    void setReport(const Report& report);
    /// Scrolls to a section by its id: "ceiling".
    void showSection(const QString& place);

    [[nodiscard]] QSize sizeHint() const override;
    /// Loads nothing: figures are drawn, and a report has no other resources.
    QVariant loadResource(int type, const QUrl& name) override;

private:
    void restyle();
    void showHtml(const QString& html);

    ReportFigures* m_figures;
    std::optional<Report> m_report;
    QString m_html;
};

}  // namespace scalewright::ui
