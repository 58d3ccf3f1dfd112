#include "ui/figure/figure.h"

#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/figure/chart.h"
#include "ui/figure/size_choice.h"
#include "ui/figure/table_model.h"
#include "ui/theme/steady.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

QString filterOf(FigureFormat format)
{
    switch (format) {
    case FigureFormat::Svg: return Figure::tr("SVG drawing (*.svg)");
    case FigureFormat::Pdf: return Figure::tr("PDF (*.pdf)");
    case FigureFormat::Png: return Figure::tr("PNG picture (*.png)");
    case FigureFormat::Png2x: return Figure::tr("PNG picture, twice the size (*@2x.png)");
    case FigureFormat::Csv: return Figure::tr("CSV table (*.csv)");
    case FigureFormat::Booktabs: return Figure::tr("LaTeX table, booktabs (*.tex)");
    case FigureFormat::Pgfplots: return Figure::tr("LaTeX drawing, pgfplots (*.pgfplots.tex)");
    case FigureFormat::LatexFigure:
        return Figure::tr("LaTeX figure to paste: the PDF of that name, caption, label (*.figure.tex)");
    }
    return {};
}

}  // namespace

QString fileNameOf(const QString& title)
{
    QString name;
    for (const QChar c : title.toLower())
        if (c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("figure") : name;
}

/// "⋯": what can be done with the figure. In sight under the pointer and with the keyboard; its place is always kept.
class MoreButton : public QPushButton {
public:
    explicit MoreButton(Figure& figure) : QPushButton(QStringLiteral("⋯"), &figure), m_figure(figure)
    {
        setProperty("look", QStringLiteral("sign"));
        setCursor(Qt::PointingHandCursor);
        const auto restyle = [this] { setFont(Theme::instance().font(TextStyle::Label, true)); };
        restyle();
        connect(&Theme::instance(), &Theme::changed, this, restyle);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const bool inLecture = window()->property("lecture").toBool();
        if (hasFocus() || isDown() || menu()->isVisible() || (m_figure.underMouse() && !inLecture))
            QPushButton::paintEvent(event);
    }

private:
    Figure& m_figure;
};

/// The table twin: a selection is copied by Ctrl+C.
class TableTwin : public QTableView {
public:
    TableTwin(TableModel* model, QWidget* parent) : QTableView(parent), m_numbers(model)
    {
        setModel(model);
        setShowGrid(false);
        setSelectionMode(QAbstractItemView::ContiguousSelection);
        setEditTriggers(QAbstractItemView::NoEditTriggers);
        setTabKeyNavigation(false);
        verticalHeader()->hide();
        horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        horizontalHeader()->setHighlightSections(false);
        const auto restyle = [this] {
            const Theme& theme = Theme::instance();
            setFont(theme.font(TextStyle::Label));
            horizontalHeader()->setFont(theme.font(TextStyle::Label));
            verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.font(TextStyle::Label)).height() + 10);
            horizontalHeader()->setMinimumSectionSize(static_cast<int>(84 * theme.typeScale()));
        };
        restyle();
        connect(&Theme::instance(), &Theme::changed, this, restyle);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->matches(QKeySequence::Copy))
            QGuiApplication::clipboard()->setText(m_numbers->asText(selectionModel()->selectedIndexes()));
        else
            QTableView::keyPressEvent(event);
    }

private:
    TableModel* m_numbers;
};

Figure::Figure(Chart* chart, QWidget* parent) : Figure(chart, chart, parent)
{
    connect(chart, &Chart::textsChanged, this, &Figure::refresh);
}

Figure::Figure(QWidget* view, FigureContent* content, QWidget* parent) : Card(parent), m_content(content)
{
    build(view);
    refresh();
}

void Figure::build(QWidget* view)
{
    m_title = new Text(TextStyle::CardTitle, Role::Ink, true, this);
    m_title->setElided(true);
    m_caption = new Text(TextStyle::Small, Role::Soft, false, this);
    m_caption->setWordWrap(true);
    m_captionPlace = new Steady(m_caption, this);
    m_captionPlace->hide();
    m_says = new Text(TextStyle::Label, Role::Ink, false, this);
    m_says->setWordWrap(true);
    m_says->hide();
    m_why = quietButton(tr("Why"), this);
    m_why->setToolTip(tr("What it was drawn from"));
    m_why->setCheckable(true);
    connect(m_why, &QPushButton::toggled, m_captionPlace, &QWidget::setVisible);
    m_unlabelled = new Text(TextStyle::Small, Role::Soft, false, this);
    m_unlabelled->setWordWrap(true);
    m_unlabelled->hide();
    m_message = new Text(TextStyle::Small, Role::Ink, false, this);
    m_message->setWordWrap(true);
    m_message->hide();
    m_sayTimer = new QTimer(this);
    m_sayTimer->setSingleShot(true);
    connect(m_sayTimer, &QTimer::timeout, m_message, &QWidget::hide);

    m_more = new MoreButton(*this);
    auto* menu = new QMenu(m_more);
    menu->addAction(tr("Copy"), this, &Figure::copy)->setToolTip(tr("Copy the figure: picture, drawing and numbers"));
    menu->addAction(tr("Save…"), this, &Figure::save)->setToolTip(tr("Save as SVG, PDF, PNG, CSV or LaTeX"));
    m_asTable = menu->addAction(tr("Table"));
    m_asTable->setToolTip(tr("Show the numbers as a table"));
    m_asTable->setCheckable(true);
    menu->setToolTipsVisible(true);
    m_more->setMenu(menu);
    connect(m_asTable, &QAction::toggled, this, &Figure::showTable);

    m_words = new QHBoxLayout;
    m_words->setSpacing(2);
    m_words->addWidget(m_more);  // first: its place, mostly empty, parts the words from the title
    m_words->addWidget(m_why);
    auto* header = new QHBoxLayout;
    header->setSpacing(Theme::space(3));
    header->addWidget(m_title, 1);
    header->addLayout(m_words);

    m_tableModel = new TableModel(this);
    m_tableView = new TableTwin(m_tableModel, this);
    m_tableView->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // the drawing decides how large both are
    m_stack = new QStackedLayout;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(1));
    column->addLayout(header);
    column->addWidget(m_says);
    column->addLayout(m_stack, 1);
    column->addWidget(m_captionPlace);
    column->addWidget(m_unlabelled);
    column->addWidget(m_message);
    // Last: a stacked layout without a parent would show the view as a window of its own.
    m_stack->addWidget(view);
    m_stack->addWidget(m_tableView);
}

void Figure::refresh()
{
    const FigureTexts texts = m_content->texts();
    m_title->setText(texts.title);
    m_caption->setText(texts.caption);
    m_says->setText(texts.says);
    m_says->setVisible(!texts.says.isEmpty());
    m_why->setVisible(!texts.caption.isEmpty());
    m_captionPlace->setVisible(!texts.caption.isEmpty() && m_why->isChecked());
    m_tableView->setAccessibleName(tr("%1, table").arg(texts.title));
    m_tableView->setAccessibleDescription(texts.summary);
    setAccessibleName(texts.title);
    m_why->setAccessibleName(tr("Why: %1").arg(texts.title));
    m_why->setAccessibleDescription(texts.caption);
    m_more->setAccessibleName(tr("Copy, save or table of %1").arg(texts.title));
    refreshTable();
}

void Figure::refreshTable()
{
    if (tableShown())
        readTable();
}

void Figure::readTable()
{
    m_tableModel->setTable(m_content->table());
    const QStringList unlabelled = m_content->unlabelled();
    m_unlabelled->setText(
        unlabelled.isEmpty()
            ? QString()
            : tr("Without a label in the drawing, for want of room: %1").arg(unlabelled.join(QStringLiteral(", "))));
    m_unlabelled->setVisible(!unlabelled.isEmpty());
}

bool Figure::tableShown() const
{
    return m_stack->currentIndex() == 1;
}

void Figure::showTable(bool shown)
{
    if (shown)
        readTable();
    else
        m_unlabelled->hide();
    m_stack->setCurrentIndex(shown ? 1 : 0);
    m_asTable->setChecked(shown);
}

void Figure::copy()
{
    copyFigure(*m_content);
    say(tr("Copied: picture, drawing and numbers"), false);
}

void Figure::save()
{
    static QString lastFolder, lastFilter;
    static FigureSize lastSize = FigureSize::Page;
    const auto formats = formatsOf(*m_content);
    QStringList filters;
    for (const FigureFormat format : formats)
        filters << filterOf(format);
    QFileDialog dialog(this, tr("Save the figure"), lastFolder);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    const SizeChoice size(dialog, lastSize);
    const auto chosenFormat = [&] {
        return formats.at(
            static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(dialog.selectedNameFilter()))));
    };
    // A name without ending gets one before the dialog asks about replacing a file.
    const auto followFilter = [&] { dialog.setDefaultSuffix(endingOf(chosenFormat()).section(QLatin1Char('.'), 1)); };
    connect(&dialog, &QFileDialog::filterSelected, &dialog, followFilter);
    if (filters.contains(lastFilter))
        dialog.selectNameFilter(lastFilter);
    followFilter();
    dialog.selectFile(fileNameOf(m_content->texts().title));
    if (dialog.exec() != QDialog::Accepted)
        return;
    lastFilter = dialog.selectedNameFilter();
    lastSize = size.chosen();
    const QString path = dialog.selectedFiles().constFirst();
    // The ending that a person typed decides; the filter decides between formats with the same ending.
    FigureFormat format = chosenFormat();
    if (const auto typedFormat = formatOf(path); typedFormat && !endingOf(format).endsWith(endingOf(*typedFormat)))
        format = *typedFormat;
    lastFolder = QFileInfo(path).absolutePath();
    QString name = QFileInfo(path).fileName();
    if (name.endsWith(endingOf(format), Qt::CaseInsensitive))
        name.chop(endingOf(format).size());
    const auto saved = exportFigure(*m_content, path.toStdU16String(), format, {lastSize, name});
    if (saved)
        say(tr("Saved as %1").arg(QFileInfo(path).fileName()), false);
    else
        say(said(saved.error()), true);
}

void Figure::addWord(QPushButton* word)
{
    m_words->insertWidget(m_words->count() - 1, word);
}

void Figure::enterEvent(QEnterEvent* event)
{
    Card::enterEvent(event);
    m_more->update();
}

void Figure::leaveEvent(QEvent* event)
{
    Card::leaveEvent(event);
    m_more->update();
}

void Figure::say(const QString& text, bool problem)
{
    m_message->setText(text);
    m_message->setRole(problem ? Role::Ink : Role::Soft);
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->show();
    // A success has been seen after a while; a problem stays until the next action.
    m_sayTimer->stop();
    if (!problem)
        m_sayTimer->start(6000);
    m_message->setAccessibleName(text);
}

}  // namespace scalewright::ui
