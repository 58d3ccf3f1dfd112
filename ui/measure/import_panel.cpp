// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/tab_order.h"
#include "ui/measure/column_preview.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

namespace {

constexpr qsizetype maximumShownLength =
    24000;  // characters, about a thousand rows; parsing more takes longer than a frame, so a worker does it

QString columnMappingText(const LadderFile& file)
{
    QStringList columns;
    for (const MappedColumn& each : file.mapping) {
        const LadderRole& role = ladderRoleOf(each.column);
        QString text = ImportPanel::tr("%1 from “%2”").arg(toQString(role.title), toQString(each.header));
        if (each.unitFactor != 1)
            text += ImportPanel::tr(" (× %1 %2)")
                        .arg(toQString(significantText(each.unitFactor, 3)), toQString(baseUnit(role.dimension)));
        else if (each.isGuessed && !each.unitGiven && !each.unit.empty())
            text += ImportPanel::tr(" in %1 (no unit given)").arg(toQString(each.unit));
        columns << (!each.isGuessed                         ? text
                    : each.confidence == Confidence::Likely ? ImportPanel::tr("%1, a guess").arg(text)
                                                            : ImportPanel::tr("%1 (uncertain)").arg(text));
    }
    QString line = ImportPanel::tr("Columns: %1").arg(columns.join(QStringLiteral(" · ")));
    if (!file.decisions.empty())
        line += ImportPanel::tr(". Read as: %1").arg(toQStrings(file.decisions).join(QStringLiteral(", ")));
    if (!file.splitColumns.empty())
        line += ImportPanel::tr(". Ladders are separated by: %1")
                    .arg(toQStrings(file.splitColumns).join(QStringLiteral(", ")));
    if (!file.unusedHeaders.empty())
        line += ImportPanel::tr(". Not read: %1").arg(toQStrings(file.unusedHeaders).join(QStringLiteral(", ")));
    return line;
}

}  // namespace

ImportPanel::ImportPanel(QWidget* parent)
    : Card(parent),
      m_titleLabel(new Text(TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_textEdit(new QPlainTextEdit(this)),
      m_tooLongLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_preview(new ColumnPreview(this)),
      m_commaCombo(new QuietCombo(this)),
      m_ladderNameField(new QLineEdit(this)),
      m_stepsField(new QLineEdit(this)),
      m_mappingLabel(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_messageLabel(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_ladderList(new QListWidget(this)),
      m_acceptButton(createPrimaryButton(QString(), this))
{
    m_textEdit->setAccessibleName(tr("table to import"));
    m_textEdit->setPlaceholderText(QStringLiteral("p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26"));
    m_textEdit->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_textEdit->setTabChangesFocus(true);
    m_commaCombo->setAccessibleName(tr("what a comma in a number is"));
    m_commaCombo->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (const CommaReading each : {CommaReading::Inferred, CommaReading::Thousands, CommaReading::Decimal})
        m_commaCombo->addItem(QString(), static_cast<int>(each));
    m_ladderNameField->setAccessibleName(tr("name of the ladder to add"));
    m_ladderNameField->setPlaceholderText(tr("name of the ladder"));
    m_stepsField->setAccessibleName(tr("steps in one measured time"));
    m_stepsField->setPlaceholderText(tr("steps in one measured time: 1, an epoch or the whole run"));
    m_ladderList->setAccessibleName(tr("ladders to add"));
    m_commentOutButton = createQuietButton(QString(), this);
    m_commentOutButton->setToolTip(tr("Adds a leading #, which turns the line into a comment"));
    m_reader = new Worker<LadderPreview>(this);
    m_cancelButton = createQuietButton(tr("Cancel"), this);
    m_cancelButton->setAccessibleName(tr("Cancel the import"));

    auto* header = createBox<QHBoxLayout>(nullptr, -1, {{m_titleLabel, 1}});
    auto* buttons = createBox<QHBoxLayout>(nullptr, Theme::spacing(3),
                                           {m_acceptButton, m_commentOutButton, m_cancelButton, Stretch{}});
    createBox<QVBoxLayout>(this, Theme::spacing(2),
                           {header, m_textEdit, m_tooLongLabel, m_preview, m_commaCombo, m_mappingLabel, m_messageLabel,
                            m_ladderList, m_ladderNameField, m_stepsField, buttons},
                           Theme::margins(4, 3, 4, 4));

    setTextStyle({m_ladderNameField, m_stepsField, m_ladderList, m_commaCombo}, TextStyle::Label);
    followTheme(this, [this] {
        const Theme& theme = Theme::instance();
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(theme.font(TextStyle::Label).pixelSize());
        m_textEdit->setFont(fixed);
        m_textEdit->setStyleSheet(
            QStringLiteral("QPlainTextEdit { border: 1px solid %1; } QPlainTextEdit:focus { border: 2px solid %2; }")
                .arg(theme.color(ColorRole::Hairline).name(), theme.color(ColorRole::Ink).name()));
        m_textEdit->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 8 + Theme::spacing(4));
        updatePreview();
    });
    connect(m_textEdit, &QPlainTextEdit::textChanged, this, [this] {
        updatePreview();
        readTable();
    });
    connect(m_stepsField, &QLineEdit::textEdited, this, &ImportPanel::updateControls);
    connect(m_commaCombo, &QComboBox::activated, this, &ImportPanel::readTable);
    connect(m_preview, &ColumnPreview::choiceChanged, this, &ImportPanel::readTable);
    // The lists are created late and would otherwise come last in the window's tab order.
    connect(m_preview, &ColumnPreview::listsRebuilt, this, [this] {
        chainTabOrder(QList<QWidget*>{m_textEdit} << m_preview->tabStops() << m_preview << m_commaCombo << m_ladderList
                                                  << m_ladderNameField << m_acceptButton << m_commentOutButton
                                                  << m_cancelButton);
    });
    connect(m_ladderList, &QListWidget::itemChanged, this, [this] { updateControls(); });
    connect(m_commentOutButton, &QPushButton::clicked, this, &ImportPanel::commentOutLine);
    connect(m_reader, &WorkerBase::finished, this, [this] {
        if (m_pendingOptions) {  // the options have changed in the meantime
            readInBackground(*std::exchange(m_pendingOptions, {}));
            return;
        }
        if (m_reader->isCancelled())
            return;
        const LadderPreview failed{
            m_reader->outcome() ? Result<LadderFile>(LadderFile{}) : fail(m_reader->outcome().error()), {}};
        m_precomputed = m_reader->items().empty() ? &failed : &m_reader->items().front();
        updatePreview();
        m_file = m_precomputed->file;
        showReadResult();
        m_precomputed = nullptr;
    });
    connect(m_acceptButton, &QPushButton::clicked, this, &ImportPanel::ladderAccepted);
    connect(m_cancelButton, &QPushButton::clicked, this, &ImportPanel::closed);
}

LadderPreview readLadderPreview(const SourceText& source, LadderFileOptions options)
{
    options.hints = ColumnHints::None;
    return {readLadders(source, options), previewTable(source, ColumnPreview::previewRowCount)};
}

void ImportPanel::open(const QString& text, const QString& name, const QString& date, const LadderPreview* precomputed)
{
    m_pendingOptions.reset();
    m_reader->cancel();
    m_precomputed = precomputed;
    m_sourceName = name;
    m_sourceDate = date;
    const bool isTooLong = text.size() > maximumShownLength;
    m_longText = isTooLong ? text : QString();
    m_titleLabel->setText(name.isEmpty() ? tr("Paste a ladder") : tr("Import a ladder from %1").arg(name));
    setAccessibleName(m_titleLabel->text());
    m_textEdit->setVisible(!isTooLong);
    m_tooLongLabel->setVisible(isTooLong);
    m_tooLongLabel->setText(tr("%1 lines: too long to be shown here.").arg(text.count(QLatin1Char('\n')) + 1));
    {
        const QSignalBlocker quiet(m_textEdit);
        m_textEdit->setPlainText(isTooLong ? QString() : text);
        m_ladderNameField->clear();
        m_stepsField->clear();
    }
    m_commaCombo->setCurrentIndex(0);
    m_preview->forgetChoices();
    if (m_precomputed || !isTooLong)
        updatePreview();
    else
        m_preview->hide();
    readTable();
    m_precomputed = nullptr;
}

void ImportPanel::replace(const QString& text)
{
    if (!m_longText.isEmpty() || text.size() > maximumShownLength) {
        open(text, {}, m_sourceDate);
        takeFocus();
        return;
    }
    m_sourceName.clear();
    m_titleLabel->setText(tr("Paste a ladder"));
    setAccessibleName(m_titleLabel->text());
    m_preview->forgetChoices();
    m_commaCombo->setCurrentIndex(0);
    m_textEdit->selectAll();
    m_textEdit->insertPlainText(text);
    m_textEdit->setFocus(Qt::OtherFocusReason);  // so that Ctrl+Z undoes the paste
    m_textEdit->selectAll();                     // so that the next pasted table replaces this one
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
    if (m_acceptButton->isEnabled())
        m_acceptButton->setFocus(Qt::OtherFocusReason);
    else
        (m_preview->table() ? m_preview->tabStops().value(0, m_textEdit) : m_textEdit)
            ->setFocus(Qt::OtherFocusReason);  // the columns need the user's attention
}

QString ImportPanel::text() const
{
    return m_longText.isEmpty() ? m_textEdit->toPlainText() : m_longText;
}

LadderFileOptions ImportPanel::options() const
{
    LadderFileOptions options;
    options.hints = ColumnHints::None;
    options.commas = static_cast<CommaReading>(m_commaCombo->currentData().toInt());
    m_preview->applyChoices(options);
    return options;
}

void ImportPanel::updatePreview()
{
    m_preview->showTable(m_precomputed          ? m_precomputed->preview
                         : m_longText.isEmpty() ? previewTable(text().toStdString(), ColumnPreview::previewRowCount)
                                                : m_preview->table());
}

/// Shown for an ambiguous number: always for "1,850", but for "17.066" only if its column does not settle it.
void ImportPanel::updateCommaCombo()
{
    const std::optional<AmbiguousNumber> mark = m_preview->table() ? m_preview->table()->ambiguousNumber : std::nullopt;
    m_commaCombo->setVisible(mark.has_value());
    if (!mark)
        return;
    const QString number = toQString(mark->number);
    m_commaCombo->setItemText(0, m_file ? tr("“%1”: decide from its column").arg(number) : tr("“%1” is …").arg(number));
    m_commaCombo->setItemText(1, tr("“%1” is %2").arg(number, toQString(mark->ifThousands)));
    m_commaCombo->setItemText(2, tr("“%1” is %2").arg(number, toQString(mark->ifDecimal)));
}

void ImportPanel::readTable()
{
    // Uses the roles from the previous reading, since a unit belongs to its column's role.
    const LadderFileOptions requested = options();
    m_file = LadderFile{};
    if (!m_precomputed && !m_longText.isEmpty()) {
        readInBackground(requested);
    } else if (m_precomputed || !text().trimmed().isEmpty()) {
        m_file = m_precomputed ? m_precomputed->file : readLadders(text().toStdString(), requested);
    }
    showReadResult();
}

void ImportPanel::readInBackground(LadderFileOptions requested)
{
    if (m_reader->isRunning()) {
        m_pendingOptions = std::move(requested);
        m_reader->cancel();
        return;
    }
    m_reader->compute([whole = m_longText, asked = std::move(requested)](const std::stop_token&) {
        return readLadderPreview(SourceText(whole.toStdString()), asked);
    });
}

std::optional<int> ImportPanel::firstErrorLine() const
{
    if (m_file || m_file.error().problems.empty())
        return std::nullopt;
    const int line = m_file.error().problems.front().location.line;
    if (m_preview->table())
        return line > m_preview->table()->headerLine ? std::optional(line) : std::nullopt;
    const QString content = text();
    int headerLine = 1;
    // A table without its header row cannot be read.
    for (const QStringView each : QStringView(content).tokenize(QLatin1Char('\n'))) {
        if (const QStringView words = each.trimmed(); !words.isEmpty() && !words.startsWith(QLatin1Char('#')))
            break;
        ++headerLine;
    }
    return line > headerLine ? std::optional(line) : std::nullopt;
}

void ImportPanel::commentOutLine()
{
    const std::optional<int> line = firstErrorLine();
    if (!line)
        return;
    if (m_longText.isEmpty()) {
        QTextCursor(m_textEdit->document()->findBlockByNumber(*line - 1)).insertText(QStringLiteral("# "));
        return;
    }
    qsizetype offset = 0;
    for (int i = 1; i < *line; ++i)
        offset = m_longText.indexOf(QLatin1Char('\n'), offset) + 1;
    m_longText.insert(offset, QStringLiteral("# "));
    readTable();
}

void ImportPanel::showReadResult()
{
    m_preview->showReading(m_file);
    updateCommaCombo();

    const QSignalBlocker quiet(m_ladderList);
    m_ladderList->clear();
    if (m_file)
        for (const Ladder& ladder : m_file->ladders) {
            auto* item = new QListWidgetItem(
                tr("%1 (%2)").arg(ladder.name.empty() ? tr("the ladder") : toQString(ladder.name),
                                  countedNounText(static_cast<qsizetype>(ladder.points.size()), tr("row"))),
                m_ladderList);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(&ladder == &m_file->ladders.front() ? Qt::Checked : Qt::Unchecked);
        }
    updateControls();
}

void ImportPanel::updateControls()
{
    const bool empty = text().trimmed().isEmpty();
    const std::size_t count = m_file ? m_file->ladders.size() : 0;
    m_ladderList->setVisible(count > 1);
    m_ladderNameField->setVisible(count == 1);
    m_stepsField->setVisible(count > 0 && std::any_of(m_file->ladders.begin(), m_file->ladders.end(),
                                                      [](const Ladder& each) { return !each.stepsPerMeasuredTime; }));
    if (count == 1)
        m_ladderNameField->setPlaceholderText(
            tr("name of the ladder: %1")
                .arg(!m_file->ladders.front().name.empty() ? toQString(m_file->ladders.front().name)
                     : m_sourceName.isEmpty()              ? tr("pasted table")
                                                           : m_sourceName.section(QLatin1Char('.'), 0, 0)));
    const int rows = static_cast<int>(std::min<std::size_t>(count, 6));
    m_ladderList->setFixedHeight(rows * (QFontMetrics(m_ladderList->font()).height() + 14) + 4);
    m_mappingLabel->setVisible(m_file && !m_file->mapping.empty());
    if (m_file && !m_file->mapping.empty())
        m_mappingLabel->setText(columnMappingText(*m_file));

    QStringList lines;
    bool problem = false;
    if (!m_file && !empty) {
        problem = true;
        lines << errorText(m_file.error(), 8);
        if (m_preview->table())
            lines << tr("Above each column, choose its meaning and which rows to keep.");
        // Scroll to the line with the error.
        const int line = m_file.error().problems.empty() ? 0 : m_file.error().problems.front().location.line;
        if (line > 0 && m_textEdit->isVisibleTo(this) && !m_textEdit->hasFocus()) {
            QTextCursor cursor(m_textEdit->document()->findBlockByNumber(line - 1));
            cursor.select(QTextCursor::LineUnderCursor);
            m_textEdit->setTextCursor(cursor);
        }
    } else if (m_reader->isRunning() && !m_precomputed && !m_longText.isEmpty()) {
        lines << tr("Reading …");
    } else if (empty) {
        lines << tr(
            "A header row and one row per run: p with comp, comm, idle, or with time, or with throughput. CSV, tabs, "
            "Markdown, LaTeX, JSON or Extra-P text.");
    } else {
        lines << toQStrings(m_file->warnings);
        problem = !m_file->warnings.empty();
        if (count > 1)
            lines << tr("Several ladders: tick those to add.");
    }
    if (hasInvalidSteps()) {
        problem = true;
        lines << tr("Steps must be above zero; expected a number such as 1 or 500");
    }
    m_messageLabel->showMessage(lines.join(QLatin1Char('\n')), problem);

    m_commentOutButton->setVisible(firstErrorLine().has_value());
    if (const std::optional<int> line = firstErrorLine())
        m_commentOutButton->setText(tr("Ignore line %1").arg(*line));
    const std::size_t taking = chosenLadders().size();
    m_acceptButton->setText(taking <= 1
                                ? tr("Add this ladder")
                                : tr("Add %1").arg(countedNounText(static_cast<qsizetype>(taking), tr("ladder"))));
    m_acceptButton->setEnabled(taking > 0 && !hasInvalidSteps());
}

MaybeQuantity ImportPanel::enteredSteps() const
{
    const Result<ParsedEntry> steps = parseEntry(m_stepsField->text().trimmed().toStdString(), Dimension::Ratio);
    return steps && steps->value > 0 ? typed(steps->value) : MaybeQuantity();
}

bool ImportPanel::hasInvalidSteps() const
{
    return m_stepsField->isVisibleTo(this) && !m_stepsField->text().trimmed().isEmpty() && !enteredSteps();
}

bool ImportPanel::isUnambiguous() const
{
    return m_file && m_file->ladders.size() == 1 && m_file->warnings.empty() && m_file->unusedHeaders.empty() &&
           std::none_of(m_file->mapping.begin(), m_file->mapping.end(),
                        [](const MappedColumn& each) { return each.isGuessed; });
}

std::vector<Ladder> ImportPanel::chosenLadders() const
{
    std::vector<Ladder> ladders;
    if (!m_file)
        return ladders;
    for (int i = 0; i < m_ladderList->count(); ++i) {
        if (m_ladderList->item(i)->checkState() != Qt::Checked)
            continue;
        Ladder ladder = m_file->ladders[static_cast<std::size_t>(i)];
        if (const QString name = m_ladderNameField->text().trimmed(); !name.isEmpty() && m_file->ladders.size() == 1)
            ladder.name = name.toStdString();
        if (ladder.name.empty())
            ladder.name =
                m_sourceName.isEmpty() ? "pasted table" : m_sourceName.section(QLatin1Char('.'), 0, 0).toStdString();
        if (!ladder.stepsPerMeasuredTime)
            ladder.stepsPerMeasuredTime = enteredSteps();
        ladder.provenance = {Origin::Imported,
                             m_sourceName.isEmpty() ? "clipboard" : m_sourceName.toStdString(),
                             m_sourceDate.toStdString(),
                             {},
                             {}};
        ladders.push_back(std::move(ladder));
    }
    return ladders;
}

}  // namespace scalewright::ui
