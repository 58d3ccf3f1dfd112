// What fills a card under one layout, part by part, against the card's edge.
#pragma once

#include <QString>

#include <string>
#include <utility>
#include <vector>

#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class MemoryBar : public FigureView {
    Q_OBJECT

public:
    explicit MemoryBar(QWidget* parent = nullptr);

    /// `room` of the card may be filled; `card` is all of it.
    void setParts(std::vector<std::pair<std::string, double>> parts, double room, double card, const QString& caption);
    [[nodiscard]] double totalBytes() const;
    [[nodiscard]] double roomBytes() const { return m_room; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {820, heightOf({})}; }
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] double heightOf(const Look& look) const;

    std::vector<std::pair<std::string, double>> m_parts;
    double m_room = 0, m_card = 0;
    QString m_caption;
};

}  // namespace scalewright::ui
