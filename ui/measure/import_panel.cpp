#include "ui/measure/import_panel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/project/document/ladder_roles.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/tab_order.h"
#include "ui/measure/column_preview.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr qsizetype longestShown =
    24000;  // characters, a thousand rows: beyond it reading takes more than a frame, and is a worker's

QString mappingOf(const LadderFile& file)
{
    QStringList columns;
    for (const MappedColumn& each : file.mapping) {
        const LadderRole& role = roleOf(each.column);
        QString text = ImportPanel::tr("%1 from “%2”").arg(qt(role.title), qt(each.header));
        if (each.factor != 1)
            text += ImportPanel::tr(" (× %1 %2)").arg(qt(significant(each.factor, 3)), qt(baseUnit(role.dimension)));
        else if (each.guessed && !each.unitGiven && !each.unit.empty())
            text += ImportPanel::tr(" in %1, as it names no unit").arg(qt(each.unit));
        columns << (!each.guessed                           ? text
                    : each.confidence == Confidence::Likely ? ImportPanel::tr("%1, a guess").arg(text)
                                                            : ImportPanel::tr("%1, an unsure guess").arg(text));
    }
    QString line = ImportPanel::tr("Columns: %1").arg(columns.join(QStringLiteral(" · ")));
    if (!file.telling.empty()) {
        QStringList telling;
        for (const std::string& each : file.telling)
            telling << qt(each);
        line += ImportPanel::tr(". Ladders are told apart by: %1").arg(telling.join(QStringLiteral(", ")));
    }
    if (!file.unused.empty()) {
        QStringList unused;
        for (const std::string& each : file.unused)
            unused << qt(each);
        line += ImportPanel::tr(". Not read: %1").arg(unused.join(QStringLiteral(", ")));
    }
    return line;
}

}  // namespace

ImportPanel::ImportPanel(QWidget* parent)
    : Card(parent),
      m_title(new Text(TextStyle::CardTitle, Role::Ink, true, this)),
      m_text(new QPlainTextEdit(this)),
      m_tooLong(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_preview(new ColumnPreview(this)),
      m_commas(new QuietCombo(this)),
      m_ladderName(new QLineEdit(this)),
      m_steps(new QLineEdit(this)),
      m_mapping(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_choice(new QListWidget(this)),
      m_take(primaryButton(QString(), this))
{
    m_text->setAccessibleName(tr("table to import"));
    m_text->setPlaceholderText(QStringLiteral("p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26"));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_commas->setAccessibleName(tr("what a comma in a number is"));
    m_commas->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (const Commas each : {Commas::AsFound, Commas::Thousands, Commas::Decimal})
        m_commas->addItem(QString(), static_cast<int>(each));
    m_ladderName->setAccessibleName(tr("name of the ladder to take"));
    m_ladderName->setPlaceholderText(tr("name of the ladder"));
    m_steps->setAccessibleName(tr("steps in one measured time"));
    m_steps->setPlaceholderText(tr("steps in one measured time: 1, an epoch’s, or the run’s"));
    m_choice->setAccessibleName(tr("ladders to take"));
    for (Text* text : {m_mapping, m_message, m_tooLong})
        text->setWordWrap(true);
    m_leaveOut = quietButton(QString(), this);
    m_leaveOut->setToolTip(tr("Puts a # before it: a comment, which is not read"));
    m_reader = new Worker<ReadLadder>(this);
    m_cancel = quietButton(tr("Cancel"), this);
    m_cancel->setAccessibleName(tr("Cancel the import"));

    auto* header = new QHBoxLayout;
    header->addWidget(m_title, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::space(3));
    buttons->addWidget(m_take);
    buttons->addWidget(m_leaveOut);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addLayout(header);
    for (QWidget* each :
         {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_tooLong), static_cast<QWidget*>(m_preview),
          static_cast<QWidget*>(m_commas), static_cast<QWidget*>(m_mapping), static_cast<QWidget*>(m_message),
          static_cast<QWidget*>(m_choice), static_cast<QWidget*>(m_ladderName), static_cast<QWidget*>(m_steps)})
        column->addWidget(each);
    column->addLayout(buttons);

    const auto restyle = [this] {
        const Theme& theme = Theme::instance();
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(theme.font(TextStyle::Label).pixelSize());
        m_text->setFont(fixed);
        m_text->setStyleSheet(
            QStringLiteral("QPlainTextEdit { border: 1px solid %1; } QPlainTextEdit:focus { border: 2px solid %2; }")
                .arg(theme.color(Role::Hairline).name(), theme.color(Role::Ink).name()));
        m_text->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 8 + Theme::space(4));
        for (QWidget* each : {static_cast<QWidget*>(m_preview), static_cast<QWidget*>(m_preview->horizontalHeader()),
                              static_cast<QWidget*>(m_ladderName), static_cast<QWidget*>(m_steps)})
            each->setFont(theme.font(TextStyle::Label));
        preview();
        for (QWidget* each : {static_cast<QWidget*>(m_choice), static_cast<QWidget*>(m_commas)})
            each->setFont(theme.font(TextStyle::Label));
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        preview();
        read();
    });
    connect(m_steps, &QLineEdit::textEdited, this, &ImportPanel::showFile);
    connect(m_commas, &QComboBox::activated, this, &ImportPanel::read);
    connect(m_preview, &ColumnPreview::said, this, &ImportPanel::read);
    // Lists that are made late would come behind the whole window.
    connect(m_preview, &ColumnPreview::rebuilt, this, [this] {
        tabThrough(QList<QWidget*>{m_text} << m_preview->stops() << m_preview << m_commas << m_choice << m_ladderName
                                           << m_take << m_leaveOut << m_cancel);
    });
    connect(m_choice, &QListWidget::itemChanged, this, [this] { showFile(); });
    connect(m_leaveOut, &QPushButton::clicked, this, &ImportPanel::leaveLineOut);
    connect(m_reader, &WorkerBase::finished, this, [this] {
        if (m_asked) {  // it is another question by now
            readLong(*std::exchange(m_asked, {}));
            return;
        }
        if (m_reader->isCancelled())
            return;
        const ReadLadder failed{
            m_reader->outcome() ? Result<LadderFile>(LadderFile{}) : fail(m_reader->outcome().error()), {}};
        m_already = m_reader->items().empty() ? &failed : &m_reader->items().front();
        preview();
        m_file = m_already->file;
        showRead();
        m_already = nullptr;
    });
    connect(m_take, &QPushButton::clicked, this, &ImportPanel::taken);
    connect(m_cancel, &QPushButton::clicked, this, &ImportPanel::closed);
}

ReadLadder readLadderOf(const SourceText& source, LadderFileOptions options)
{
    options.hints = ColumnHints::None;
    return {readLadders(source, options), previewOf(source, ColumnPreview::rowsShown)};
}

void ImportPanel::open(const QString& text, const QString& name, const QString& date, const ReadLadder* already)
{
    m_asked.reset();
    m_reader->cancel();
    m_already = already;
    m_name = name;
    m_date = date;
    const bool tooLong = text.size() > longestShown;
    m_whole = tooLong ? text : QString();
    m_title->setText(name.isEmpty() ? tr("Paste a ladder") : tr("Import a ladder from %1").arg(name));
    setAccessibleName(m_title->text());
    m_text->setVisible(!tooLong);
    m_tooLong->setVisible(tooLong);
    m_tooLong->setText(tr("%1 lines: too long to be shown here.").arg(text.count(QLatin1Char('\n')) + 1));
    {
        const QSignalBlocker quiet(m_text);
        m_text->setPlainText(tooLong ? QString() : text);
        m_ladderName->clear();
        m_steps->clear();
    }
    m_commas->setCurrentIndex(0);
    m_preview->forget();
    if (m_already || !tooLong)
        preview();
    else
        m_preview->hide();
    read();
    m_already = nullptr;
}

void ImportPanel::replace(const QString& text)
{
    if (!m_whole.isEmpty() || text.size() > longestShown) {
        open(text, {}, m_date);
        takeFocus();
        return;
    }
    m_name.clear();
    m_title->setText(tr("Paste a ladder"));
    setAccessibleName(m_title->text());
    m_preview->forget();
    m_commas->setCurrentIndex(0);
    m_text->selectAll();
    m_text->insertPlainText(text);
    m_text->setFocus(Qt::OtherFocusReason);  // Ctrl+Z is its own
    m_text->selectAll();                     // and the next table takes the place of this one
}

bool ImportPanel::event(QEvent* event)
{
    const bool escape = (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) &&
                        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (!escape)
        return Card::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        Q_EMIT closed();
    return true;
}

void ImportPanel::takeFocus()
{
    if (m_take->isEnabled())
        m_take->setFocus(Qt::OtherFocusReason);
    else
        (m_preview->table() ? m_preview->stops().value(0, m_text) : m_text)
            ->setFocus(Qt::OtherFocusReason);  // something has to be said of the columns
}

QString ImportPanel::text() const
{
    return m_whole.isEmpty() ? m_text->toPlainText() : m_whole;
}

LadderFileOptions ImportPanel::options() const
{
    LadderFileOptions options;
    options.hints = ColumnHints::None;
    options.commas = static_cast<Commas>(m_commas->currentData().toInt());
    m_preview->sayInto(options);
    return options;
}

void ImportPanel::preview()
{
    m_preview->present(m_already           ? m_already->preview
                       : m_whole.isEmpty() ? previewOf(text().toStdString(), ColumnPreview::rowsShown)
                                           : m_preview->table());
}

/// Asked of a number such as "1,850", whatever its column tells; of "17.066" where nothing does.
void ImportPanel::showCommas()
{
    const std::optional<UnclearMark> mark = m_preview->table() ? m_preview->table()->mark : std::nullopt;
    m_commas->setVisible(mark.has_value());
    if (!mark)
        return;
    const QString number = qt(mark->number);
    m_commas->setItemText(0, m_file ? tr("“%1” as its column tells").arg(number) : tr("“%1” is …").arg(number));
    m_commas->setItemText(1, tr("“%1” is %2").arg(number, qt(mark->ifThousands)));
    m_commas->setItemText(2, tr("“%1” is %2").arg(number, qt(mark->ifDecimal)));
}

void ImportPanel::read()
{
    const LadderFileOptions asked = options();  // by what was read last: a unit is of the role that its column has
    m_file = LadderFile{};
    if (!m_already && !m_whole.isEmpty()) {
        readLong(asked);
    } else if (m_already || !text().trimmed().isEmpty()) {
        m_file = m_already ? m_already->file : readLadders(text().toStdString(), asked);
    }
    showRead();
}

void ImportPanel::readLong(LadderFileOptions asked)
{
    if (m_reader->isRunning()) {
        m_asked = std::move(asked);
        m_reader->cancel();
        return;
    }
    m_reader->start([whole = m_whole, asked = std::move(asked)](
                        std::stop_token, const Worker<ReadLadder>::Report& report) -> Result<void> {
        report.add(readLadderOf(SourceText(whole.toStdString()), asked));
        return {};
    });
}

std::optional<int> ImportPanel::wrongLine() const
{
    if (m_file || m_file.error().problems.empty())
        return std::nullopt;
    const int line = m_file.error().problems.front().where.line;
    if (m_preview->table())
        return line > m_preview->table()->headerLine ? std::optional(line) : std::nullopt;
    const QString all = text();
    int at = 1;
    for (const QStringView each : QStringView(all).tokenize(QLatin1Char('\n'))) {  // without its header a table is none
        if (const QStringView words = each.trimmed(); !words.isEmpty() && !words.startsWith(QLatin1Char('#')))
            break;
        ++at;
    }
    return line > at ? std::optional(line) : std::nullopt;
}

void ImportPanel::leaveLineOut()
{
    const std::optional<int> line = wrongLine();
    if (!line)
        return;
    if (m_whole.isEmpty()) {
        QTextCursor(m_text->document()->findBlockByNumber(*line - 1)).insertText(QStringLiteral("# "));
        return;
    }
    qsizetype at = 0;
    for (int i = 1; i < *line; ++i)
        at = m_whole.indexOf(QLatin1Char('\n'), at) + 1;
    m_whole.insert(at, QStringLiteral("# "));
    read();
}

void ImportPanel::showRead()
{
    m_preview->showReading(m_file);
    showCommas();

    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    if (m_file)
        for (const Ladder& ladder : m_file->ladders) {
            auto* item =
                new QListWidgetItem(tr("%1 (%2)").arg(ladder.name.empty() ? tr("the ladder") : qt(ladder.name),
                                                      counted(static_cast<qsizetype>(ladder.points.size()), tr("row"))),
                                    m_choice);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(&ladder == &m_file->ladders.front() ? Qt::Checked : Qt::Unchecked);
        }
    showFile();
}

void ImportPanel::showFile()
{
    const bool empty = text().trimmed().isEmpty();
    const std::size_t count = m_file ? m_file->ladders.size() : 0;
    m_choice->setVisible(count > 1);
    m_ladderName->setVisible(count == 1);
    m_steps->setVisible(count > 0 && std::any_of(m_file->ladders.begin(), m_file->ladders.end(),
                                                 [](const Ladder& each) { return !each.stepsPerTime; }));
    if (count == 1)
        m_ladderName->setPlaceholderText(tr("name of the ladder: %1")
                                             .arg(!m_file->ladders.front().name.empty()
                                                      ? qt(m_file->ladders.front().name)
                                                  : m_name.isEmpty() ? tr("pasted table")
                                                                     : m_name.section(QLatin1Char('.'), 0, 0)));
    const int rows = static_cast<int>(std::min<std::size_t>(count, 6));
    m_choice->setFixedHeight(rows * (QFontMetrics(m_choice->font()).height() + 14) + 4);
    m_mapping->setVisible(m_file && !m_file->mapping.empty());
    if (m_file && !m_file->mapping.empty())
        m_mapping->setText(mappingOf(*m_file));

    QStringList lines;
    bool problem = false;
    if (!m_file && !empty) {
        problem = true;
        lines << said(m_file.error(), 8);
        if (m_preview->table())
            lines << tr("Over each column you can say what it is, and which of its rows to keep.");
        // The line that is wrong, in sight.
        const int line = m_file.error().problems.empty() ? 0 : m_file.error().problems.front().where.line;
        if (line > 0 && m_text->isVisibleTo(this) && !m_text->hasFocus()) {
            QTextCursor cursor(m_text->document()->findBlockByNumber(line - 1));
            cursor.select(QTextCursor::LineUnderCursor);
            m_text->setTextCursor(cursor);
        }
    } else if (m_reader->isRunning() && !m_already && !m_whole.isEmpty()) {
        lines << tr("Reading …");
    } else if (empty) {
        lines << tr(
            "A header row and one row a run: p with comp, comm, idle, or with time, or with throughput. CSV, tabs, "
            "Markdown, LaTeX, JSON or Extra-P text.");
    } else {
        for (const std::string& warning : m_file->warnings)
            lines << qt(warning);
        problem = !m_file->warnings.empty();
        if (count > 1)
            lines << tr("Several ladders: tick those to take.");
    }
    if (stepsAreWrong()) {
        problem = true;
        lines << tr("Steps must be above zero; expected a number such as 1 or 500");
    }
    m_message->setText(lines.join(QLatin1Char('\n')));
    m_message->setVisible(!lines.isEmpty());
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->update();

    m_leaveOut->setVisible(wrongLine().has_value());
    if (const std::optional<int> line = wrongLine())
        m_leaveOut->setText(tr("Leave line %1 out").arg(*line));
    const std::size_t taking = chosen().size();
    m_take->setText(taking <= 1 ? tr("Take this ladder")
                                : tr("Take %1").arg(counted(static_cast<qsizetype>(taking), tr("ladder"))));
    m_take->setEnabled(taking > 0 && !stepsAreWrong());
}

MaybeQuantity ImportPanel::saidSteps() const
{
    const Result<Entry> steps = parseEntry(m_steps->text().trimmed().toStdString(), Dimension::Ratio);
    return steps && steps->value > 0 ? typed(steps->value) : MaybeQuantity();
}

bool ImportPanel::stepsAreWrong() const
{
    return m_steps->isVisibleTo(this) && !m_steps->text().trimmed().isEmpty() && !saidSteps();
}

bool ImportPanel::isPlain() const
{
    return m_file && m_file->ladders.size() == 1 && m_file->warnings.empty() && m_file->unused.empty() &&
           std::none_of(m_file->mapping.begin(), m_file->mapping.end(),
                        [](const MappedColumn& each) { return each.guessed; });
}

std::vector<Ladder> ImportPanel::chosen() const
{
    std::vector<Ladder> ladders;
    if (!m_file)
        return ladders;
    for (int i = 0; i < m_choice->count(); ++i) {
        if (m_choice->item(i)->checkState() != Qt::Checked)
            continue;
        Ladder ladder = m_file->ladders[static_cast<std::size_t>(i)];
        if (const QString name = m_ladderName->text().trimmed(); !name.isEmpty() && m_file->ladders.size() == 1)
            ladder.name = name.toStdString();
        if (ladder.name.empty())
            ladder.name = m_name.isEmpty() ? "pasted table" : m_name.section(QLatin1Char('.'), 0, 0).toStdString();
        if (!ladder.stepsPerTime)
            ladder.stepsPerTime = saidSteps();
        ladder.provenance = {
            Origin::Imported, m_name.isEmpty() ? "clipboard" : m_name.toStdString(), m_date.toStdString(), {}, {}};
        ladders.push_back(std::move(ladder));
    }
    return ladders;
}

}  // namespace scalewright::ui
