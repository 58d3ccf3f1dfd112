// Where a value came from, as a mark: ● measured or read, ◐ from the catalogue, ○ assumed, – typed; in words on hover.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "core/base/quantity/quantity.h"

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

/// The mark as a character, before the words that it is of: "○ T_comp 0.50 s"; typed has none.
[[nodiscard]] QString markOf(Origin origin);

/// What the dots on a card mean, in a line: those of them that stand there.
class ProvenanceKey : public QWidget {
public:
    explicit ProvenanceKey(QWidget* parent = nullptr);
    /// A dot and its word for each kind among them; nothing where there is no dot.
    void explain(const std::vector<MaybeQuantity>& quantities);

private:
    struct Entry {
        Origin origin = Origin::Assumed;
        QWidget* place = nullptr;
    };
    std::vector<Entry> m_entries;
};

}  // namespace scalewright::ui
