// Where a value came from, as a mark: ● measured or read, ◐ from the catalogue, ○ assumed, – typed; in words on hover.
#pragma once

#include <QWidget>

#include <optional>

#include "core/quantity/quantity.h"

namespace scalewright::ui {

class ProvenanceDot : public QWidget {
public:
    explicit ProvenanceDot(QWidget* parent = nullptr);

    /// `story`: all that is known of it. None: nothing is drawn, and the place is kept.
    void mark(const std::optional<Origin>& origin, const QString& story);
    [[nodiscard]] const std::optional<Origin>& origin() const { return m_origin; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Origin> m_origin;
};

}  // namespace scalewright::ui
