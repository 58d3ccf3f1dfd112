#include "ui/measure/import_panel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

#include "core/quantity/units.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/ladder_words.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

constexpr qsizetype longestShown = 200000;  // characters: beyond it a text field is no help

QString mappingOf(const LadderFile& file)
{
    QStringList columns;
    for (const MappedColumn& each : file.mapping) {
        const LadderRole& role = roleOf(each.column);
        QString text = ImportPanel::tr("%1 from “%2”").arg(roleTitle(role), qt(each.header));
        if (each.factor != 1)
            text += ImportPanel::tr(" (× %1 %2)").arg(qt(significant(each.factor, 3)), qt(baseUnit(role.dimension)));
        else if (each.guessed && !each.unitGiven && !each.unit.empty())
            text += ImportPanel::tr(" in %1, as it names no unit").arg(qt(each.unit));
        columns << (!each.guessed                                ? text
                    : each.confidence == Confidence::Likely ? ImportPanel::tr("%1, a guess").arg(text)
                                                            : ImportPanel::tr("%1, an unsure guess").arg(text));
    }
    QString line = ImportPanel::tr("Columns: %1").arg(columns.join(QStringLiteral(" · ")));
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
    : Card(parent)
    , m_title(new Text(TextStyle::CardTitle, Role::Ink, true, this))
    , m_text(new QPlainTextEdit(this))
    , m_tooLong(new Text(TextStyle::Label, Role::Soft, false, this))
    , m_columns(new QLineEdit(this))
    , m_mapping(new Text(TextStyle::Label, Role::Ink, false, this))
    , m_message(new Text(TextStyle::Label, Role::Ink, false, this))
    , m_choice(new QListWidget(this))
    , m_take(primaryButton(QString(), this))
{
    m_text->setAccessibleName(tr("table to import"));
    m_text->setPlaceholderText(QStringLiteral("p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26"));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_columns->setAccessibleName(tr("which column is which"));
    m_columns->setPlaceholderText(tr("columns by their names; or say which is which, and which rows: p=gcds,time=runtime_s,batch=32"));
    m_choice->setAccessibleName(tr("ladders to take"));
    for (Text* text : {m_mapping, m_message, m_tooLong})
        text->setWordWrap(true);
    auto* cancel = quietButton(tr("Cancel"), this);
    cancel->setAccessibleName(tr("Cancel the import"));

    auto* header = new QHBoxLayout;
    header->addWidget(m_title, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::space(3));
    buttons->addWidget(m_take);
    buttons->addWidget(cancel);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addLayout(header);
    for (QWidget* each : {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_tooLong), static_cast<QWidget*>(m_columns), static_cast<QWidget*>(m_mapping),
                          static_cast<QWidget*>(m_message), static_cast<QWidget*>(m_choice)})
        column->addWidget(each);
    column->addLayout(buttons);

    const auto restyle = [this] {
        const Theme& theme = Theme::instance();
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPixelSize(theme.font(TextStyle::Label).pixelSize());
        m_text->setFont(fixed);
        m_text->setStyleSheet(QStringLiteral("QPlainTextEdit { border: 1px solid %1; } QPlainTextEdit:focus { border: 2px solid %2; }")
                                  .arg(theme.color(Role::Hairline).name(), theme.color(Role::Ink).name()));
        m_text->setFixedHeight(QFontMetrics(fixed).lineSpacing() * 8 + Theme::space(4));
        m_columns->setFont(theme.font(TextStyle::Label));
        m_choice->setFont(theme.font(TextStyle::Label));
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ImportPanel::read);
    connect(m_columns, &QLineEdit::textChanged, this, &ImportPanel::read);
    connect(m_choice, &QListWidget::itemChanged, this, [this] { showFile(); });
    connect(m_take, &QPushButton::clicked, this, &ImportPanel::taken);
    connect(cancel, &QPushButton::clicked, this, &ImportPanel::closed);
}

void ImportPanel::open(const QString& text, const QString& name, const QString& date)
{
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
        const QSignalBlocker quiet(m_text), silent(m_columns);
        m_text->setPlainText(tooLong ? QString() : text);
        m_columns->clear();
    }
    read();
}

void ImportPanel::takeFocus()
{
    if (m_take->isEnabled())
        m_take->setFocus(Qt::OtherFocusReason);
    else
        (m_text->isVisibleTo(this) ? static_cast<QWidget*>(m_text) : m_columns)->setFocus(Qt::OtherFocusReason);
}

QString ImportPanel::text() const { return m_whole.isEmpty() ? m_text->toPlainText() : m_whole; }

void ImportPanel::read()
{
    LadderFileOptions options;
    std::string map;
    QString asked = m_columns->text();
    asked.remove(QLatin1String("--map ")).remove(QLatin1String("--where "));  // as the messages write it
    for (const QString& each : asked.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString name = each.section(QLatin1Char('='), 0, 0).trimmed(), value = each.section(QLatin1Char('='), 1).trimmed();
        const bool isRole = std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) { return role.name == name.toStdString(); });
        if (isRole || !each.contains(QLatin1Char('=')))
            map.append(map.empty() ? "" : ",").append(each.trimmed().toStdString());
        else
            options.where.emplace_back(name.toStdString(), value.toStdString());
    }
    m_file = LadderFile{};
    if (!map.empty()) {
        if (Result<std::map<LadderColumn, std::string>> columns = parseColumnMap(map))
            options.columns = std::move(*columns);
        else
            m_file = fail(std::move(columns.error()));
    }
    if (m_file && !text().trimmed().isEmpty())
        m_file = readLadders(text().toStdString(), options);

    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    if (m_file)
        for (const Ladder& ladder : m_file->ladders) {
            auto* item = new QListWidgetItem(tr("%1 (%n row(s))", nullptr, static_cast<int>(ladder.points.size()))
                                                 .arg(ladder.name.empty() ? tr("the ladder") : qt(ladder.name)),
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
    const int rows = static_cast<int>(std::min<std::size_t>(count, 6));
    m_choice->setFixedHeight(rows * (QFontMetrics(m_choice->font()).height() + 14) + 4);
    m_mapping->setVisible(m_file && !empty);
    if (m_file && !empty)
        m_mapping->setText(mappingOf(*m_file));

    QStringList lines;
    bool problem = false;
    if (!m_file && !empty) {
        problem = true;
        lines << said(m_file.error(), 8);
        // The line that is wrong, in sight.
        const int line = m_file.error().problems.front().where.line;
        if (line > 0 && m_text->isVisibleTo(this) && !m_text->hasFocus()) {
            QTextCursor cursor(m_text->document()->findBlockByNumber(line - 1));
            cursor.select(QTextCursor::LineUnderCursor);
            m_text->setTextCursor(cursor);
        }
    } else if (empty) {
        lines << tr("A header row and one row a run: p with comp, comm, idle, or with time, or with throughput. CSV, tabs, JSON or Extra-P text.");
    } else {
        for (const Message& warning : m_file->warnings)
            lines << said(warning);
        problem = !m_file->warnings.empty();
        if (count > 1)
            lines << tr("Several ladders: tick those to take.");
    }
    m_message->setText(lines.join(QLatin1Char('\n')));
    m_message->setVisible(!lines.isEmpty());
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->update();

    const std::size_t taking = chosen().size();
    m_take->setText(taking == 1 ? tr("Take this ladder") : tr("Take %n ladder(s)", nullptr, static_cast<int>(taking)));
    m_take->setEnabled(taking > 0);
}

bool ImportPanel::isPlain() const
{
    return m_file && m_file->ladders.size() == 1 && m_file->warnings.empty() && m_file->unused.empty() &&
           std::none_of(m_file->mapping.begin(), m_file->mapping.end(), [](const MappedColumn& each) { return each.guessed; });
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
        if (ladder.name.empty())
            ladder.name = m_name.isEmpty() ? "pasted table" : m_name.section(QLatin1Char('.'), 0, 0).toStdString();
        ladder.provenance = {Origin::Imported, m_name.isEmpty() ? "clipboard" : m_name.toStdString(), m_date.toStdString(), {}, {}};
        ladders.push_back(std::move(ladder));
    }
    return ladders;
}

}  // namespace scalewright::ui
