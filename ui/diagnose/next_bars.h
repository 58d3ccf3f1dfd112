// What binds next: how far every other ceiling is from binding, as bars.
#pragma once

#include <vector>

#include "core/model/bottleneck/flow.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class NextBars : public FigureView {
    Q_OBJECT

public:
    explicit NextBars(QWidget* parent = nullptr);
    /// `why` says why there is nothing to show, where `next` is empty.
    void setNext(std::vector<NextBottleneck> next, const QString& why, const QString& caption);
    /// All of them; bars have those at 1 % or more, and the nearest.
    [[nodiscard]] const std::vector<NextBottleneck>& next() const { return m_all; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    std::vector<NextBottleneck> m_all, m_shown;
    QString m_why, m_caption;
};

/// The colour that a ceiling has in every chart: talk is communication, memory and arithmetic compute, reading I/O.
[[nodiscard]] Role roleOf(Bottleneck bottleneck);

}  // namespace scalewright::ui
