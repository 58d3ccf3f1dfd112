// SPDX-License-Identifier: GPL-3.0-or-later
// Predict page (book 41.4): how far does this design scale? A large S(p) chart, thumbnails of the other curves, four
// sliders.
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
class MissingFieldsLine;
class PatternDetails;
class PlanMarkerController;
class QuantityEdit;

class PredictPage final : public Page {
    Q_OBJECT

public:
    explicit PredictPage(Document& document, QWidget* parent = nullptr);
    ~PredictPage() override;

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool canGuess() const override { return true; }
    [[nodiscard]] bool isGuessing() const override { return m_view.isHidden; }
    [[nodiscard]] bool acceptsGuessKeys() const override { return m_view.isHidden; }
    void handleGuessKey(int key) override;
    void setGuessing(bool guessing) override;
    void setLecture(bool lecture) override;
    bool focusField(const QString& pointer) override;

    /// Enlarges this curve. The previous one moves into its thumbnail.
    void enlargeCurve(Curve curve);
    void setComparingPatterns(bool comparing);
    /// Shows the whole searched range, or only the range relevant to the decision.
    void setWholeSearchShown(bool isShown);

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
    TypedGuess m_typedGuess;
    Curve m_largeCurve = Curve::Speedup;

    QWidget* m_charts;
    Chart* m_chart;
    PlanMarkerController* m_planMarker;
    MissingFieldsLine* m_missingFields;
    Figure* m_figure;
    std::array<CurveThumbnail*, 4> m_thumbnails{};
    std::vector<std::unique_ptr<Chart>> m_exportCharts;  ///< created when the figures are exported
    Card* m_controls;
    QGridLayout* m_slidersLayout;
    QBoxLayout* m_actionsLayout;
    QuantityEdit* m_alpha;
    QuantityEdit* m_beta;
    QuantityEdit* m_tComp;
    QuantityEdit* m_price;
    QPushButton* m_patternButton;
    QPushButton* m_compareButton;
    QPushButton* m_wholeSearchButton;
    QPushButton* m_guessButton;
    QPushButton* m_freezeButton;
    QPushButton* m_detailsButton;
    PatternDetails* m_details;
};

}  // namespace scalewright::ui
