// The target: what it would run on, from the catalogue or by hand.
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
    /// Puts the keyboard into the field at that pointer; false where it is none of this card's.
    bool focus(const QString& pointer);

    [[nodiscard]] SearchCombo* node() const { return m_node; }
    [[nodiscard]] SearchCombo* link() const { return m_link; }
    /// Said beside the field: what was typed is a name, and changed no figure.
    [[nodiscard]] Text* nodeIsNameOnly() const { return m_nodeNameOnly; }
    [[nodiscard]] Text* linkIsNameOnly() const { return m_linkNameOnly; }
    [[nodiscard]] QComboBox* numberFormat() const { return m_format; }

Q_SIGNALS:
    /// A file with timings of a link, which the window takes as it takes any that is opened.
    void timingsChosen(const QString& path);

private:
    void askTimings();
    void chooseNode(std::size_t index, const std::string& format);
    void choosePeak(const HardwareEntry& entry, const std::string& format);
    void chooseLink(std::size_t index);
    [[nodiscard]] const HardwareEntry* shownNode() const;
    /// A line under a picker, not in sight yet.
    [[nodiscard]] Text* nameOnlyLine();

    Document& m_document;
    Catalogue m_catalogue;
    SearchCombo* m_node;
    QComboBox* m_format;
    SearchCombo* m_link;
    Text* m_nodeNameOnly;
    Text* m_linkNameOnly;
    std::string m_nodeNamed, m_linkNamed;  ///< the names that were typed and match no entry; empty: none yet
    Text* m_problem;
    FieldGrid* m_grid;
    QPushButton* m_timings;
    QPushButton* m_more;
    FieldGrid* m_folded;
    QPushButton* m_how;
    Text* m_sources;
};

}  // namespace scalewright::ui
