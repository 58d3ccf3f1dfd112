#include "ui/report/section_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

#include "core/output/report/questions.h"
#include "core/project/document/own_words.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int markRadius = 3;

int rowHeight()
{
    return QFontMetrics(Theme::instance().font(TextStyle::Label)).height() + Theme::space(2);
}

/// Title, answer as far as there is room, and the mark at the right.
class SectionDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::instance();
        const bool current = option.state & QStyle::State_Selected;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF row = QRectF(option.rect).adjusted(1, 1, -1, -1);
        if (current || (option.state & QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(Role::Hover));
            painter->drawRoundedRect(row, 5, 5);
        }
        if (current && (option.state & QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme.color(Role::Ink), 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(row, 5, 5);
        }
        const QRectF inside = row.adjusted(Theme::space(2), 0, -Theme::space(2), 0);
        const QFont bold = theme.font(TextStyle::Label, current), soft = theme.font(TextStyle::Small);
        painter->setFont(bold);
        painter->setPen(theme.color(Role::Ink));
        painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        const double left = titleWidth(index) + Theme::space(3), right = 2 * markRadius + Theme::space(2);
        const QRectF rest = inside.adjusted(left, 0, -right, 0);
        painter->setFont(soft);
        painter->setPen(theme.color(Role::Soft));
        painter->drawText(rest, Qt::AlignVCenter | Qt::AlignLeft,
                          QFontMetricsF(soft).elidedText(index.data(SectionList::HeadlineRole).toString(),
                                                         Qt::ElideRight, rest.width()));
        if (index.data(SectionList::WordsRole).toBool()) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(Role::Ink));
            painter->drawEllipse(QPointF(inside.right() - markRadius, inside.center().y()), markRadius, markRadius);
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {0, rowHeight()};
    }

private:
    /// Of the widest: the answers begin below each other.
    static double titleWidth(const QModelIndex& index)
    {
        const QFontMetricsF letters(Theme::instance().font(TextStyle::Label, true));
        double widest = 0;
        for (int row = 0; row < index.model()->rowCount(); ++row)
            widest = std::max(widest, letters.horizontalAdvance(index.siblingAtRow(row).data().toString()));
        return widest;
    }
};

}  // namespace

SectionList::SectionList(QWidget* parent) : QListWidget(parent)
{
    setAccessibleName(tr("sections of the report"));
    setItemDelegate(new SectionDelegate(this));
    setUniformItemSizes(true);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTabKeyNavigation(false);
    for (const std::string_view place : wordPlaces) {
        auto* item = new QListWidgetItem(qt(placeTitle(place)), this);
        item->setData(PlaceRole, qt(place));
    }
    setCurrentRow(0);
    connect(this, &QListWidget::currentRowChanged, this, [this] { Q_EMIT chosen(place()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scheduleDelayedItemsLayout();
        updateGeometry();
    });
}

void SectionList::present(const Project& project, const Report* report)
{
    for (int row = 0; row < count(); ++row) {
        QListWidgetItem& line = *item(row);
        const std::string place = line.data(PlaceRole).toString().toStdString();
        QString headline;
        for (std::size_t i = 0; report && i < report->sections.size(); ++i)
            if (place == reportQuestions()[i].key)
                headline = report->sections[i].answer.headline.empty() ? tr("missing")
                                                                       : qt(report->sections[i].answer.headline);
        const bool words = !ownWords(project, place).empty();
        line.setData(HeadlineRole, headline);
        line.setData(WordsRole, words);
        line.setToolTip(headline);
        QStringList said{line.text()};
        if (!headline.isEmpty())
            said << headline;
        said << (words ? tr("with your words") : tr("without your words"));
        line.setData(Qt::AccessibleTextRole, said.join(QStringLiteral(": ")));
    }
}

QString SectionList::place() const
{
    return currentItem() ? currentItem()->data(PlaceRole).toString() : QString();
}

void SectionList::setPlace(const QString& place)
{
    for (int row = 0; row < count(); ++row)
        if (item(row)->data(PlaceRole).toString() == place)
            setCurrentRow(row);
}

QSize SectionList::sizeHint() const
{
    return {static_cast<int>(260 * Theme::instance().typeScale()), count() * rowHeight() + 2};
}

}  // namespace scalewright::ui
