// SPDX-License-Identifier: GPL-3.0-or-later
// A mark for the origin of a value: ● measured or read, ◐ from the catalogue, ○ assumed, – typed; the tool tip gives
// the origin in words.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/project/document/field.h"

namespace scalewright::ui {

class ProvenanceDot : public QWidget {
public:
    explicit ProvenanceDot(QWidget* parent = nullptr);

    /// `story`: the complete provenance. Without an origin nothing is drawn, but the space stays reserved.
    void setOrigin(const std::optional<Origin>& origin, const QString& story);
    [[nodiscard]] const std::optional<Origin>& origin() const { return m_origin; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Origin> m_origin;
};

/// The mark as a character to put before the text: "○ T_comp 0.50 s"; empty for typed values.
[[nodiscard]] QString originMark(Origin origin);

/// A legend for the provenance dots that occur on a card.
class ProvenanceKey : public QWidget {
public:
    explicit ProvenanceKey(QWidget* parent = nullptr);
    /// Shows a dot and its name for each origin that occurs among the quantities; empty if none exist.
    void showOriginsOf(const std::vector<MaybeQuantity>& quantities);

private:
    struct Entry {
        Origin origin = Origin::Assumed;
        QWidget* widget = nullptr;
    };
    std::vector<Entry> m_entries;
};

}  // namespace scalewright::ui
