// Predict (book 41.4): how far does this design scale? S(p) large, its relatives as thumbnails, four sliders.
#pragma once

#include <array>
#include <functional>

#include "ui/charts/typed_guess.h"
#include "ui/page/page.h"
#include "ui/predict/predict_charts.h"

class QBoxLayout;
class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace scalewright::ui {

class Card;
class Chart;
class CurveThumbnail;
class Figure;
class MissingLine;
class PatternDetails;
class PlanMarker;
class QuantityEdit;

class PredictPage final : public Page {
    Q_OBJECT

public:
    explicit PredictPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool canGuess() const override { return true; }
    [[nodiscard]] bool isGuessing() const override { return m_view.hidden; }
    [[nodiscard]] bool takesGuessKeys() const override { return m_view.hidden; }
    void typeGuess(int key) override;
    void setGuessing(bool guessing) override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// Which curve is large; the one it replaces takes its thumbnail.
    void showLarge(Curve curve);
    void setComparing(bool comparing);
    /// Draws all that was searched, or again what the decision is about.
    void setWhole(bool whole);

protected:
    void refresh() override;
    void layOut() override;

private:
    QWidget* buildCharts();
    QWidget* buildControls();
    void refreshControls();
    void addHandles();
    void choosePattern(Pattern pattern);

    CurveView m_view;
    TypedGuess m_typed;
    Curve m_large = Curve::Speedup;

    Chart* m_chart;
    PlanMarker* m_plan;
    MissingLine* m_missing;
    Figure* m_figure;
    std::array<CurveThumbnail*, 4> m_thumbnails{};
    std::vector<std::unique_ptr<Chart>> m_exports;  ///< built when the figures are asked for
    Card* m_controls;
    QGridLayout* m_sliders;
    QBoxLayout* m_actions;
    QuantityEdit* m_alpha;
    QuantityEdit* m_beta;
    QuantityEdit* m_tComp;
    QuantityEdit* m_price;
    QPushButton* m_pattern;
    QPushButton* m_compare;
    QPushButton* m_whole;
    QPushButton* m_guess;
    QPushButton* m_freeze;
    QPushButton* m_more;
    PatternDetails* m_details;
};

}  // namespace scalewright::ui
