// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a ladder: shows the text, its first rows with the meaning of each column and lists to change it, warnings,
// which of its ladders to add, and a name. Text that cannot be read is kept; the message gives the line, the column and
// what is expected.
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

/// A ladder text as first read, before the user has changed anything.
struct LadderPreview {
    Result<LadderFile> file;
    std::optional<TablePreview> preview;
};
[[nodiscard]] LadderPreview readLadderPreview(const SourceText& source, LadderFileOptions options = {});

class ImportPanel : public Card {
    Q_OBJECT

public:
    explicit ImportPanel(QWidget* parent = nullptr);

    /// `name` is the file name, or empty for a pasted table; `date` (ISO 8601) is the date of the data. `precomputed`:
    /// the result of reading this text off the GUI thread; without it, the text is read here, or by a worker if it is
    /// long.
    void open(const QString& text, const QString& name, const QString& date,
              const LadderPreview* precomputed = nullptr);
    /// Replaces the shown text; Ctrl+Z restores it.
    void replace(const QString& text);
    void takeFocus();
    [[nodiscard]] bool hasText() const { return !text().trimmed().isEmpty(); }
    /// True if nothing needs to be asked: one ladder, columns with the standard names, no warnings.
    [[nodiscard]] bool isUnambiguous() const;
    /// The selected ladders, with their provenance; empty if the text cannot be read.
    [[nodiscard]] std::vector<Ladder> chosenLadders() const;
    [[nodiscard]] const Result<LadderFile>& ladderFile() const { return m_file; }
    [[nodiscard]] QString message() const { return m_messageLabel->text(); }
    [[nodiscard]] QString mappingText() const { return m_mappingLabel->text(); }

Q_SIGNALS:
    void ladderAccepted();
    void closed();

protected:
    bool event(QEvent* event) override;

private:
    void readTable();
    void readInBackground(LadderFileOptions requested);
    void showReadResult();
    /// Turns the unreadable line into a comment.
    void commentOutLine();
    [[nodiscard]] std::optional<int> firstErrorLine() const;
    void updateControls();
    void updatePreview();
    void updateCommaCombo();
    [[nodiscard]] LadderFileOptions options() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] MaybeQuantity enteredSteps() const;
    [[nodiscard]] bool hasInvalidSteps() const;

    QString m_longText;  ///< a text too long for the field
    QString m_sourceName, m_sourceDate;
    Result<LadderFile> m_file;
    const LadderPreview* m_precomputed = nullptr;  ///< set only during open()
    Worker<LadderPreview>* m_reader;  ///< reads long texts
    std::optional<LadderFileOptions> m_pendingOptions;  ///< for the next background read
    Text* m_titleLabel;
    QPlainTextEdit* m_textEdit;
    Text* m_tooLongLabel;
    ColumnPreview* m_preview;
    QComboBox* m_commaCombo;
    QLineEdit* m_ladderNameField;
    QLineEdit* m_stepsField;
    Text* m_mappingLabel;
    Text* m_messageLabel;
    QListWidget* m_ladderList;
    QPushButton* m_acceptButton;
    QPushButton* m_commentOutButton;
    QPushButton* m_cancelButton;
};

}  // namespace scalewright::ui
