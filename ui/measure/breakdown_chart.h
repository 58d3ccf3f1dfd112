// Where the time of each p went, as stacked bars: compute, communication, waiting, input/output; in percent or seconds.
#pragma once

#include <QWidget>

#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "ui/figure/figure_content.h"

class QChart;
class QChartView;

namespace scalewright::ui {

class Text;

class BreakdownChart : public QWidget, public FigureContent {
    Q_OBJECT

public:
    explicit BreakdownChart(QWidget* parent = nullptr);

    /// `why` says why there is nothing to draw where `ladder` is nullptr.
    void setLadder(const MeasuredLadder* ladder, const QString& caption, const QString& why);
    void setPercent(bool percent);
    [[nodiscard]] bool isPercent() const { return m_percent; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {560, 320}; }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void rebuild();

    std::vector<Rung> m_rungs;  ///< those with parts
    std::size_t m_allRungs = 0;
    QString m_caption, m_why;
    bool m_percent = true;
    QChartView* m_view;
    Text* m_empty;
};

}  // namespace scalewright::ui
