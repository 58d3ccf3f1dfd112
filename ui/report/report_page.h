// SPDX-License-Identifier: GPL-3.0-or-later
// The Report page (book 41.8 to 41.10): the report's sections with the user's own words on the left, the current report
// on the right, and one button that writes the hand-in.
#pragma once

#include "ui/page/page.h"
#include "ui/report/report_draft.h"
#include "ui/report/report_writing.h"

class QBoxLayout;
class QLineEdit;
class QPushButton;

namespace scalewright::ui {

class ProgressBar;
class ReportPreview;
class SectionList;
class CollapsibleDetails;
class WordsEdit;

class ReportPage final : public Page {
    Q_OBJECT

public:
    explicit ReportPage(Document& document, QWidget* parent = nullptr);
    ~ReportPage() override;

    /// `state`: the provenance of the answers, as for the Story page.
    [[nodiscard]] static PageEntry entry(std::function<PageState(const Document&)> state);

    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    /// `id`: a section, such as "ceiling".
    bool showPart(const QString& id) override;
    [[nodiscard]] QString unfinishedWorkText() const override;

    /// Asks for the path, then writes.
    void chooseHandInPath();
    /// Runs off the GUI thread; asks before overwriting files.
    void handIn(HandInRequest request);
    [[nodiscard]] bool isWriting() const { return m_writer.isRunning(); }
    /// The result of the last hand-in.
    [[nodiscard]] QString outcomeText() const;

    [[nodiscard]] const ReportDraft& draft() const { return m_draft; }

protected:
    void refresh() override;
    void layOut() override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildOutcome();
    void chooseSection(const QString& place);
    /// Makes the text of the title field the project's title.
    void commitTitle();
    void commitAuthor();
    void showDraft();
    void showProgress(double share, const QString& activity);
    void finishHandIn();
    void showOutcome(const QString& text);

    ReportDraft m_draft;
    Worker<SavedFiles> m_writer{this};
    HandInRequest m_request;
    QPushButton* m_handInButton;
    QBoxLayout* m_columns;
    QLineEdit *m_titleField, *m_authorField;
    SectionList* m_sectionList;
    WordsEdit* m_wordsEdit;
    CollapsibleDetails* m_checklist;
    Text* m_checklistSummary;
    ReportPreview* m_preview;
    QWidget* m_outcomeCard;
    Text* m_outcomeLabel;
    ProgressBar* m_progressBar;
    QPushButton* m_cancelButton;
    QPushButton* m_replaceButton;
    QPushButton* m_otherNameButton;
    QPushButton* m_openFolderButton;
    QPushButton* m_closeButton;
};

}  // namespace scalewright::ui
