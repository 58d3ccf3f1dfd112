// What a figure is made of, whoever draws it: a drawing, the numbers behind it, and what it says in words.
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>

#include "core/output/tables/pgfplots.h"
#include "core/output/tables/table.h"
#include "ui/theme/theme.h"

class QCPPainter;
class QPainter;

namespace scalewright::ui {

/// The same painter, for whoever only draws with it: without qcustomplot.h, which costs seconds a file, nobody sees
/// that it is one.
[[nodiscard]] QPainter& plainPainter(QCPPainter& painter);

struct FigureTexts {
    QString title;    ///< "Speedup S(p)"
    QString caption;  ///< carries the parameters: "Book's ring all-reduce, T_comp 1 s, alpha 0.8 ms, beta 40 ms"
    QString summary;  ///< for screen readers: what one would say about it on the phone
    QString says{};  ///< of the caption, the answer: in sight on the page, where the rest is behind Why

    bool operator==(const FigureTexts&) const = default;
};

class FigureContent {
public:
    virtual ~FigureContent() = default;

    [[nodiscard]] virtual FigureTexts texts() const = 0;
    /// The numbers behind the drawing: the table twin, CSV, LaTeX and pgfplots. Its caption is texts().caption.
    [[nodiscard]] virtual Table table() const = 0;
    /// Labels that the drawing on screen has no room for.
    [[nodiscard]] virtual QStringList unlabelled() const { return {}; }
    /// What is drawn at that size, in the light look; nullopt where it is no chart of curves (then pgfplots is not
/// offered).
    [[nodiscard]] virtual std::optional<PgfplotsFigure> pgfplots(const QSizeF& /*size*/) const { return std::nullopt; }
    /// The size it is exported at as it is on the page, in pixels at scale 1, without title and caption.
    [[nodiscard]] virtual QSizeF naturalSize() const = 0;
    /// The size it takes where there is room for that width. A wider answer is shrunk by whoever draws it, type too.
    [[nodiscard]] virtual QSizeF sizeAt(double width) const
    {
        return {std::min(width, naturalSize().width()), naturalSize().height()};
    }
    /// Draws into (0, 0, size) and nowhere else, clipped by geometry, in the given look; title and caption are not its
    /// business.
    virtual void render(QCPPainter& painter, const QSizeF& size, const Look& look) const = 0;
};

}  // namespace scalewright::ui
