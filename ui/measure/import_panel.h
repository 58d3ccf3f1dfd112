// A ladder on its way in: the text, its first rows with what each column is read as, a list to say otherwise, warnings,
// which of its ladders to take, and its name. What cannot be read keeps its text and says line, column and what would
// be right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/source_text.h"
#include "ui/measure/column_preview.h"
#include "ui/theme/widgets.h"
#include "ui/worker/worker.h"

class QComboBox;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;

namespace scalewright::ui {

/// A text as the panel first shows it.
struct ReadLadder {
    Result<LadderFile> file;
    std::optional<TablePreview> preview;
};
[[nodiscard]] ReadLadder readLadderOf(const SourceText& source, LadderFileOptions options = {});

class ImportPanel : public Card {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// `name` is a file's, or empty for a pasted table; `date` (ISO 8601) the day it is from.
    /// `already`: what was read from that text off the GUI thread; with none it is read here, or by a worker where it
    /// is long.
    void open(const QString& text, const QString& name, const QString& date, const ReadLadder* already = nullptr);
    /// Another text in the place of the one that is shown; Ctrl+Z brings that back.
    void replace(const QString& text);
    void takeFocus();
    [[nodiscard]] bool hasText() const { return !text().trimmed().isEmpty(); }
    /// True where what is read leaves nothing to ask: one ladder, columns by the contract's names, no warnings.
    [[nodiscard]] bool isPlain() const;
    /// The ladders that are ticked, with their provenance; empty where the text cannot be read.
    [[nodiscard]] std::vector<Ladder> chosen() const;
    [[nodiscard]] const Result<LadderFile>& file() const { return m_file; }
    [[nodiscard]] QString message() const { return m_message->text(); }
    [[nodiscard]] QString mappingText() const { return m_mapping->text(); }
    /// The list over a column of the preview: what it is, or which of its rows to keep. nullptr where there is none.
    [[nodiscard]] QComboBox* meaningOf(const QString& header) const { return m_preview->meaningOf(header); }
    /// Its unit, where the header says none and the meaning has several.
    [[nodiscard]] QComboBox* unitOf(const QString& header) const { return m_preview->unitOf(header); }

    [[nodiscard]] QComboBox* commas() const { return m_commas; }
    /// How many steps one measured time holds; empty: not said.
    [[nodiscard]] QLineEdit* stepsPerTime() const { return m_steps; }
    /// What a cell of the preview shows: its text, and how it is read where that is not plain.
    [[nodiscard]] QString shownAt(int row, const QString& header) const { return m_preview->shownAt(row, header); }
    /// Why a column was read as it was; empty where it was not, or a person said what it is.
    [[nodiscard]] QString evidenceFor(const QString& header) const { return m_preview->evidenceFor(header); }

Q_SIGNALS:
    void taken();
    void closed();

protected:
    bool event(QEvent* event) override;

private:
    void read();
    void readLong(LadderFileOptions asked);
    void showRead();
    /// The line that cannot be read becomes a comment.
    void leaveLineOut();
    [[nodiscard]] std::optional<int> wrongLine() const;
    void showFile();
    void preview();
    void showCommas();
    [[nodiscard]] LadderFileOptions options() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] MaybeQuantity saidSteps() const;
    [[nodiscard]] bool stepsAreWrong() const;

    QString m_whole;  ///< a text too long for the field
    QString m_name, m_date;
    Result<LadderFile> m_file;
    const ReadLadder* m_already = nullptr;  ///< while open() runs
    Worker<ReadLadder>* m_reader;  ///< of a long text
    std::optional<LadderFileOptions> m_asked;  ///< of what it is to read next
    Text* m_title;
    QPlainTextEdit* m_text;
    Text* m_tooLong;
    ColumnPreview* m_preview;
    QComboBox* m_commas;
    QLineEdit* m_ladderName;
    QLineEdit* m_steps;
    Text* m_mapping;
    Text* m_message;
    QListWidget* m_choice;
    QPushButton* m_take;
    QPushButton* m_leaveOut;
    QPushButton* m_cancel;
};

}  // namespace scalewright::ui
