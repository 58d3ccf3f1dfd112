// Predict (book 41.4): how far does this design scale? S(p) large, its relatives as thumbnails, four sliders.
#pragma once

#include <array>
#include <functional>

#include "ui/predict/predict_charts.h"
#include "ui/quantity/edit_phase.h"
#include "ui/page/page.h"

class QGridLayout;
class QHBoxLayout;
class QPushButton;

namespace scalewright::ui {

class Card;
class Chart;
class CurveThumbnail;
class Figure;
class PatternDetails;
class QuantityEdit;
class Text;
class VariantBar;
enum class MarkerStep;

class PredictPage : public Page {
    Q_OBJECT

public:
    explicit PredictPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool canGuess() const override { return true; }
    [[nodiscard]] bool isGuessing() const override { return m_view.hidden; }
    void setGuessing(bool guessing) override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// Which curve is large; the one it replaces takes its thumbnail.
    void showLarge(Curve curve);
    void setComparing(bool comparing);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildCharts();
    QWidget* buildControls();
    void layOutControls();
    void refresh();
    void refreshControls();
    void dragMarker(const QString& id, double x, EditPhase phase);
    void stepMarker(const QString& id, MarkerStep step);
    void moveMarker(const QString& id, int p, EditPhase phase);
    void choosePattern(Pattern pattern);

    CurveView m_view;
    Curve m_large = Curve::Speedup;
    int m_gesture = 0;

    Text* m_heading;
    Text* m_basis;
    VariantBar* m_variants;
    Chart* m_chart;
    Figure* m_figure;
    std::array<CurveThumbnail*, 4> m_thumbnails{};
    std::vector<std::unique_ptr<Chart>> m_exports;  ///< built when the figures are asked for
    Card* m_controls;
    QGridLayout* m_sliders;
    QuantityEdit* m_alpha;
    QuantityEdit* m_beta;
    QuantityEdit* m_tComp;
    QuantityEdit* m_price;
    QPushButton* m_pattern;
    QPushButton* m_compare;
    QPushButton* m_guess;
    QPushButton* m_more;
    PatternDetails* m_details;
};

}  // namespace scalewright::ui
