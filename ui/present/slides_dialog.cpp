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
    : QDialog(parent), m_document(document), m_before(allSlideChoices(document.project()))
{
    setWindowTitle(tr("Slides"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(5), Theme::space(4), Theme::space(5), Theme::space(4));
    column->setSpacing(Theme::space(3));
    column->addWidget(new Text(tr("Which slides, in which order?"), TextStyle::CardTitle, Role::Ink, true, this));
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Slides"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_list, 1);
    auto* moves = new QHBoxLayout;
    m_up = quietButton(tr("Earlier"), this);
    m_down = quietButton(tr("Later"), this);
    moves->addWidget(m_up);
    moves->addWidget(m_down);
    moves->addStretch();
    column->addLayout(moves);
    auto* label = new Text(tr("Claim"), TextStyle::Label, Role::Soft, false, this);
    column->addWidget(label);
    m_claim = new QLineEdit(this);
    m_claim->setAccessibleName(tr("Claim of the slide"));
    label->setBuddy(m_claim);
    column->addWidget(m_claim);
    m_own = new Text(TextStyle::Small, Role::Soft, false, this);
    m_own->setWordWrap(true);
    m_own->setText(tr("Empty: the answer’s own headline. Words of your own give way once a number changes."));
    column->addWidget(m_own);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({});  // the words say it
    column->addWidget(buttons);

    const Result<DesignCatalogue>& catalogue = designCatalogue();
    static const DesignCatalogue none;
    const StoryQuestion question{m_document.project(), m_document.analysis(), catalogue ? *catalogue : none,
                                 m_document.findings()};
    for (const SlideChoice& choice : m_before) {
        const SlideKind kind = *slideKind(choice.slide);
        const std::optional<Slide> slide = slideOf(kind, question);
        const QString headline = slide ? qt(slide->answer.headline) : QString();
        auto* item = new QListWidgetItem(slide ? tr("%1: %2").arg(qt(slideTitle(kind)), headline)
                                               : tr("%1: no answer yet").arg(qt(slideTitle(kind))),
                                         m_list);
        item->setData(nameRole, QString::fromStdString(choice.slide));
        item->setData(claimRole, QString::fromStdString(choice.claim));
        item->setData(controlRole, QString::fromStdString(choice.control));
        item->setData(headlineRole, headline);
        item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(choice.off ? Qt::Unchecked : Qt::Checked);
    }
    connect(m_list, &QListWidget::currentItemChanged, this, [this] { showCurrent(); });
    connect(m_claim, &QLineEdit::textEdited, this, [this] { keepClaim(); });
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(buttons, &QDialogButtonBox::accepted, this, &SlidesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &SlidesDialog::reject);
    // It is about the document that is open.
    connect(&m_document, &Document::replacing, this, &SlidesDialog::reject);
    const double type = Theme::instance().typeScale();
    resize(static_cast<int>(560 * type), static_cast<int>(420 * type));
    m_list->setCurrentRow(0);
}

void SlidesDialog::showCurrent()
{
    const QListWidgetItem* item = m_list->currentItem();
    m_claim->setEnabled(item != nullptr);
    m_up->setEnabled(m_list->currentRow() > 0);
    m_down->setEnabled(item && m_list->currentRow() + 1 < m_list->count());
    m_claim->setText(item ? item->data(claimRole).toString() : QString());
    m_claim->setPlaceholderText(item ? item->data(headlineRole).toString() : QString());
}

void SlidesDialog::keepClaim()
{
    if (QListWidgetItem* item = m_list->currentItem())
        item->setData(claimRole, m_claim->text().simplified());
}

void SlidesDialog::move(int by)
{
    const int from = m_list->currentRow(), to = from + by;
    if (from < 0 || to < 0 || to >= m_list->count())
        return;
    QListWidgetItem* item = m_list->takeItem(from);
    m_list->insertItem(to, item);
    m_list->setCurrentItem(item);
}

std::vector<SlideChoice> SlidesDialog::choices() const
{
    std::vector<SlideChoice> choices;
    for (int i = 0; i < m_list->count(); ++i) {
        const QListWidgetItem& item = *m_list->item(i);
        choices.push_back({.slide = item.data(nameRole).toString().toStdString(),
                           .off = item.checkState() == Qt::Unchecked,
                           .claim = item.data(claimRole).toString().toStdString(),
                           .control = item.data(controlRole).toString().toStdString()});
    }
    return choices;
}

void SlidesDialog::accept()
{
    if (std::vector<SlideChoice> now = choices(); now != m_before) {
        Project after = m_document.project();
        setSlideChoices(after, now);
        m_document.edit(tr("slides"), std::move(after));
    }
    QDialog::accept();
}

}  // namespace scalewright::ui
