// SPDX-License-Identifier: GPL-3.0-or-later
// What fills a card, part by part, compared with its usable memory.
#pragma once

#include <QString>

#include <string>
#include <utility>
#include <vector>

#include "ui/figure/figure_view.h"

namespace scalewright::ui {

/// One card: its parts with their bytes, and what the bar stands for; without a title, the only bar.
struct MemoryBarRow {
    QString title;
    std::vector<std::pair<std::string, double>> parts;

    [[nodiscard]] double totalBytes() const;
};

class MemoryBar : public FigureView {
    Q_OBJECT

public:
    explicit MemoryBar(const QString& title, QWidget* parent = nullptr);

    /// `usableMemory` and `cardBytes`: the usable and the total memory of a card, in bytes.
    void setParts(std::vector<std::pair<std::string, double>> parts, double usableMemory, double cardBytes,
                  const QString& caption);
    /// The same for several bars on one scale.
    void setRows(std::vector<MemoryBarRow> rows, double usableMemory, double cardBytes, const QString& caption);
    [[nodiscard]] const std::vector<MemoryBarRow>& rows() const { return m_rows; }
    [[nodiscard]] double totalBytes() const;  ///< of the largest bar
    [[nodiscard]] double usableBytes() const { return m_usableBytes; }

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override { return {820, heightFor({})}; }
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {Theme::scaled(320), sizeHint().height()}; }

private:
    [[nodiscard]] double heightFor(const VisualStyle& look) const;
    [[nodiscard]] QString roomText(const MemoryBarRow& row) const;
    void renderRow(QPainter& painter, const MemoryBarRow& row, const QRectF& place, const VisualStyle& look) const;

    QString m_title;
    std::vector<MemoryBarRow> m_rows;
    double m_usableBytes = 0, m_cardBytes = 0;
    QString m_caption;
};

}  // namespace scalewright::ui
