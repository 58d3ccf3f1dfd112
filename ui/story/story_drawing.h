// SPDX-License-Identifier: GPL-3.0-or-later
// The small drawing on the right of a Story row: its sentence as a picture, without axes.
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

#include "core/decision/cost/choice.h"
#include "ui/theme/theme.h"

class QPainter;

namespace scalewright::ui {

/// One part of a bar; its length is proportional to its value.
struct StoryBarPart {
    double value = 0;
    QString label;  ///< drawn inside the part, if there is room
    QString name;   ///< below it
    ColorRole role = ColorRole::Compute;
};

class StoryDrawing : public QWidget {
    Q_OBJECT

public:
    explicit StoryDrawing(QWidget* parent = nullptr);

    void clear();
    /// The roofline with its ridge, and a step. `ridgeRatio`: the step's intensity divided by the ridge's intensity.
    /// `roofRatio`: the step's rate as a fraction of the roof; without a value, the step is drawn on the roof.
    void showRoofline(double ridgeRatio, std::optional<double> roofRatio);
    /// What the work needs against what one machine holds, in bytes.
    void showMemory(double neededBytes, double heldBytes);
    /// The six slots in two rows of three; an empty slot is a dash.
    void showSlots(const QStringList& titles);
    void showBar(const std::vector<StoryBarPart>& parts);
    /// The best p for each range of an hour's value; `p` is highlighted.
    void showRanges(const std::vector<HourValueRange>& ranges, int p);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    using DrawFunction = std::function<void(QPainter&, const QRectF&, const VisualStyle&)>;
    void setDrawing(DrawFunction drawing);

    DrawFunction m_drawing;
};

}  // namespace scalewright::ui
