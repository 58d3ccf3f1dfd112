// What a layout is asked for: the model and the cluster by name, cards, batch and sequence; below them a field for
// everything that is still missing. All of it is the project's own.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/catalogue/catalogue.h"
#include "ui/controls/palette_item.h"
#include "ui/document/document.h"

class QGridLayout;
class QPushButton;

namespace scalewright::ui {

class QuantityEdit;
class SearchCombo;

class LayoutQuestion : public QWidget {
    Q_OBJECT

public:
    explicit LayoutQuestion(Document& document, QWidget* parent = nullptr);

    /// `problems`: what the question lacks, with pointers. `sequence`: what is taken where the project says none.
    void refresh(const std::vector<Problem>& problems, std::optional<double> sequence);
    void layOut(int width);

    /// Puts the keyboard into the field at that pointer; false where it is none of these.
    bool focus(const QString& pointer);
    [[nodiscard]] std::vector<PaletteItem> paletteItems();
    [[nodiscard]] SearchCombo* model() const { return m_model; }
    [[nodiscard]] SearchCombo* cluster() const { return m_cluster; }
    [[nodiscard]] QPushButton* absentButton() const { return m_absent; }
    [[nodiscard]] QuantityEdit* edit(const QString& pointer) const;
    /// "batch, target’s peak FLOP/s": those of the fields that the problems are about.
    [[nodiscard]] QString missing(const std::vector<Problem>& problems) const;

private:
    struct Bound {
        QString pointer;
        QString label;
        QuantityEdit* edit;
        bool always = false;  ///< else where it is missing
    };
    void addField(const FieldInfo& field, bool always);
    void addSequence();
    void chooseModel(std::size_t index);
    void nameModel(const QString& text);
    void chooseCluster(std::size_t index);
    void takeAbsent();
    /// Nothing of the target was changed since a card was chosen that left its link alone.
    [[nodiscard]] bool keepsLink() const;
    [[nodiscard]] const HardwareEntry* shownNode() const;

    Document& m_document;
    Catalogue m_catalogue;
    std::vector<std::size_t> m_clusters;  ///< of the catalogue, those that models are trained on
    SearchCombo* m_model;
    SearchCombo* m_cluster;
    QPushButton* m_absent;  ///< takes what the named node's entry knows and the project does not, or its link
    std::optional<Target> m_keptLink;  ///< as chosen last, where its link stayed the project's own
    QGridLayout* m_grid;
    std::vector<Bound> m_fields;
};

}  // namespace scalewright::ui
