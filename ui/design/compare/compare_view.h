// The compare tab: any two designs slot by slot, S(p) of both, what moved p*, and its elasticities.
#pragma once

#include <optional>

#include "core/design/slots/slots.h"
#include "ui/design/compare/compare_tables.h"
#include "ui/page/document_view.h"

class QBoxLayout;
class QComboBox;
class QPushButton;

namespace scalewright::ui {

class Chart;
class PlanMarker;
class Figure;
class Text;

class CompareView final : public DocumentView {
    Q_OBJECT

public:
    CompareView(Document& document, const DesignCatalogue& catalogue, QWidget* parent = nullptr);

    /// Once two sides were chosen, or where there are variants: before that nobody asked for them.
    [[nodiscard]] std::vector<Exportable> exportables() override;

    void setSides(const DesignSide& left, const DesignSide& right);
    [[nodiscard]] const DesignSide& left() const { return m_left; }
    [[nodiscard]] const DesignSide& right() const { return m_right; }
    [[nodiscard]] const std::optional<ComparedDesigns>& compared() const { return m_compared; }
    [[nodiscard]] QString answer() const;

Q_SIGNALS:
    void answerChanged();

protected:
    void refresh() override;
    void layOut() override;

private:
    struct Part {
        WordTable* table = nullptr;
        Figure* figure = nullptr;
    };
    Part addTable(QBoxLayout& column);
    void fillChoice(QComboBox& choice, const DesignSide& side);
    void fillSlots();

    const DesignCatalogue& m_catalogue;
    DesignSide m_left, m_right;
    bool m_chosen = false;
    std::vector<DesignSide> m_sides;  ///< as the two menus list them
    std::optional<ComparedDesigns> m_compared;

    QComboBox* m_leftChoice;
    QComboBox* m_rightChoice;
    QPushButton* m_why;     ///< what moved p*, in sight while it is pressed
    QPushButton* m_inFull;  ///< all slots, every word
    QBoxLayout* m_body;
    Chart* m_chart;
    PlanMarker* m_plan;
    Figure* m_figure;
    Part m_differences, m_moved, m_elasticities;
};

}  // namespace scalewright::ui
