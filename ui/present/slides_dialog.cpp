// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/slides_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/project/document/project.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int nameRole = Qt::UserRole, claimRole = Qt::UserRole + 1, headlineRole = Qt::UserRole + 2,
              controlRole = Qt::UserRole + 3;

}  // namespace

SlidesDialog::SlidesDialog(Document& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_initialChoices(allSlideChoices(document.project()))
{
    setWindowTitle(tr("Slides"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::spacing(5), Theme::spacing(4), Theme::spacing(5), Theme::spacing(4));
    column->setSpacing(Theme::spacing(3));
    column->addWidget(new Text(tr("Which slides, in which order?"), TextStyle::CardTitle, ColorRole::Ink, true, this));
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Slides"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_list, 1);
    auto* moveButtons = new QHBoxLayout;
    m_moveEarlierButton = createQuietButton(tr("Earlier"), this);
    m_moveLaterButton = createQuietButton(tr("Later"), this);
    moveButtons->addWidget(m_moveEarlierButton);
    moveButtons->addWidget(m_moveLaterButton);
    moveButtons->addStretch();
    column->addLayout(moveButtons);
    auto* label = new Text(tr("Claim"), TextStyle::Label, ColorRole::SoftInk, false, this);
    column->addWidget(label);
    m_claimField = new QLineEdit(this);
    m_claimField->setAccessibleName(tr("Claim of the slide"));
    label->setBuddy(m_claimField);
    column->addWidget(m_claimField);
    m_claimNote = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_claimNote->setWordWrap(true);
    m_claimNote->setText(
        tr("Leave empty to use the answer’s headline. Your own text is replaced once a number changes."));
    column->addWidget(m_claimNote);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({});  // the text is enough
    column->addWidget(buttons);

    const Result<DesignCatalogue>& catalogue = designCatalogue();
    static const DesignCatalogue emptyCatalogue;
    const StoryQuestion question{m_document.project(), m_document.analysis(), catalogue ? *catalogue : emptyCatalogue,
                                 m_document.findings()};
    for (const SlideChoice& choice : m_initialChoices) {
        const SlideKind kind = *slideKindFromName(choice.slide);
        const std::optional<Slide> slide = makeSlide(kind, question);
        const QString headline = slide ? toQString(slide->answer.headline) : QString();
        auto* item = new QListWidgetItem(slide ? tr("%1: %2").arg(toQString(slideTitle(kind)), headline)
                                               : tr("%1: no answer yet").arg(toQString(slideTitle(kind))),
                                         m_list);
        item->setData(nameRole, QString::fromStdString(choice.slide));
        item->setData(claimRole, QString::fromStdString(choice.claim));
        item->setData(controlRole, QString::fromStdString(choice.controlPointer));
        item->setData(headlineRole, headline);
        item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(choice.isHidden ? Qt::Unchecked : Qt::Checked);
    }
    connect(m_list, &QListWidget::currentItemChanged, this, [this] { showCurrent(); });
    connect(m_claimField, &QLineEdit::textEdited, this, [this] { storeClaim(); });
    connect(m_moveEarlierButton, &QPushButton::clicked, this, [this] { moveSlide(-1); });
    connect(m_moveLaterButton, &QPushButton::clicked, this, [this] { moveSlide(1); });
    connect(buttons, &QDialogButtonBox::accepted, this, &SlidesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &SlidesDialog::reject);
    // The dialog belongs to the open document.
    connect(&m_document, &Document::aboutToBeReplaced, this, &SlidesDialog::reject);
    const double type = Theme::instance().typeScale();
    resize(static_cast<int>(560 * type), static_cast<int>(420 * type));
    m_list->setCurrentRow(0);
}

void SlidesDialog::showCurrent()
{
    const QListWidgetItem* item = m_list->currentItem();
    m_claimField->setEnabled(item != nullptr);
    m_moveEarlierButton->setEnabled(m_list->currentRow() > 0);
    m_moveLaterButton->setEnabled(item && m_list->currentRow() + 1 < m_list->count());
    m_claimField->setText(item ? item->data(claimRole).toString() : QString());
    m_claimField->setPlaceholderText(item ? item->data(headlineRole).toString() : QString());
}

void SlidesDialog::storeClaim()
{
    if (QListWidgetItem* item = m_list->currentItem())
        item->setData(claimRole, m_claimField->text().simplified());
}

void SlidesDialog::moveSlide(int delta)
{
    const int source = m_list->currentRow(), target = source + delta;
    if (source < 0 || target < 0 || target >= m_list->count())
        return;
    QListWidgetItem* item = m_list->takeItem(source);
    m_list->insertItem(target, item);
    m_list->setCurrentItem(item);
}

std::vector<SlideChoice> SlidesDialog::choices() const
{
    std::vector<SlideChoice> choices;
    for (int i = 0; i < m_list->count(); ++i) {
        const QListWidgetItem& item = *m_list->item(i);
        choices.push_back({.slide = item.data(nameRole).toString().toStdString(),
                           .isHidden = item.checkState() == Qt::Unchecked,
                           .claim = item.data(claimRole).toString().toStdString(),
                           .controlPointer = item.data(controlRole).toString().toStdString()});
    }
    return choices;
}

void SlidesDialog::accept()
{
    if (std::vector<SlideChoice> newChoices = choices(); newChoices != m_initialChoices) {
        Project after = m_document.project();
        setSlideChoices(after, newChoices);
        m_document.edit(tr("slides"), std::move(after));
    }
    QDialog::accept();
}

}  // namespace scalewright::ui
