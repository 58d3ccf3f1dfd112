// Time against cost: the plane, the bar of an hour's value, regimes, the marginal table, two uses of one curve, the
 // sliders.
#pragma once

#include <memory>
#include <optional>

#include "core/decision/cost/worth.h"
#include "ui/page/document_view.h"
#include "ui/quantity/edit_phase.h"

class QBoxLayout;
class QPushButton;

namespace scalewright::ui {

class Card;
class Chart;
class FieldGrid;
class Figure;
class HourBar;
class PlanMarker;
class Text;
class Why;
class WordTable;
enum class MarkerStep;

class MoneyView final : public DocumentView {
    Q_OBJECT

public:
    explicit MoneyView(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool hasField(const QString& pointer) const;
    /// Precondition: hasField.
    bool focusField(const QString& pointer);

    /// The plane, the bar and the sliders in sight at once; the rest folded away.
    void setLecture(bool lecture);

    [[nodiscard]] const Result<Worth>& worth() const { return m_worth; }
    [[nodiscard]] QString basis() const;
    /// Which p is decided, what it takes and costs, and for which values of an hour it is best; empty without a price.
    [[nodiscard]] QString answer() const;
    [[nodiscard]] Chart& chart() const { return *m_chart; }
    [[nodiscard]] HourBar& bar() const { return *m_bar; }

protected:
    void refresh() override;
    void layOut() override;

private:
    Card* buildUses();
    QWidget* buildSliders();
    void choose(CurveKind kind);
    void dragHandle(const QString& id, double x, double y, EditPhase phase);
    void stepHandle(const QString& id, MarkerStep step);
    void setHourValue(double usdPerHour, EditPhase phase);

    /// The curve that was asked for here, and plan p before.
    struct Chosen {
        CurveKind kind;
        int before;
    };

    Result<Worth> m_worth;
    std::optional<Chosen> m_chosen;
    std::optional<double> m_handleS;  ///< where the line is held while it is dragged
    int m_gesture = 0;
    bool m_lecture = false;
    Chart* m_chart;
    Figure* m_plane;
    PlanMarker* m_plan;
    QPushButton* m_predicted;
    QPushButton* m_measured;
    HourBar* m_bar;
    Figure* m_hours;
    WordTable* m_regimes;
    Figure* m_regimeFigure;
    Why* m_regimeFold;
    Text* m_price;
    WordTable* m_marginal;
    Figure* m_marginalFigure;
    Card* m_uses;
    Text* m_nightly;
    Text* m_nightlyRest;
    Text* m_interactive;
    Text* m_interactiveRest;
    FieldGrid* m_grid;
    FieldGrid* m_more;
    QPushButton* m_unfold;
    QBoxLayout* m_upper;
    QBoxLayout* m_lower;
};

}  // namespace scalewright::ui
