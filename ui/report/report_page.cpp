// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include <QBoxLayout>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>

#include <memory>
#include <utility>

#include "core/base/text/message.h"
#include "core/output/report/checklist.h"
#include "core/project/document/report_texts.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/file_dialog.h"
#include "ui/controls/progress_bar.h"
#include "ui/document/file_path.h"
#include "ui/report/report_preview.h"
#include "ui/report/report_text_edit.h"
#include "ui/report/section_list.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

const QString wordsPointer = QStringLiteral("/report"), titlePointer = QStringLiteral("/title"),
              authorPointer = QStringLiteral("/report/author");

}

ReportPage::ReportPage(Document& document, QWidget* parent)
    : Page(document, tr("What do you hand in?"), parent), m_draft(document, this)
{
    m_handInButton = createPrimaryButton(tr("Hand in…"), this);
    m_handInButton->setAccessibleDescription(tr("writes the report, its project and its inputs"));
    headingRow().addWidget(m_handInButton, 0, Qt::AlignTop);
    titleColumn().addWidget(m_outcomeCard = buildOutcome());

    auto* wordsCard = new Card(content());
    auto* written = new QVBoxLayout(wordsCard);
    written->setContentsMargins(Theme::spacing(3), Theme::spacing(3), Theme::spacing(3), Theme::spacing(3));
    const auto addField = [&](const QString& accessibleName, const QString& placeholder) {
        auto* field = new QLineEdit(wordsCard);
        field->setAccessibleName(accessibleName);
        field->setPlaceholderText(placeholder);
        written->addWidget(field);
        return field;
    };
    m_titleField = addField(tr("title of the report"), tr("Title of the report"));
    m_authorField = addField(tr("author of the report"), tr("Author"));
    m_sectionList = new SectionList(wordsCard);
    m_wordsEdit = new WordsEdit(document, wordsCard);
    written->addWidget(m_sectionList);
    written->addWidget(m_wordsEdit, 1);
    m_checklistSummary = new Text(TextStyle::Label, ColorRole::SoftInk, false, this);
    m_checklistSummary->setWordWrap(true);
    m_checklist = new CollapsibleDetails(tr("the checklist"), this);
    auto* left = new QVBoxLayout;
    left->setSpacing(Theme::spacing(2));
    left->addWidget(wordsCard, 1);
    left->addWidget(m_checklistSummary);
    left->addWidget(m_checklist);

    auto* sheet = new Card(content());
    auto* inside = new QVBoxLayout(sheet);
    inside->setContentsMargins(2, 2, 2, 2);
    m_preview = new ReportPreview(sheet);
    m_preview->setPlaceholderText(tr("Computing …"));
    inside->addWidget(m_preview);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(Theme::spacing(4));
    m_columns->addLayout(left, 36);
    m_columns->addWidget(sheet, 64);
    body().addLayout(m_columns, 1);

    connect(m_handInButton, &QPushButton::clicked, this, &ReportPage::chooseHandInPath);
    connect(m_titleField, &QLineEdit::editingFinished, this, &ReportPage::commitTitle);
    connect(m_authorField, &QLineEdit::editingFinished, this, &ReportPage::commitAuthor);
    connect(m_sectionList, &SectionList::sectionChosen, this, &ReportPage::chooseSection);
    connect(&m_draft, &ReportDraft::changed, this, &ReportPage::showDraft);
    connect(&m_writer, &WorkerBase::progressed, this, &ReportPage::showProgress);
    connect(&m_writer, &WorkerBase::finished, this, &ReportPage::finishHandIn);
    m_wordsEdit->setSection(m_sectionList->currentSectionId());
    showDraft();
    initializeView();
}

ReportPage::~ReportPage()
{
    for (QLineEdit* field : {m_titleField, m_authorField})
        field->disconnect(this);  // it loses focus while QWidget's destructor runs
}

PageEntry ReportPage::entry(std::function<PageState(const Document&)> state)
{
    return {.id = QStringLiteral("report"),
            .title = tr("Report"),
            .section = QStringLiteral("41.8–41.10"),
            .group = PageGroup::HandIn,
            .state = std::move(state),
            .create = [](Document& document, QWidget* parent) -> Page* { return new ReportPage(document, parent); }};
}

QWidget* ReportPage::buildOutcome()
{
    auto* outcome = new Card(this);
    auto* column = new QVBoxLayout(outcome);
    column->setContentsMargins(Theme::spacing(4), Theme::spacing(2), Theme::spacing(4), Theme::spacing(2));
    m_progressBar = new ProgressBar(tr("progress of the hand-in"), outcome);
    column->addWidget(m_progressBar);
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::spacing(3));
    m_outcomeLabel = new Text(TextStyle::Body, ColorRole::Ink, false, outcome);
    m_outcomeLabel->setWordWrap(true);
    m_outcomeLabel->setTextFormat(Qt::PlainText);
    row->addWidget(m_outcomeLabel, 1);
    const auto add = [&](QPushButton*& button, const QString& word) {
        row->addWidget(button = createQuietButton(word, outcome));
        button->hide();
    };
    add(m_cancelButton, tr("Cancel"));
    add(m_replaceButton, tr("Replace it"));
    add(m_otherNameButton, tr("Another name…"));
    add(m_openFolderButton, tr("Open folder"));
    add(m_closeButton, tr("Close"));
    column->addLayout(row);
    connect(m_cancelButton, &QPushButton::clicked, this, [this] { m_writer.cancel(); });
    connect(m_replaceButton, &QPushButton::clicked, this, [this] {
        HandInRequest request = m_request;
        request.mayReplace = true;
        handIn(std::move(request));
    });
    connect(m_otherNameButton, &QPushButton::clicked, this, &ReportPage::chooseHandInPath);
    connect(m_openFolderButton, &QPushButton::clicked, this, [this] {
        const QFileInfo written(m_request.path);
        QDesktopServices::openUrl(
            QUrl::fromLocalFile(written.isDir() ? written.absoluteFilePath() : written.absolutePath()));
    });
    connect(m_closeButton, &QPushButton::clicked, this, [this] {
        m_handInButton->setFocus(Qt::OtherFocusReason);
        m_outcomeCard->hide();
    });
    outcome->hide();
    return outcome;
}

void ReportPage::commitTitle()
{
    m_titleField->setModified(false);
    document().setTitle(m_titleField->text().trimmed());
}

void ReportPage::commitAuthor()
{
    m_authorField->setModified(false);
    const std::string author = m_authorField->text().trimmed().toStdString();
    if (author == reportText(document().project(), reportAuthorPlace))
        return;
    document().applyChange(tr("author"), [&](Project& project) { setReportText(project, reportAuthorPlace, author); });
}

void ReportPage::refresh()
{
    const auto show = [](QLineEdit* field, const QString& text) {
        if (field->isModified() || field->text() == text)
            return;
        field->setText(text);
        field->setCursorPosition(0);
    };
    show(m_titleField, document().title());
    show(m_authorField, toQString(reportText(document().project(), reportAuthorPlace)));
    m_wordsEdit->refresh();
    m_sectionList->showSections(document().project(), m_draft.draft() ? &m_draft.draft()->report : nullptr);
    const std::vector<ChecklistLine> checklist = reproducibilityChecklist(document().project());
    m_checklistSummary->setText(toQString(checklistHeadline(checklist)));
    QStringList lines;
    for (const ChecklistLine& line : checklist)
        lines << (line.isFilled ? QStringLiteral("✓ ") : QStringLiteral("– ")) + toQString(line.text);
    m_checklist->setText(lines.join(QLatin1Char('\n')));
    if (isVisible())
        m_draft.refresh();
}

void ReportPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_draft.refresh();  // not computed while the page is hidden
}

void ReportPage::layOut()
{
    m_titleField->setFont(Theme::instance().font(TextStyle::CardTitle));
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_preview->setMinimumHeight(wide ? 240 : static_cast<int>(360 * type));
}

void ReportPage::showDraft()
{
    const ReportDraft::Draft* draft = m_draft.draft();
    const Answer answer = draft ? handInAnswer(draft->report, document().project()) : Answer{};
    // Always show a line, so that nothing moves when the answers arrive.
    basisLine().setText(m_draft.error() ? errorText(*m_draft.error())
                        : !draft        ? tr("Computing …")
                                        : toQString(joinNonEmpty({answer.headline, answer.because}, " ")));
    if (!draft)
        return;
    setAnswer(toQString(draft->report.decision.headline));
    m_sectionList->showSections(document().project(), &draft->report);
    m_preview->setReport(draft->report);
}

void ReportPage::chooseSection(const QString& place)
{
    m_wordsEdit->setSection(place);
    m_preview->showSection(place);
}

std::vector<PaletteItem> ReportPage::paletteItems()
{
    const QString also = tr("41.8 41.9 41.10 report hand in submit archive PDF HTML LaTeX Markdown");
    std::vector<PaletteItem> items{
        {PaletteItem::Kind::Action, tr("Hand in…"), QStringLiteral("41.9"), [this] { chooseHandInPath(); }, {}, also}};
    items.push_back({PaletteItem::Kind::Action, tr("Title of the report"), document().title(),
                     [this] { focusField(titlePointer); }, titlePointer, also});
    items.push_back({PaletteItem::Kind::Action, tr("Author of the report"), m_authorField->text(),
                     [this] { focusField(authorPointer); }, authorPointer, also});
    for (const std::string_view place : reportTextPlaces) {
        const QString id = toQString(place);
        const bool words = !reportText(document().project(), place).empty();
        items.push_back({PaletteItem::Kind::Action, tr("Report: %1").arg(toQString(reportSectionTitle(place))),
                         words ? tr("your words") : QString(), [this, id] { focusField(wordsPointer + u'/' + id); },
                         wordsPointer + u'/' + id, also});
    }
    return items;
}

bool ReportPage::focusField(const QString& pointer)
{
    if (pointer == titlePointer || pointer == authorPointer) {
        QLineEdit* field = pointer == titlePointer ? m_titleField : m_authorField;
        field->setFocus(Qt::OtherFocusReason);
        field->selectAll();
        return true;
    }
    if (pointer != wordsPointer && !pointer.startsWith(wordsPointer + QLatin1Char('/')))
        return false;
    const QString place = pointer.mid(wordsPointer.size() + 1);
    if (!place.isEmpty() && !showPart(place))
        return false;
    m_wordsEdit->setFocus(Qt::OtherFocusReason);
    return true;
}

bool ReportPage::showPart(const QString& id)
{
    if (id.isEmpty())
        return Page::showPart(id);
    m_sectionList->setCurrentSection(id);
    return m_sectionList->currentSectionId() == id;
}

QString ReportPage::unfinishedWorkText() const
{
    return m_writer.isRunning() ? tr("The hand-in is being written.") : QString();
}

void ReportPage::chooseHandInPath()
{
    auto* dialog = new QFileDialog(this, tr("Hand in"), QFileInfo(document().path()).path());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the page itself asks before overwriting
    QStringList filters;
    for (const HandInKind kind : handInKinds())
        filters << fileDialogFilter(kind);
    dialog->setNameFilters(filters);
    QString name = document().displayName();
    dialog->selectFile(name.replace(QLatin1Char('/'), QLatin1Char('-')));
    const auto chosen = std::make_shared<HandInKind>(handInKinds().front());
    connect(dialog, &QFileDialog::fileSelected, dialog, [dialog, chosen] {
        const auto index = dialog->nameFilters().indexOf(dialog->selectedNameFilter());
        *chosen = handInKinds()[static_cast<std::size_t>(std::max<qsizetype>(index, 0))];
    });
    openFileDialog(dialog, this, [this, chosen](const QString& path) {
        handIn({.kind = handInKindOf(path, *chosen), .path = path});
    });
}

void ReportPage::handIn(HandInRequest request)
{
    if (m_writer.isRunning())
        return;
    request.path = QFileInfo(withEnding(request.path, request.kind)).absoluteFilePath();
    request.projectFolder =
        document().hasFile() ? toFilesystemPath(QFileInfo(document().path()).path()) : std::filesystem::path();
    m_request = request;
    for (QPushButton* each : {m_replaceButton, m_otherNameButton, m_openFolderButton, m_closeButton})
        each->hide();
    m_cancelButton->show();
    m_progressBar->show();
    m_handInButton->setEnabled(false);
    showProgress(0, tr("starting"));
    m_writer.start(
        [project = document().snapshot(), request](std::stop_token stop, const auto& report) -> Result<void> {
            const ReportMonitor watch{.stopToken = stop, .onProgress = [&](double share, const std::string& activity) {
                                          report.setProgress(share, toQString(activity));
                                      }};
            Result<SavedFiles> written = writeHandIn(*project, request, watch);
            if (!written)
                return fail(written.error());
            report.addItem(*std::move(written));
            return {};
        });
}

void ReportPage::showProgress(double share, const QString& activity)
{
    m_progressBar->setFraction(share);
    showOutcome(tr("Writing %1: %2").arg(QFileInfo(m_request.path).fileName(), activity));
}

void ReportPage::showOutcome(const QString& text)
{
    m_outcomeLabel->setText(text);
    m_outcomeCard->show();
}

void ReportPage::finishHandIn()
{
    m_cancelButton->hide();
    m_progressBar->hide();
    m_handInButton->setEnabled(true);
    m_closeButton->show();
    if (!m_writer.outcome()) {
        showOutcome(m_writer.isCancelled() ? tr("Stopped; nothing was written.")
                                           : ui::errorText(m_writer.outcome().error()));
        return;
    }
    const SavedFiles& written = m_writer.items().front();
    if (!written.existingPaths.empty()) {
        const QString first = QFile::decodeName(written.existingPaths.front().filename().c_str());
        const auto more = written.existingPaths.size() - 1;
        showOutcome(more == 0 ? tr("%1 already exists.").arg(first)
                              : tr("%1 and %2 more already exist.").arg(first).arg(more));
        m_replaceButton->setText(more == 0 ? tr("Replace it") : tr("Replace them"));
        m_replaceButton->show();
        m_otherNameButton->show();
        m_otherNameButton->setFocus(Qt::OtherFocusReason);
        return;
    }
    showOutcome(tr("Written: %1").arg(QDir::toNativeSeparators(m_request.path)));
    m_openFolderButton->show();
    m_openFolderButton->setFocus(Qt::OtherFocusReason);
}

QString ReportPage::outcomeText() const
{
    return m_outcomeCard->isHidden() ? QString() : m_outcomeLabel->text();
}

}  // namespace scalewright::ui
