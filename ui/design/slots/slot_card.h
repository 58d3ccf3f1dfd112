// SPDX-License-Identifier: GPL-3.0-or-later
// One slot of Figure 41.4.1 as a card: the choice, its justification, its parameters, the rejected alternative, and the
// findings that concern it. Every edit is one undo step.
#pragma once

#include <array>
#include <vector>

#include "core/design/slots/slots.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"

class QCheckBox;
class QComboBox;
class QMenu;
class QHBoxLayout;
class QVBoxLayout;

namespace scalewright {
struct Finding;
}

namespace scalewright::ui {

class ChoiceButton;
class FindingRow;
class FieldGrid;
class SearchCombo;
class SentenceEdit;
class TextButton;
struct SlotSwitch;

class SlotCard : public Card {
    Q_OBJECT

public:
    SlotCard(Document& document, const DesignCatalogue& catalogue, Slot slot, QWidget* parent = nullptr);
    ~SlotCard() override;

    [[nodiscard]] Slot slot() const { return m_slot; }
    /// `study`: the case study whose choices the design uses, if any.
    void refresh(const std::vector<Finding>& findings, const CaseStudy* study);
    /// `columns`: the number of quantities per row.
    void layOut(int columns);

    void chooseOption(std::size_t index, const std::string& option);
    void addChoice();
    void removeChoice(std::size_t index);
    void choosePattern(Pattern pattern);
    void rejectOption(const std::string& optionOrWords);
    void setParametersShown(bool shown);
    void setRejectedShown(bool shown);

    /// Focuses the choice.
    void focusChoice();
    /// Focuses the field at this JSON pointer; returns false if it is not on this card.
    bool focusField(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();

    /// Created on the first call, even if collapsed.
    [[nodiscard]] FieldGrid& parameterGrid();
    /// The visible ones.
    [[nodiscard]] std::vector<FindingRow*> visibleFindingRows() const;

Q_SIGNALS:
    /// A finding refers to a field on another card or page.
    void fieldRequested(const QString& pointer);
    /// Fields were added that are not yet in the tab order.
    void fieldsChanged();

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void updateHoverButtons();
    /// The widgets for a choice, created when the slot first has one. The collapsed parts are created when first
    /// expanded: fields are expensive to build, and most are never shown.
    struct Choice {
        QWidget* row = nullptr;
        ChoiceButton* button = nullptr;
        SentenceEdit* scopeEdit = nullptr;
        QPushButton* removeButton = nullptr;
    };
    [[nodiscard]] const DesignSlot& designSlot() const;
    [[nodiscard]] const SlotMenu& menu() const { return m_catalogue.menu(m_slot); }
    void buildChoices(QVBoxLayout& column);
    void buildHoverButtons(QHBoxLayout& head, QVBoxLayout& column);
    [[nodiscard]] Choice createChoice(std::size_t index);
    void createParameters();
    void createRejected();
    [[nodiscard]] bool focusParameter(const QString& pointer);
    void fillOptionMenu(QMenu& menu, std::size_t index);
    void fillPatternMenu(QMenu& menu);
    void refreshChoices(const CaseStudy* study);
    void refreshParameters();
    void refreshRejected();
    void refreshSummary();
    void refreshFindings(const std::vector<Finding>& findings);
    void applyFix(const Finding& finding);
    void applyEdit(const QString& text, Project after);

    Document& m_document;
    const DesignCatalogue& m_catalogue;
    Slot m_slot;
    QString m_title;
    Text* m_notGivenText;
    QVBoxLayout* m_choiceRows;
    std::vector<Choice> m_choices;
    std::vector<TextButton*> m_optionButtons;  ///< the figure's options, while nothing is chosen
    QPushButton* m_otherOptionsButton;
    QPushButton* m_patternButton = nullptr;  ///< slot 2 only
    Text* m_notPricedText = nullptr;
    SentenceEdit* m_justificationEdit;
    Text* m_questionText;
    QPushButton* m_parametersButton;
    Text* m_rejectedText;  ///< "Not all-reduce: it would move the whole table"
    QPushButton* m_rejectedButton;
    QPushButton* m_addChoiceButton;
    QVBoxLayout* m_foldedLayout;  ///< contains the collapsible parameters and the rejected alternative
    QWidget* m_parametersPane = nullptr;
    FieldGrid* m_parameterGrid = nullptr;
    int m_columnCount = 2;
    std::vector<SentenceEdit*> m_sentenceEdits;
    std::vector<SlotSwitch> m_switches;
    std::vector<QCheckBox*> m_switchBoxes;
    QComboBox* m_jitterShapeCombo = nullptr;  ///< slot 6 only: the shape of the jitter
    QWidget* m_rejectedPane = nullptr;
    SearchCombo* m_alternativeCombo = nullptr;
    SentenceEdit* m_rejectedBecauseEdit = nullptr;
    QVBoxLayout* m_findingsLayout;
    std::vector<FindingRow*> m_findingRows;
};

}  // namespace scalewright::ui
