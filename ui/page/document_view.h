// What shows the document: a page, or a tab of one. It costs nothing while nobody sees it.
//
// A change of the document refreshes it at once while it is in sight of its window; hidden behind another page or tab,
// it only notes that it is stale, and refreshes when it is shown or when settle() asks (its figures are exported,
// Ctrl+K looks into it). A subclass calls begin() when it is built.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

#include "ui/controls/palette_item.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class FigureContent;

/// A figure as it leaves the page: `name` is stable and becomes the file name ("speedup" -> predict-speedup.svg).
struct Exportable {
    QString name;
    const FigureContent* content = nullptr;  ///< lives as long as the page
};

class DocumentView : public QWidget {
    Q_OBJECT

public:
    DocumentView(Document& document, QWidget* parent);

    /// Brings it up to date, in sight or not.
    void settle();

    /// The figures in the order they are exported; the first is the large one. Ready without ever having been shown.
    /// Precondition, of paletteItems() too: settle().
    [[nodiscard]] virtual std::vector<Exportable> exportables() { return {}; }

    /// What Ctrl+K finds here. Asked each time the palette opens, so details may carry present values.
    [[nodiscard]] virtual std::vector<PaletteItem> paletteItems() { return {}; }

protected:
    [[nodiscard]] Document& document() const { return m_document; }

    /// Reads the document.
    virtual void refresh() {}
    /// Arranges by width() and the theme's type scale, whenever one of them changed.
    virtual void layOut() {}
    /// The first refresh and lay-out.
    void begin();

    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    [[nodiscard]] bool inSight() const { return isWindow() || isVisibleTo(window()); }

private:
    Document& m_document;
    bool m_stale = true;
};

}  // namespace scalewright::ui
