// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a report's figures where its rich text refers to them: as vectors on screen and on paper, never from a file.
#pragma once

#include <QHash>
#include <QObject>
#include <QTextObjectInterface>

#include "core/output/report/report.h"

class QTextDocument;

namespace scalewright::ui {

class ReportFigures : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    explicit ReportFigures(QObject* parent = nullptr);
    ~ReportFigures() override;

    /// Sets the figures for all registered documents.
    void setReport(const Report& report, bool dark);
    /// Draws every image in that document; an image that is not a figure takes up no space.
    void drawFiguresIn(QTextDocument& document);

    [[nodiscard]] QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    [[nodiscard]] const chart::ChartLayout* figureOf(const QTextFormat& format) const;

    QHash<QString, chart::ChartLayout> m_figures;
    bool m_isDark = false;
};

}  // namespace scalewright::ui
