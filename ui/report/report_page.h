// Report (book 41.8 to 41.10): what is handed in. The report's sections with a person's own words at the left, the report
// as it stands at the right, and one button that writes it.
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
class Why;
class WordsEdit;

class ReportPage final : public Page {
    Q_OBJECT

public:
    /// `ask`: what answers the report's questions.
    ReportPage(Document& document, AskSection ask, QWidget* parent = nullptr);
    ~ReportPage() override;

    /// `state`: what the answers stand on, as the story's.
    [[nodiscard]] static PageEntry entry(AskSection ask, std::function<PageState(const Document&)> state);

    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    /// A section by its place, "ceiling".
    bool showPart(const QString& id) override;
    [[nodiscard]] QString underWay() const override;

    /// Asks where to, then writes.
    void askHandIn();
    /// Off the GUI thread; asks first where something is there already.
    void handIn(HandInOrder order);
    [[nodiscard]] bool isWriting() const { return m_writer.isRunning(); }
    /// What the last hand-in came to.
    [[nodiscard]] QString outcome() const;

    [[nodiscard]] const ReportDraft& draft() const { return m_draft; }
    [[nodiscard]] ReportPreview& preview() const { return *m_preview; }
    [[nodiscard]] SectionList& sections() const { return *m_sections; }
    [[nodiscard]] WordsEdit& words() const { return *m_words; }

protected:
    void refresh() override;
    void layOut() override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildOutcome();
    void choose(const QString& place);
    /// What stands in the field becomes the project's title.
    void rename();
    void showDraft();
    void tellProgress(double share, const QString& what);
    void takeWritten();
    void say(const QString& text);

    AskSection m_ask;
    ReportDraft m_draft;
    Worker<SavedFiles> m_writer{this};
    HandInOrder m_order;
    QPushButton* m_handIn;
    QBoxLayout* m_columns;
    QLineEdit* m_title;
    SectionList* m_sections;
    WordsEdit* m_words;
    Why* m_checklist;
    Text* m_checked;
    ReportPreview* m_preview;
    QWidget* m_outcome;
    Text* m_said;
    ProgressBar* m_bar;
    QPushButton* m_cancel;
    QPushButton* m_replace;
    QPushButton* m_another;
    QPushButton* m_open;
    QPushButton* m_close;
};

}  // namespace scalewright::ui
