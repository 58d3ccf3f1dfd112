// Draws a report's figures where its rich text names them: as lines on screen and on paper, never from a file.
#pragma once

#include <QHash>
#include <QObject>
#include <QTextObjectInterface>

#include <memory>

#include "core/output/report/report.h"

class QTextDocument;

namespace scalewright::ui {

class ReportFigures : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    explicit ReportFigures(QObject* parent = nullptr);
    ~ReportFigures() override;

    /// Those of the report, from now on in every document that they draw for; their letters are of that family.
    void set(const Report& report, bool dark, const QString& family);
    /// Every image of that document is drawn here; what names no figure takes no room.
    void drawFor(QTextDocument& document);

    [[nodiscard]] QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    struct Figure;
    [[nodiscard]] Figure* figureOf(const QTextFormat& format) const;

    QHash<QString, std::shared_ptr<Figure>> m_figures;
    QString m_family;
};

}  // namespace scalewright::ui
