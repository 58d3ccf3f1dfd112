// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/figure/chart.h"
#include "ui/figure/size_choice.h"
#include "ui/figure/table_model.h"
#include "ui/theme/stable_height.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

QString fileFilterText(FigureFormat format)
{
    switch (format) {
    case FigureFormat::Svg: return Figure::tr("SVG drawing (*.svg)");
    case FigureFormat::Pdf: return Figure::tr("PDF (*.pdf)");
    case FigureFormat::Png: return Figure::tr("PNG image (*.png)");
    case FigureFormat::Png2x: return Figure::tr("PNG image, double size (*@2x.png)");
    case FigureFormat::Csv: return Figure::tr("CSV table (*.csv)");
    case FigureFormat::Booktabs: return Figure::tr("LaTeX table, booktabs (*.tex)");
    case FigureFormat::Pgfplots: return Figure::tr("LaTeX drawing, pgfplots (*.pgfplots.tex)");
    case FigureFormat::LatexFigure:
        return Figure::tr("LaTeX figure environment to paste: includes the PDF of the same name (*.figure.tex)");
    }
    return {};
}

}  // namespace

QString fileNameFromTitle(const QString& title)
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

/// "⋯": the figure's menu. Visible on hover and with keyboard focus; its space is always reserved.
class MoreButton : public QPushButton {
public:
    explicit MoreButton(Figure& figure) : QPushButton(QStringLiteral("⋯"), &figure), m_figure(figure)
    {
        setProperty("look", QStringLiteral("sign"));
        setCursor(Qt::PointingHandCursor);
        setTextStyle({this}, TextStyle::Label, true);
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

Figure::Figure(Chart* chart, QWidget* parent) : Figure(chart, chart, parent)
{
    connect(chart, &Chart::textsChanged, this, &Figure::refresh);
}

Figure::Figure(QWidget* view, FigureContent* content, QWidget* parent) : Card(parent), m_content(content)
{
    buildLayout(view);
    refresh();
}

void Figure::buildLayout(QWidget* view)
{
    m_title = new Text(TextStyle::CardTitle, ColorRole::Ink, true, this);
    m_title->setElided(true);
    m_caption = createParagraph(TextStyle::Small, ColorRole::SoftInk, this);
    m_captionHolder = new StableHeightHolder(m_caption, this);
    m_captionHolder->hide();
    m_headline = createParagraph(TextStyle::Label, ColorRole::Ink, this);
    m_headline->hide();
    m_whyButton = createDisclosureButton(tr("Why"), this, tr("What the figure is based on"));
    connect(m_whyButton, &QPushButton::toggled, m_captionHolder, &QWidget::setVisible);
    m_omittedLabels = createParagraph(TextStyle::Small, ColorRole::SoftInk, this);
    m_omittedLabels->hide();
    m_message = createParagraph(TextStyle::Small, ColorRole::Ink, this);
    m_message->hide();
    m_messageTimer = new QTimer(this);
    m_messageTimer->setSingleShot(true);
    connect(m_messageTimer, &QTimer::timeout, m_message, &QWidget::hide);

    m_moreButton = new MoreButton(*this);
    auto* menu = new QMenu(m_moreButton);
    menu->addAction(tr("Copy"), this, &Figure::copy)->setToolTip(tr("Copy the figure: image, drawing and numbers"));
    menu->addAction(tr("Save…"), this, &Figure::save)->setToolTip(tr("Save as SVG, PDF, PNG, CSV or LaTeX"));
    m_tableAction = menu->addAction(tr("Table"));
    m_tableAction->setToolTip(tr("Show the numbers as a table"));
    m_tableAction->setCheckable(true);
    menu->setToolTipsVisible(true);
    m_moreButton->setMenu(menu);
    connect(m_tableAction, &QAction::toggled, this, &Figure::showTable);

    m_buttonRow = createBox<QHBoxLayout>(nullptr, Theme::spacing(3));
    // First, so that its mostly empty space separates the buttons from the title.
    addItems(*m_buttonRow, {m_moreButton, m_whyButton});
    auto* header = createBox<QHBoxLayout>(nullptr, Theme::spacing(3), {{m_title, 1}, m_buttonRow});

    m_tableView = new NumbersView(this);
    followTheme(m_tableView, [view = m_tableView] {
        view->verticalHeader()->setDefaultSectionSize(QFontMetrics(view->font()).height() + 10);
        view->horizontalHeader()->setMinimumSectionSize(Theme::scaled(84));
    });
    // The drawing's size determines the size of both.
    m_tableView->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_stack = new QStackedLayout;
    createBox<QVBoxLayout>(this, Theme::spacing(1),
                           {header, m_headline, {m_stack, 1}, m_captionHolder, m_omittedLabels, m_message},
                           Theme::margins(4, 3, 4, 3));
    // Last, because in a stacked layout without a parent the view would appear as a separate window.
    m_stack->addWidget(view);
    m_stack->addWidget(m_tableView);
}

void Figure::refresh()
{
    const FigureTexts texts = m_content->texts();
    m_title->setText(texts.title);
    m_caption->setText(texts.caption);
    m_headline->showText(texts.headline);
    m_whyButton->setVisible(!texts.caption.isEmpty());
    m_captionHolder->setVisible(!texts.caption.isEmpty() && m_whyButton->isChecked());
    m_tableView->setAccessibleName(tr("%1, table").arg(texts.title));
    m_tableView->setAccessibleDescription(texts.summary);
    setAccessibleName(texts.title);
    m_whyButton->setAccessibleName(tr("Why: %1").arg(texts.title));
    m_whyButton->setAccessibleDescription(texts.caption);
    m_moreButton->setAccessibleName(tr("Copy, save or show as a table: %1").arg(texts.title));
    refreshTable();
}

void Figure::refreshTable()
{
    if (isTableShown())
        updateTableView();
}

void Figure::updateTableView()
{
    m_tableView->numbers().setTable(m_content->table());
    const QStringList unlabelled = m_content->omittedLabels();
    m_omittedLabels->showText(
        unlabelled.isEmpty()
            ? QString()
            : tr("Labels omitted from the drawing for lack of space: %1").arg(unlabelled.join(QStringLiteral(", "))));
}

bool Figure::isTableShown() const
{
    return m_stack->currentIndex() == 1;
}

void Figure::showTable(bool isShown)
{
    if (isShown)
        updateTableView();
    else
        m_omittedLabels->hide();
    m_stack->setCurrentIndex(isShown ? 1 : 0);
    m_tableAction->setChecked(isShown);
}

void Figure::copy()
{
    copyFigureToClipboard(*m_content);
    showMessage(tr("Copied: image, drawing and numbers"), false);
}

void Figure::save()
{
    static QString lastFolder, lastFilter;
    static FigureSize lastSize = FigureSize::Page;
    const auto formats = availableFormats(*m_content);
    QStringList filters;
    for (const FigureFormat format : formats)
        filters << fileFilterText(format);
    QFileDialog dialog(this, tr("Save the figure"), lastFolder);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    const FigureSizeChoice size(dialog, lastSize);
    const auto chosenFormat = [&] {
        return formats.at(
            static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(dialog.selectedNameFilter()))));
    };
    // Add the extension before the dialog asks about overwriting a file.
    const auto followFilter = [&] {
        dialog.setDefaultSuffix(fileExtension(chosenFormat()).section(QLatin1Char('.'), 1));
    };
    connect(&dialog, &QFileDialog::filterSelected, &dialog, followFilter);
    if (filters.contains(lastFilter))
        dialog.selectNameFilter(lastFilter);
    followFilter();
    dialog.selectFile(fileNameFromTitle(m_content->texts().title));
    if (dialog.exec() != QDialog::Accepted)
        return;
    lastFilter = dialog.selectedNameFilter();
    lastSize = size.chosenSize();
    const QString path = dialog.selectedFiles().constFirst();
    // A typed extension decides; the filter decides between formats with the same extension.
    FigureFormat format = chosenFormat();
    if (const auto typedFormat = formatFromFileName(path);
        typedFormat && !fileExtension(format).endsWith(fileExtension(*typedFormat)))
        format = *typedFormat;
    lastFolder = QFileInfo(path).absolutePath();
    QString name = QFileInfo(path).fileName();
    if (name.endsWith(fileExtension(format), Qt::CaseInsensitive))
        name.chop(fileExtension(format).size());
    const auto saved = exportFigure(*m_content, path.toStdU16String(), format, {lastSize, name});
    if (saved)
        showMessage(tr("Saved as %1").arg(QFileInfo(path).fileName()), false);
    else
        showMessage(errorText(saved.error()), true);
}

void Figure::addTitleButton(QPushButton* word)
{
    m_buttonRow->insertWidget(m_buttonRow->count() - 1, word);
}

void Figure::enterEvent(QEnterEvent* event)
{
    Card::enterEvent(event);
    m_moreButton->update();
}

void Figure::leaveEvent(QEvent* event)
{
    Card::leaveEvent(event);
    m_moreButton->update();
}

void Figure::showMessage(const QString& text, bool problem)
{
    m_message->showMessage(text, problem);
    m_message->setColorRole(problem ? ColorRole::Ink : ColorRole::SoftInk);
    // A success message disappears after a while; an error stays until the next action.
    m_messageTimer->stop();
    if (!problem)
        m_messageTimer->start(6000);
    m_message->setAccessibleName(text);
}

}  // namespace scalewright::ui
