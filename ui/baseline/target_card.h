// SPDX-License-Identifier: GPL-3.0-or-later
// The target: the hardware to run on, from the catalogue or typed.
#pragma once

#include <vector>

#include "core/project/catalogue/catalogue.h"
#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/theme/widgets.h"

class QComboBox;

namespace scalewright::ui {

class FieldGrid;
class SearchCombo;

class TargetCard : public Card {
    Q_OBJECT

public:
    TargetCard(Document& document, const Result<Catalogue>& catalogue, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    /// Focuses the field at this JSON pointer; returns false if it is not on this card.
    bool focusField(const QString& pointer);

    [[nodiscard]] SearchCombo* nodeCombo() const { return m_nodeCombo; }
    [[nodiscard]] SearchCombo* linkCombo() const { return m_linkCombo; }
    /// Shown next to the field if the typed name matches no catalogue entry, so no figures changed.
    [[nodiscard]] Text* nodeNameOnlyText() const { return m_nodeNameOnlyText; }
    [[nodiscard]] Text* linkNameOnlyText() const { return m_linkNameOnlyText; }
    [[nodiscard]] QComboBox* numberFormatCombo() const { return m_formatCombo; }

Q_SIGNALS:
    /// A file with link timings was chosen. The window imports it like any opened file.
    void timingsChosen(const QString& path);

private:
    void chooseTimingsFile();
    void chooseNode(std::size_t index, const std::string& format);
    void choosePeak(const HardwareEntry& entry, const std::string& format);
    void chooseLink(std::size_t index);
    [[nodiscard]] const HardwareEntry* nodeEntry() const;
    /// Creates a line of text, hidden at first, to show under a combo box.
    [[nodiscard]] Text* createNameOnlyText();

    Document& m_document;
    Catalogue m_catalogue;
    SearchCombo* m_nodeCombo;
    QComboBox* m_formatCombo;
    SearchCombo* m_linkCombo;
    Text* m_nodeNameOnlyText;
    Text* m_linkNameOnlyText;
    std::string m_unmatchedNodeName, m_unmatchedLinkName;  ///< typed names that match no entry; empty if none exist
    Text* m_problemText;
    FieldGrid* m_grid;
    QPushButton* m_timingsButton;
    QPushButton* m_moreButton;
    FieldGrid* m_moreGrid;
    QPushButton* m_sourcesButton;
    Text* m_sourcesText;
};

}  // namespace scalewright::ui
