// SPDX-License-Identifier: GPL-3.0-or-later
// A view of the document: a page, or a tab on a page. It costs nothing while hidden.
//
// While visible in its window, it refreshes immediately when the document changes. While hidden behind another page or
// tab, it is only marked as stale, and refreshes when it is shown or when refreshIfStale() is called (to export its
// figures or for Ctrl+K). Subclasses call initializeView() at the end of construction.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

#include "ui/controls/palette_item.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class FigureContent;

/// A figure for export: `name` is stable and becomes the file name ("speedup" -> predict-speedup.svg).
struct ExportableFigure {
    QString name;
    const FigureContent* content = nullptr;  ///< lives as long as the page
};

class DocumentView : public QWidget {
    Q_OBJECT

public:
    DocumentView(Document& document, QWidget* parent);

    /// Updates the view if it is stale, whether visible or not.
    void refreshIfStale();

    /// The figures in export order; the first is the large one. Available even if the view was never shown.
    /// Precondition (also for paletteItems()): refreshIfStale() was called.
    [[nodiscard]] virtual std::vector<ExportableFigure> exportables() { return {}; }

    /// The view's Ctrl+K entries. Called whenever the palette opens, so details may contain current values.
    [[nodiscard]] virtual std::vector<PaletteItem> paletteItems() { return {}; }

protected:
    [[nodiscard]] Document& document() const { return m_document; }

    /// Updates the view from the document.
    virtual void refresh() {}
    /// Lays out the view for width() and the theme's type scale; called when either changes.
    virtual void layOut() {}
    /// Refreshes and lays out the view for the first time.
    void initializeView();

    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    [[nodiscard]] bool isInSight() const { return isWindow() || isVisibleTo(window()); }

private:
    Document& m_document;
    bool m_stale = true;
};

}  // namespace scalewright::ui
