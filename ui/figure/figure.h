// A figure on a page: title, a menu to copy, save or read it as a table, the drawing or its table twin, and a caption with the parameters.
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
class QTableView;
class QTimer;

namespace scalewright::ui {

class Chart;
class TableModel;

enum class FigureFormat { Svg, Pdf, Png, Png2x, Csv, Booktabs, Pgfplots, LatexFigure };

/// What a figure is drawn for, with type of 8 to 10 pt there.
enum class FigureSize {
    Page,  ///< as large as on the page of the window
    Column,  ///< 84 mm, a column of a journal
    TextWidth,  ///< 160 mm, the text of an A4 page
    Slide,  ///< 140 mm, the width of beamer's 16:9 slide less its margins
    Poster,  ///< 400 mm: that of a text, two and a half times as large; type of 20 to 25 pt, for a sheet read from two
    ///< metres
};
inline constexpr std::array allSizes{FigureSize::Page, FigureSize::Column, FigureSize::TextWidth, FigureSize::Slide,
                                     FigureSize::Poster};
/// "page", "column", "text", "slide", "poster": on the command line.
[[nodiscard]] const char* nameOf(FigureSize size);
[[nodiscard]] std::optional<FigureSize> sizeOf(const QString& name);
/// In the language of the window: "a column of print, 84 mm".
[[nodiscard]] QString describedSize(FigureSize size);

struct FigureOptions {
    FigureSize size = FigureSize::Page;
    QString name;  ///< of the file, without ending: what LaTeX includes and \ref finds; empty: from the title
};

/// ".svg", ".pdf", ".png", "@2x.png", ".csv", ".tex", ".pgfplots.tex", ".figure.tex": what a figure's file name ends
/// with.
[[nodiscard]] QString endingOf(FigureFormat format);
/// The format that a file name's ending asks for, or nullopt.
[[nodiscard]] std::optional<FigureFormat> formatOf(const QString& fileName);
/// Those that the content has: pgfplots only where it is a chart of curves, tables only where there are numbers.
[[nodiscard]] std::vector<FigureFormat> formatsOf(const FigureContent& content);

/// The figure in that format: title and caption drawn with it, and in the file's metadata with the program's version; a
/// PDF for print has them in the metadata alone, as LaTeX sets them below it. LatexFigure is the environment to paste:
/// the PDF of the same name, caption, label. Always the light look at type scale 1, whatever the screen shows. Errors
/// (Input): a figure without numbers or curves asked for as a table or as pgfplots.
[[nodiscard]] Result<QByteArray> encodeFigure(const FigureContent& content, FigureFormat format,
                                              const FigureOptions& options = {});
/// encodeFigure into a file, which is replaced in one step or not at all.
[[nodiscard]] Result<void> exportFigure(const FigureContent& content, const std::filesystem::path& path,
                                        FigureFormat format, const FigureOptions& options = {});
/// "Speedup S(p)" -> "speedup-s-p".
[[nodiscard]] QString fileNameOf(const QString& title);

/// PNG (2×), SVG and CSV on the clipboard: the receiving program takes what it understands.
void copyFigure(const FigureContent& content);

class Figure : public Card {
    Q_OBJECT

public:
    explicit Figure(Chart* chart, QWidget* parent = nullptr);
    /// `view` shows `content` and is owned by the figure; content lives as long as view does.
    Figure(QWidget* view, FigureContent* content, QWidget* parent = nullptr);

    /// Rereads title, caption and, where it is in sight, the table. A Chart's setTexts does this by itself.
    void refresh();
    /// The numbers changed: the table twin rereads them if it is in sight.
    void refreshTable();

    [[nodiscard]] bool tableShown() const;
    void showTable(bool shown);
    void copy();
    /// Asks where and as what, and saves; an error is said under the figure.
    void save();

    /// A word of the page's own before what can be done with every figure ("Compare").
    void addWord(QPushButton* word);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void build(QWidget* view);
    void readTable();
    void say(const QString& text, bool problem);

    FigureContent* m_content;
    Text* m_title = nullptr;
    Text* m_caption = nullptr;
    QWidget* m_captionPlace = nullptr;
    Text* m_unlabelled = nullptr;
    Text* m_message = nullptr;
    QTimer* m_sayTimer = nullptr;
    QHBoxLayout* m_words = nullptr;
    Text* m_says = nullptr;
    QPushButton* m_why = nullptr;
    QPushButton* m_more = nullptr;
    QAction* m_asTable = nullptr;
    QStackedLayout* m_stack = nullptr;
    QTableView* m_tableView = nullptr;
    TableModel* m_tableModel = nullptr;
};

}  // namespace scalewright::ui
