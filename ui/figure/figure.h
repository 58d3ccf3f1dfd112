// SPDX-License-Identifier: GPL-3.0-or-later
// A figure on a page: title; a menu to copy or save it or to show it as a table; the drawing or its table view; and a
// caption with the parameters.
#pragma once

#include <QString>

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "ui/figure/figure_content.h"
#include "ui/theme/widgets.h"

class QAction;
class QHBoxLayout;
class QStackedLayout;
class QTimer;

namespace scalewright::ui {

class Chart;
class NumbersView;

enum class FigureFormat { Svg, Pdf, Png, Png2x, Csv, Booktabs, Pgfplots, LatexFigure };

/// The medium that a figure is sized for, with type of 8 to 10 pt.
enum class FigureSize {
    Page,  ///< as in the window
    Column,  ///< 84 mm, a journal column
    TextWidth,  ///< 160 mm, the text width of an A4 page
    Slide,  ///< 140 mm, the width of a 16:9 projector slide without its margins
    Poster,  ///< 400 mm: TextWidth enlarged two and a half times; type of 20 to 25 pt, readable from two metres
};
inline constexpr std::array allFigureSizes{FigureSize::Page, FigureSize::Column, FigureSize::TextWidth,
                                           FigureSize::Slide, FigureSize::Poster};
/// "page", "column", "text", "slide" or "poster", as on the command line.
[[nodiscard]] std::optional<FigureSize> figureSizeNamed(const QString& name);
/// In the window's language, for example "a journal column, 84 mm".
[[nodiscard]] QString figureSizeText(FigureSize size);

struct FigureOptions {
    FigureSize size = FigureSize::Page;
    /// File name without extension, used by LaTeX to include the figure and by \ref; empty: derived from the title.
    QString baseName;
};

/// The end of the figure's file name: ".svg", ".pdf", ".png", "@2x.png", ".csv", ".tex", ".pgfplots.tex" or
/// ".figure.tex".
[[nodiscard]] QString fileExtension(FigureFormat format);
/// The format that matches the end of the file name, or nullopt.
[[nodiscard]] std::optional<FigureFormat> formatFromFileName(const QString& fileName);
/// The formats that the content supports: pgfplots only for charts with curves, tables only if there are numbers.
[[nodiscard]] std::vector<FigureFormat> availableFormats(const FigureContent& content);

/// Encodes the figure with its title and caption, both drawn and in the file's metadata, which also names the program's
/// version. A PDF for print has them only in the metadata, since LaTeX typesets them. LatexFigure is the environment to
/// paste: the PDF of the same name, caption, label. Always uses the light style at type scale 1, regardless of the
/// screen. Errors (Input): a table or pgfplots is requested, but the figure has no numbers or curves.
[[nodiscard]] Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format,
                                              const FigureOptions& options = {});
/// Writes the result of encodeFigure to a file, which is replaced atomically.
[[nodiscard]] Result<void> exportFigure(const FigureContent& content, const std::filesystem::path& path,
                                        FigureFormat format, const FigureOptions& options = {});
/// For example "Speedup S(p)" -> "speedup-s-p".
[[nodiscard]] QString fileNameFromTitle(const QString& title);

/// Copies PNG (2×), SVG and CSV to the clipboard; the receiving program chooses a format.
void copyFigureToClipboard(const FigureContent& content);

class Figure : public Card {
    Q_OBJECT

public:
    explicit Figure(Chart* chart, QWidget* parent = nullptr);
    /// `view` shows `content` and is owned by the figure; `content` must live as long as `view`.
    Figure(QWidget* view, FigureContent* content, QWidget* parent = nullptr);

    /// Rereads title, caption and, if visible, the table. Called automatically after Chart::setTexts.
    void refresh();
    /// Call when the numbers have changed: updates the table view if it is visible.
    void refreshTable();

    [[nodiscard]] bool isTableShown() const;
    void showTable(bool isShown);
    void copy();
    /// Asks for a path and format, then saves; errors are shown under the figure.
    void save();

    /// Adds one of the page's buttons ("Compare") before the figure's own buttons.
    void addTitleButton(QPushButton* word);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void buildLayout(QWidget* view);
    void updateTableView();
    void showMessage(const QString& text, bool problem);

    FigureContent* m_content;
    Text* m_title = nullptr;
    Text* m_caption = nullptr;
    QWidget* m_captionHolder = nullptr;
    Text* m_omittedLabels = nullptr;
    Text* m_message = nullptr;
    QTimer* m_messageTimer = nullptr;
    QHBoxLayout* m_buttonRow = nullptr;
    Text* m_headline = nullptr;
    QPushButton* m_whyButton = nullptr;
    QPushButton* m_moreButton = nullptr;
    QAction* m_tableAction = nullptr;
    QStackedLayout* m_stack = nullptr;
    NumbersView* m_tableView = nullptr;
};

}  // namespace scalewright::ui
