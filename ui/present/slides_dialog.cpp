// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slides_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <utility>

#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int entryRole = Qt::UserRole;
constexpr int isChartRole = Qt::UserRole + 1;

QString valueText(const std::string& pointer, const Json& value)
{
    const FieldInfo* field = findField(pointer);
    QString name = field ? fieldLabel(*field) : toQString(pointer);
    if (const std::string* text = value.asString())
        return text->empty() ? SlidesDialog::tr("%1 not set").arg(name)
                             : QStringLiteral("%1 = %2").arg(name, toQString(*text));
    const Json::Number* number = value.asNumber();
    if (number && field)
        return QStringLiteral("%1 = %2").arg(name, shortAmountText(std::stod(number->text), field->dimension));
    return name;
}

}  // namespace

SlidesDialog::SlidesDialog(Document& document, LectureEditing editing, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_editing(std::move(editing)),
      m_list(new QListWidget(this)),
      m_addButton(createQuietButton(tr("Add ▾"), this)),
      m_earlierButton(createQuietButton(tr("Earlier"), this)),
      m_laterButton(createQuietButton(tr("Later"), this)),
      m_removeButton(createQuietButton(tr("Remove"), this))
{
    setWindowTitle(tr("Slides"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list->setObjectName(QStringLiteral("slide-list"));
    m_list->setAccessibleName(tr("Slides"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* menu = new QMenu(m_addButton);
    menu->addAction(tr("This page: %1").arg(shownName(m_editing.currentPage)), this,
                    [this] { addSlide(m_editing.currentPage); });
    menu->addSeparator();
    for (const std::string_view name : slideNames)
        menu->addAction(tr("Chart: %1").arg(toQString(titleOf(*valueNamed<SlideKind>(name)))), this, [this, name] {
            LectureEntry entry;
            entry.title = titleOf(*valueNamed<SlideKind>(name));
            entry.projectName = m_editing.currentPage.projectName;
            entry.slideName = name;
            addSlide(std::move(entry));
        });
    m_addButton->setMenu(menu);
    auto* buttonRow = new QHBoxLayout;
    const std::pair<QPushButton*, const char*> buttons[] = {{m_addButton, "slide-add"},
                                                            {m_earlierButton, "slide-earlier"},
                                                            {m_laterButton, "slide-later"},
                                                            {m_removeButton, "slide-remove"}};
    for (const auto& [button, name] : buttons) {
        button->setObjectName(QLatin1String(name));
        buttonRow->addWidget(button);
    }
    buttonRow->addStretch();
    auto* column = createBox<QVBoxLayout>(
        this, Theme::spacing(3),
        {new Text(tr("Which slides, in which order?"), TextStyle::CardTitle, ColorRole::Ink, true, this),
         {m_list, 1},
         buttonRow},
        Theme::margins(5, 4, 5, 4));
    connect(m_earlierButton, &QPushButton::clicked, this, [this] { moveSlide(-1); });
    connect(m_laterButton, &QPushButton::clicked, this, [this] { moveSlide(1); });
    connect(m_removeButton, &QPushButton::clicked, this, &SlidesDialog::removeSlide);
    m_earlierButton->setToolTip(tr("Alt+Up"));
    m_laterButton->setToolTip(tr("Alt+Down"));
    m_removeButton->setToolTip(tr("Delete, in the list"));
    connect(new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Up), this), &QShortcut::activated, this,
            [this] { moveSlide(-1); });
    connect(new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Down), this), &QShortcut::activated, this,
            [this] { moveSlide(1); });
    connect(new QShortcut(QKeySequence(QKeySequence::Delete), m_list, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, &SlidesDialog::removeSlide);

    addForm(*column);
    auto* dialogButtons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : dialogButtons->buttons())
        button->setIcon({});  // the text is enough
    m_saveButton = dialogButtons->button(QDialogButtonBox::Save);
    column->addWidget(dialogButtons);
    connect(dialogButtons, &QDialogButtonBox::accepted, this, &SlidesDialog::accept);
    connect(dialogButtons, &QDialogButtonBox::rejected, this, &SlidesDialog::reject);
    // The dialog belongs to the open document.
    connect(&m_document, &Document::aboutToBeReplaced, this, &SlidesDialog::reject);

    connect(m_list, &QListWidget::currentItemChanged, this, &SlidesDialog::showCurrent);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &SlidesDialog::updateRows);
    for (LectureEntry& entry : m_editing.lecture.keys)
        addSlide(std::move(entry));
    m_list->setCurrentRow(0);
    updateRows();
    showCurrent();
    resize(Theme::scaled(600, 520));
    m_list->setFocus(Qt::OtherFocusReason);
}

void SlidesDialog::addForm(QVBoxLayout& column)
{
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(Theme::spacing(4));
    form->setVerticalSpacing(Theme::spacing(2));
    form->setColumnStretch(1, 1);
    const auto addRow = [&](const QString& text, const char* name, QWidget* widget) {
        auto* label = new Text(text, TextStyle::Label, ColorRole::SoftInk, false, this);
        label->setBuddy(widget);
        widget->setAccessibleName(text);
        widget->setObjectName(QLatin1String(name));
        form->addWidget(label, form->rowCount(), 0);
        form->addWidget(widget, form->rowCount() - 1, 1);
    };
    addRow(tr("Title"), "slide-title", m_titleField = new QLineEdit(this));
    addRow(tr("Shows"), "slide-shows", m_shownBox = new QuietCombo(this));
    addRow(tr("Claim"), "slide-claim", m_claimField = new QLineEdit(this));
    addRow(tr("Project"), "slide-project", m_projectLabel = createParagraph(TextStyle::Body, ColorRole::Ink, this));
    m_resetButton = createQuietButton(tr("Use the saved values"), this);
    m_resetButton->setObjectName(QStringLiteral("slide-reset"));
    m_guessBox = new QCheckBox(tr("Hide the answer until G is pressed"), this);
    m_guessBox->setObjectName(QStringLiteral("slide-guess"));
    auto* lastRow = createBox<QHBoxLayout>(nullptr, -1, {m_guessBox, Stretch{}, m_resetButton});
    form->addLayout(lastRow, form->rowCount(), 1);
    column.addLayout(form);
    m_claimField->setToolTip(tr("Replaces the headline of the chart until a number changes"));

    for (const auto& [id, title] : m_editing.pages)
        m_shownBox->addItem(tr("Page: %1").arg(title), id);
    for (const std::string_view name : slideNames) {
        m_shownBox->addItem(tr("Chart: %1").arg(toQString(titleOf(*valueNamed<SlideKind>(name)))), toQString(name));
        m_shownBox->setItemData(m_shownBox->count() - 1, true, isChartRole);
    }
    connect(m_titleField, &QLineEdit::textEdited, this, [this](const QString& text) {
        editCurrent([&](LectureEntry& entry) { entry.title = text.simplified().toStdString(); });
    });
    connect(m_claimField, &QLineEdit::textEdited, this, [this](const QString& text) {
        editCurrent([&](LectureEntry& entry) { entry.slideClaim = text.simplified().toStdString(); });
    });
    connect(m_guessBox, &QCheckBox::clicked, this,
            [this](bool hides) { editCurrent([&](LectureEntry& entry) { entry.hidesAnswer = hides; }); });
    connect(m_resetButton, &QPushButton::clicked, this, [this] {
        editCurrent([](LectureEntry& entry) { entry.fieldValues.clear(); });
        showCurrent();
    });
    connect(m_shownBox, &QComboBox::activated, this, [this](int index) {
        editCurrent([&](LectureEntry& entry) {
            const std::string id = m_shownBox->itemData(index).toString().toStdString();
            const bool isChart = m_shownBox->itemData(index, isChartRole).toBool();
            entry.page = isChart ? "" : id;
            entry.slideName = isChart ? id : "";
            entry.pagePart.clear();
            entry.slideControl.clear();
            if (!isChart)
                entry.slideClaim.clear();
        });
        showCurrent();
    });
}

LectureEntry* SlidesDialog::currentEntry()
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? &m_entries[item->data(entryRole).toUInt()] : nullptr;
}

template <class Change>
void SlidesDialog::editCurrent(Change change)
{
    if (LectureEntry* entry = currentEntry()) {
        change(*entry);
        updateRows();
    }
}

QString SlidesDialog::shownName(const LectureEntry& entry) const
{
    if (const std::optional<SlideKind> kind = valueNamed<SlideKind>(entry.slideName))
        return toQString(titleOf(*kind));
    QString id = toQString(entry.page);
    for (const auto& [pageId, title] : m_editing.pages)
        if (pageId == id)
            return title;
    return id;
}

QString SlidesDialog::projectText(const LectureEntry& entry) const
{
    QStringList parts{toQString(entry.projectName)};
    if (!entry.variant.empty())
        parts << tr("variant %1").arg(toQString(entry.variant));
    for (const auto& [pointer, value] : entry.fieldValues)
        parts << valueText(pointer, value);
    if (!entry.comparisonName.empty())
        parts << tr("next to %1").arg(toQString(entry.comparisonName));
    return parts.join(QStringLiteral(" · "));
}

void SlidesDialog::showCurrent()
{
    const LectureEntry* entry = currentEntry();
    for (QWidget* each : std::initializer_list<QWidget*>{m_titleField, m_shownBox, m_claimField, m_guessBox})
        each->setEnabled(entry != nullptr);
    const LectureEntry none;
    const LectureEntry& shown = entry ? *entry : none;
    const std::optional<SlideKind> kind = valueNamed<SlideKind>(shown.slideName);
    m_titleField->setText(toQString(shown.title));
    m_titleField->setCursorPosition(0);
    m_titleField->setPlaceholderText(shownName(shown));
    int index = -1;
    for (int i = 0; i < m_shownBox->count(); ++i)
        if (m_shownBox->itemData(i).toString() == toQString(kind ? shown.slideName : shown.page) &&
            m_shownBox->itemData(i, isChartRole).toBool() == kind.has_value())
            index = i;
    m_shownBox->setCurrentIndex(index);
    m_claimField->setEnabled(kind.has_value());
    m_claimField->setText(toQString(shown.slideClaim));
    m_claimField->setCursorPosition(0);
    QString headline;
    if (kind && shown.projectName == m_editing.currentPage.projectName && shown.fieldValues.empty()) {
        const std::optional<Slide> slide = makeSlide(
            *kind, {m_document.project(), m_document.analysis(), designCatalogueOrEmpty(), m_document.findings()});
        headline = slide ? toQString(slide->claim) : tr("no answer yet");
    }
    m_claimField->setPlaceholderText(!kind ? tr("pages have no claim") : headline);
    m_projectLabel->setText(projectText(shown));
    m_resetButton->setVisible(!shown.fieldValues.empty());
    m_guessBox->setChecked(shown.hidesAnswer);
    updateRows();
}

void SlidesDialog::updateRows()
{
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem& item = *m_list->item(i);
        const LectureEntry& entry = m_entries[item.data(entryRole).toUInt()];
        const QString title = toQString(entry.title), shown = shownName(entry);
        item.setText(QStringLiteral("%1  %2").arg(i + 1).arg(
            title.isEmpty() || title == shown ? shown : QStringLiteral("%1 · %2").arg(title, shown)));
    }
    const int row = m_list->currentRow(), count = m_list->count();
    m_addButton->setEnabled(count < static_cast<int>(maximumLectureKeys));
    m_addButton->setToolTip(m_addButton->isEnabled() ? QString() : tr("There are nine keys, one for each digit"));
    m_earlierButton->setEnabled(row > 0);
    m_laterButton->setEnabled(row >= 0 && row + 1 < count);
    m_removeButton->setEnabled(row >= 0);
    m_saveButton->setEnabled(count > 0);
}

void SlidesDialog::addSlide(LectureEntry entry)
{
    m_entries.push_back(std::move(entry));
    auto* item = new QListWidgetItem;
    item->setData(entryRole, static_cast<uint>(m_entries.size() - 1));
    item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsDragEnabled);
    m_list->insertItem(m_list->currentRow() + 1, item);
    m_list->setCurrentItem(item);
    m_titleField->setFocus(Qt::OtherFocusReason);
}

void SlidesDialog::removeSlide()
{
    delete m_list->takeItem(m_list->currentRow());
    showCurrent();
}

void SlidesDialog::moveSlide(int delta)
{
    const int source = m_list->currentRow(), target = source + delta;
    if (source < 0 || target < 0 || target >= m_list->count())
        return;
    QListWidgetItem* item = m_list->takeItem(source);
    m_list->insertItem(target, item);
    m_list->setCurrentItem(item);
    updateRows();
}

LectureFile SlidesDialog::lecture() const
{
    LectureFile lecture = m_editing.lecture;
    lecture.keys.clear();
    for (int i = 0; i < m_list->count(); ++i) {
        LectureEntry& entry = lecture.keys.emplace_back(m_entries[m_list->item(i)->data(entryRole).toUInt()]);
        if (entry.title.empty())
            entry.title = shownName(entry).toStdString();
    }
    return lecture;
}

void SlidesDialog::accept()
{
    const LectureFile edited = lecture();
    QDialog::accept();
    m_editing.save(edited);
}

}  // namespace scalewright::ui
