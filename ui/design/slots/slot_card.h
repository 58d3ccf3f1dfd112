// One slot of Figure 41.4.1 as a card: the choice with the figure's word under it, why, what it records, what was
// rejected, and the checks that concern it. Every edit is one step of undo.
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
class WordsButton;
struct SlotSwitch;

class SlotCard : public Card {
    Q_OBJECT

public:
    SlotCard(Document& document, const DesignCatalogue& catalogue, Slot slot, QWidget* parent = nullptr);
    ~SlotCard() override;

    [[nodiscard]] Slot slot() const { return m_slot; }
    /// `study`: the case study whose choices the design has, if any.
    void refresh(const std::vector<Finding>& findings, const CaseStudy* study);
    /// How many quantities stand beside one another.
    void layOut(int columns);

    void choose(std::size_t index, const std::string& option);
    void addChoice();
    void removeChoice(std::size_t index);
    void choosePattern(Pattern pattern);
    void reject(const std::string& optionOrWords);
    void setParametersShown(bool shown);
    void setRejectedShown(bool shown);

    /// Puts the keyboard on the choice.
    void takeFocus();
    /// Puts the keyboard into the field at that pointer; false where it is none of this card's.
    bool focusField(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();

    /// Precondition: index < number of choices.
    [[nodiscard]] QPushButton* choiceButton(std::size_t index) const;
    /// Folded or not; built when first asked for.
    [[nodiscard]] FieldGrid& parameters();
    [[nodiscard]] SentenceEdit& justification() const { return *m_why; }
    /// Those in sight.
    [[nodiscard]] std::vector<FindingRow*> findingRows() const;

Q_SIGNALS:
    /// A finding leads to a field of another card or page.
    void fieldWanted(const QString& pointer);
    /// Fields came that the order of Tab does not know yet.
    void fieldsChanged();

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void updateWords();
    /// Widgets of a choice, made when the slot first has one. The folded parts below are made when they are first
    /// unfolded: fields are what takes time to build, and most of them are never looked at.
    struct Choice {
        QWidget* row = nullptr;
        ChoiceButton* button = nullptr;
        SentenceEdit* scope = nullptr;
        QPushButton* remove = nullptr;
    };
    [[nodiscard]] const DesignSlot& state() const;
    [[nodiscard]] const SlotMenu& menu() const { return m_catalogue.menu(m_slot); }
    void buildChoices(QVBoxLayout& column);
    void buildWords(QVBoxLayout& column);
    [[nodiscard]] Choice makeChoice(std::size_t index);
    void makeParameters();
    void makeRejected();
    [[nodiscard]] bool focusParameter(const QString& pointer);
    void fillMenu(QMenu& menu, std::size_t index);
    void fillPatterns(QMenu& menu);
    void refreshChoices(const CaseStudy* study);
    void refreshParameters();
    void refreshRejected();
    void refreshSummary();
    void refreshFindings(const std::vector<Finding>& findings);
    void applyFix(const Finding& finding);
    void edit(const QString& text, Project after);

    Document& m_document;
    const DesignCatalogue& m_catalogue;
    Slot m_slot;
    QString m_title;
    Text* m_notGiven;
    QVBoxLayout* m_choiceRows;
    std::vector<Choice> m_choices;
    std::vector<WordsButton*> m_options;  ///< the figure's menu, as long as nothing is chosen
    QPushButton* m_others;
    QPushButton* m_pattern = nullptr;  ///< slot 2
    Text* m_notPriced = nullptr;
    SentenceEdit* m_why;
    Text* m_question;
    QPushButton* m_parametersWord;
    QPushButton* m_rejectedWord;
    QPushButton* m_addWord;
    QVBoxLayout* m_folded;  ///< where parameters and alternative unfold
    QWidget* m_parameters = nullptr;
    FieldGrid* m_grid = nullptr;
    int m_columns = 2;
    std::vector<SentenceEdit*> m_words;
    std::vector<SlotSwitch> m_switches;
    std::vector<QCheckBox*> m_boxes;
    QComboBox* m_shape = nullptr;  ///< slot 6: of the jitter
    QWidget* m_rejected = nullptr;
    SearchCombo* m_alternative = nullptr;
    SentenceEdit* m_because = nullptr;
    QVBoxLayout* m_findings;
    std::vector<FindingRow*> m_rows;
};

}  // namespace scalewright::ui
