// The small drawing at the right of a row of the Story: what the sentence beside it says, without axes.
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

/// One part of a whole, as long as it is large.
struct StoryBarPart {
    double value = 0;
    QString label;  ///< in the part, where there is room
    QString name;   ///< below it
    Role role = Role::Compute;
};

class StoryDrawing : public QWidget {
    Q_OBJECT

public:
    explicit StoryDrawing(QWidget* parent = nullptr);

    void showNothing();
    /// The roof with its ridge, and a step at that many times the ridge's intensity, that share below its roof (none:
    /// on it).
    void showRoofline(double ofRidge, std::optional<double> ofRoof);
    /// The six slots, two rows of three; an empty one is a dash.
    void showSlots(const QStringList& titles);
    void showBar(const std::vector<StoryBarPart>& parts);
    /// Which p is right for which value of an hour; `p` stands out.
    void showRanges(const std::vector<RightRange>& ranges, int p);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    using Drawing = std::function<void(QPainter&, const QRectF&, const Look&)>;
    void draw(Drawing drawing);

    Drawing m_drawing;
};

}  // namespace scalewright::ui
