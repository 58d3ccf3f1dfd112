// Tools (book 41.5): what does the design run on? Sizing at the left, framework and launch lines at the right, build or
// buy below.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/design/sizing/sizing.h"
#include "core/design/tools/launch.h"
#include "core/output/answers/answer.h"
#include "ui/page/page.h"

class QBoxLayout;
class QPlainTextEdit;
class QPushButton;
class QTabBar;
class QVBoxLayout;

namespace scalewright::ui {

class Chart;
class FieldGrid;
class Figure;
class MissingLine;
class Why;
class WordTable;

class ToolsPage final : public Page {
    Q_OBJECT

public:
    explicit ToolsPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;

    [[nodiscard]] const std::optional<Sizing>& sizing() const { return m_right; }
    [[nodiscard]] const std::vector<LaunchFile>& files() const { return m_files; }
    void copyFile();
    /// Into a folder that is asked for; what is there already is not written over, and that is said.
    void saveFiles();
    [[nodiscard]] Result<void> saveFiles(const QString& folder);

protected:
    void refresh() override;
    void layOut() override;

private:
    QWidget* buildLaunch();
    QWidget* buildMoney();
    [[nodiscard]] Answer answer() const;
    void refreshSizing();
    void refreshTools();
    void refreshLaunch();
    void refreshMoney();
    void showFile();
    [[nodiscard]] double cards() const;  ///< as sized; without a model those of the plan
    [[nodiscard]] bool sizesSomething() const;  ///< a model or requests: without both a table of sizes is one of zeros

    MissingLine* m_toSize;
    MissingLine* m_toLaunch;
    SizingNeed m_need;
    std::optional<Sizing> m_right, m_book;
    std::vector<LaunchFile> m_files;
    WordTable* m_whole;  ///< all that was counted, beside the book’s own code
    Figure* m_wholeFigure;
    Why* m_why;
    WordTable* m_tools;
    Figure* m_toolsFigure;
    QTabBar* m_names;
    QPlainTextEdit* m_text;
    QPushButton* m_show;
    QPushButton* m_copy;
    QPushButton* m_save;
    Text* m_launchNote;
    Chart* m_chart;
    Figure* m_money;
    Why* m_moneyFold = nullptr;
    FieldGrid* m_grid;
    Text* m_moneyTitle;
    Text* m_moneyNote;
    QWidget* m_launch;
    QVBoxLayout* m_leftColumn;
    QBoxLayout* m_columns;
    QBoxLayout* m_moneyRow;
};

}  // namespace scalewright::ui
