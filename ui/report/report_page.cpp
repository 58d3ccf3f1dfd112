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

#include "core/output/report/checklist.h"
#include "core/project/document/own_words.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/progress_bar.h"
#include "ui/controls/why.h"
#include "ui/document/file_path.h"
#include "ui/report/report_preview.h"
#include "ui/report/section_list.h"
#include "ui/report/words_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

const QString wordsPointer = QStringLiteral("/report"), titlePointer = QStringLiteral("/title");

}

ReportPage::ReportPage(Document& document, AskSection ask, QWidget* parent)
    : Page(document, tr("What do you hand in?"), parent), m_ask(ask), m_draft(document, std::move(ask), this)
{
    m_handIn = primaryButton(tr("Hand in…"), this);
    m_handIn->setAccessibleDescription(tr("writes the report, its project and its inputs"));
    top().addWidget(m_handIn, 0, Qt::AlignTop);
    titles().addWidget(m_outcome = buildOutcome());

    auto* own = new Card(this);
    auto* written = new QVBoxLayout(own);
    written->setContentsMargins(Theme::space(1), Theme::space(1), Theme::space(1), Theme::space(1));
    m_title = new QLineEdit(own);
    m_title->setAccessibleName(tr("title of the report"));
    m_title->setPlaceholderText(tr("Title of the report"));
    written->addWidget(m_title);
    m_sections = new SectionList(own);
    m_words = new WordsEdit(document, own);
    written->addWidget(m_sections);
    written->addWidget(m_words, 1);
    m_checked = new Text(TextStyle::Label, Role::Soft, false, this);
    m_checked->setWordWrap(true);
    m_checklist = new Why(tr("the checklist"), this);
    auto* left = new QVBoxLayout;
    left->setSpacing(Theme::space(2));
    left->addWidget(own, 1);
    left->addWidget(m_checked);
    left->addWidget(m_checklist);

    auto* sheet = new Card(this);
    auto* inside = new QVBoxLayout(sheet);
    inside->setContentsMargins(2, 2, 2, 2);
    m_preview = new ReportPreview(sheet);
    m_preview->setPlaceholderText(tr("Working it out …"));
    inside->addWidget(m_preview);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(Theme::space(4));
    m_columns->addLayout(left, 36);
    m_columns->addWidget(sheet, 64);
    body().addLayout(m_columns, 1);

    connect(m_handIn, &QPushButton::clicked, this, &ReportPage::askHandIn);
    connect(m_title, &QLineEdit::editingFinished, this, &ReportPage::rename);
    connect(m_sections, &SectionList::chosen, this, &ReportPage::choose);
    connect(&m_draft, &ReportDraft::changed, this, &ReportPage::showDraft);
    connect(&m_writer, &WorkerBase::progressed, this, &ReportPage::tellProgress);
    connect(&m_writer, &WorkerBase::finished, this, &ReportPage::takeWritten);
    m_words->setPlace(m_sections->place());
    showDraft();
    begin();
}

ReportPage::~ReportPage()
{
    m_title->disconnect(this);  // it loses the keyboard while QWidget's destructor runs
}

PageEntry ReportPage::entry(AskSection ask, std::function<PageState(const Document&)> state)
{
    return {.id = QStringLiteral("report"),
            .title = tr("Report"),
            .section = QStringLiteral("41.8–41.10"),
            .group = PageGroup::HandIn,
            .state = std::move(state),
            .make = [ask = std::move(ask)](Document& document, QWidget* parent) -> Page* {
                return new ReportPage(document, ask, parent);
            }};
}

QWidget* ReportPage::buildOutcome()
{
    auto* outcome = new Card(this);
    auto* column = new QVBoxLayout(outcome);
    column->setContentsMargins(Theme::space(4), Theme::space(2), Theme::space(4), Theme::space(2));
    m_bar = new ProgressBar(tr("progress of the hand-in"), outcome);
    column->addWidget(m_bar);
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::space(3));
    m_said = new Text(TextStyle::Body, Role::Ink, false, outcome);
    m_said->setWordWrap(true);
    m_said->setTextFormat(Qt::PlainText);
    row->addWidget(m_said, 1);
    const auto add = [&](QPushButton*& button, const QString& word) {
        row->addWidget(button = quietButton(word, outcome));
        button->hide();
    };
    add(m_cancel, tr("Cancel"));
    add(m_replace, tr("Replace it"));
    add(m_another, tr("Another name…"));
    add(m_open, tr("Open folder"));
    add(m_close, tr("Close"));
    column->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_writer.cancel(); });
    connect(m_replace, &QPushButton::clicked, this, [this] {
        HandInOrder order = m_order;
        order.replace = true;
        handIn(std::move(order));
    });
    connect(m_another, &QPushButton::clicked, this, &ReportPage::askHandIn);
    connect(m_open, &QPushButton::clicked, this, [this] {
        const QFileInfo written(m_order.path);
        QDesktopServices::openUrl(
            QUrl::fromLocalFile(written.isDir() ? written.absoluteFilePath() : written.absolutePath()));
    });
    connect(m_close, &QPushButton::clicked, this, [this] {
        m_handIn->setFocus(Qt::OtherFocusReason);
        m_outcome->hide();
    });
    outcome->hide();
    return outcome;
}

void ReportPage::rename()
{
    m_title->setModified(false);
    document().setTitle(m_title->text().trimmed());
}

void ReportPage::refresh()
{
    if (const QString title = document().title(); !m_title->isModified() && m_title->text() != title) {
        m_title->setText(title);
        m_title->setCursorPosition(0);
    }
    m_words->refresh();
    m_sections->present(document().project(), m_draft.draft() ? &m_draft.draft()->report : nullptr);
    const std::vector<ChecklistLine> checklist = reproducibilityChecklist(document().project());
    m_checked->setText(qt(checklistHeadline(checklist)));
    QStringList lines;
    for (const ChecklistLine& line : checklist)
        lines << (line.filled ? QStringLiteral("✓ ") : QStringLiteral("– ")) + qt(line.says);
    m_checklist->setText(lines.join(QLatin1Char('\n')));
    if (isVisible())
        m_draft.refresh();
}

void ReportPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_draft.refresh();  // hidden it is worked out for nobody
}

void ReportPage::layOut()
{
    m_title->setFont(Theme::instance().font(TextStyle::CardTitle));
    const double type = Theme::instance().typeScale();
    const bool wide = width() >= 900 * type;
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_preview->setMinimumHeight(wide ? 240 : static_cast<int>(360 * type));
}

void ReportPage::showDraft()
{
    const ReportDraft::Draft* draft = m_draft.draft();
    const Answer answer = draft ? handInAnswer(draft->report, document().project()) : Answer{};
    // A line whatever there is to say: nothing moves when the answers come.
    basis().setText(m_draft.error()          ? said(*m_draft.error())
                    : !draft                 ? tr("Working it out …")
                    : answer.because.empty() ? tr("Nothing is missing.")
                                             : qt(answer.because));
    if (!draft)
        return;
    heading().setText(qt(answer.headline));
    m_sections->present(document().project(), &draft->report);
    m_preview->setReport(draft->report);
}

void ReportPage::choose(const QString& place)
{
    m_words->setPlace(place);
    m_preview->showSection(place);
}

std::vector<PaletteItem> ReportPage::paletteItems()
{
    const QString also = tr("41.8 41.9 41.10 report hand in submit archive PDF HTML LaTeX Markdown");
    std::vector<PaletteItem> items{
        {PaletteItem::Kind::Action, tr("Hand in…"), QStringLiteral("41.9"), [this] { askHandIn(); }, {}, also}};
    items.push_back({PaletteItem::Kind::Action, tr("Title of the report"), document().title(),
                     [this] { focusField(titlePointer); }, titlePointer, also});
    for (const std::string_view place : wordPlaces) {
        const QString id = qt(place);
        const bool words = !ownWords(document().project(), place).empty();
        items.push_back({PaletteItem::Kind::Action, tr("Report: %1").arg(qt(placeTitle(place))),
                         words ? tr("your words") : QString(), [this, id] { focusField(wordsPointer + u'/' + id); },
                         wordsPointer + u'/' + id, also});
    }
    return items;
}

bool ReportPage::focusField(const QString& pointer)
{
    if (pointer == titlePointer) {
        m_title->setFocus(Qt::OtherFocusReason);
        m_title->selectAll();
        return true;
    }
    if (pointer != wordsPointer && !pointer.startsWith(wordsPointer + QLatin1Char('/')))
        return false;
    const QString place = pointer.mid(wordsPointer.size() + 1);
    if (!place.isEmpty() && !showPart(place))
        return false;
    m_words->setFocus(Qt::OtherFocusReason);
    return true;
}

bool ReportPage::showPart(const QString& id)
{
    if (id.isEmpty())
        return Page::showPart(id);
    m_sections->setPlace(id);
    return m_sections->place() == id;
}

QString ReportPage::underWay() const
{
    return m_writer.isRunning() ? tr("What is handed in is being written.") : QString();
}

void ReportPage::askHandIn()
{
    auto* dialog = new QFileDialog(this, tr("Hand in"), QFileInfo(document().path()).path());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the page asks, of whatever is there
    QStringList filters;
    for (const HandInKind kind : handInKinds())
        filters << filterOf(kind);
    dialog->setNameFilters(filters);
    QString name = document().displayName();
    dialog->selectFile(name.replace(QLatin1Char('/'), QLatin1Char('-')));
    const auto chosen = std::make_shared<HandInKind>(handInKinds().front());
    connect(dialog, &QFileDialog::fileSelected, dialog, [dialog, chosen] {
        const auto at = dialog->nameFilters().indexOf(dialog->selectedNameFilter());
        *chosen = handInKinds()[static_cast<std::size_t>(std::max<qsizetype>(at, 0))];
    });
    askFile(dialog, this,
            [this, chosen](const QString& path) { handIn({.kind = kindOf(path, *chosen), .path = path}); });
}

void ReportPage::handIn(HandInOrder order)
{
    if (m_writer.isRunning())
        return;
    order.path = QFileInfo(withEnding(order.path, order.kind)).absoluteFilePath();
    order.projectFolder =
        document().hasFile() ? filePath(QFileInfo(document().path()).path()) : std::filesystem::path();
    m_order = order;
    for (QPushButton* each : {m_replace, m_another, m_open, m_close})
        each->hide();
    m_cancel->show();
    m_bar->show();
    m_handIn->setEnabled(false);
    tellProgress(0, tr("starting"));
    m_writer.start([project = document().snapshot(), ask = m_ask, order](std::stop_token stop,
                                                                         const auto& report) -> Result<void> {
        const ReportWatch watch{
            .stop = stop, .progress = [&](double share, const std::string& what) { report.progress(share, qt(what)); }};
        Result<SavedFiles> written = writeHandIn(*project, ask, order, watch);
        if (!written)
            return fail(written.error());
        report.add(*std::move(written));
        return {};
    });
}

void ReportPage::tellProgress(double share, const QString& what)
{
    m_bar->setShare(share);
    say(tr("Writing %1: %2").arg(QFileInfo(m_order.path).fileName(), what));
}

void ReportPage::say(const QString& text)
{
    m_said->setText(text);
    m_outcome->show();
}

void ReportPage::takeWritten()
{
    m_cancel->hide();
    m_bar->hide();
    m_handIn->setEnabled(true);
    m_close->show();
    if (!m_writer.outcome()) {
        say(m_writer.isCancelled() ? tr("Stopped; nothing was written.") : ui::said(m_writer.outcome().error()));
        return;
    }
    const SavedFiles& written = m_writer.items().front();
    if (!written.inTheWay.empty()) {
        const QString first = QFile::decodeName(written.inTheWay.front().filename().c_str());
        const auto more = written.inTheWay.size() - 1;
        say(more == 0 ? tr("%1 is there already.").arg(first)
                      : tr("%1 and %2 more are there already.").arg(first).arg(more));
        m_replace->setText(more == 0 ? tr("Replace it") : tr("Replace them"));
        m_replace->show();
        m_another->show();
        m_another->setFocus(Qt::OtherFocusReason);
        return;
    }
    say(tr("Written: %1").arg(QDir::toNativeSeparators(m_order.path)));
    m_open->show();
    m_open->setFocus(Qt::OtherFocusReason);
}

QString ReportPage::outcome() const
{
    return m_outcome->isHidden() ? QString() : m_said->text();
}

}  // namespace scalewright::ui
