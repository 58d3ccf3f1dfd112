// The report as it will be handed in, live: one sheet that scrolls, keeps its place while it changes, and asks nothing of
// any file or network.
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
    /// Scrolls to its beginning: "ceiling".
    void showSection(const QString& place);

    [[nodiscard]] QSize sizeHint() const override;
    /// Nothing is loaded from anywhere: figures are drawn, and a report holds nothing else.
    QVariant loadResource(int type, const QUrl& name) override;

private:
    void restyle();
    void show(const QString& html);

    ReportFigures* m_figures;
    std::optional<Report> m_report;
    QString m_html;
};

}  // namespace scalewright::ui
