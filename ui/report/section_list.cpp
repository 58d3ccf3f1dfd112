// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/section_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

#include "core/output/report/questions.h"
#include "core/project/document/report_texts.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int markRadius = 3;

int rowHeight()
{
    return QFontMetrics(Theme::instance().font(TextStyle::Label)).height() + Theme::spacing(2);
}

/// The sentence, or as many of its first clauses as fit; elided only if not even one fits.
QString clausesThatFit(const QString& sentence, const QFontMetricsF& letters, double width)
{
    QString text = sentence;
    while (letters.horizontalAdvance(text) > width) {
        const qsizetype end = std::max({text.lastIndexOf(QLatin1String(", ")), text.lastIndexOf(QLatin1String(": ")),
                                        text.lastIndexOf(QLatin1String("; ")), text.lastIndexOf(QLatin1String(". "))});
        if (end < 0)
            return letters.elidedText(sentence, Qt::ElideRight, width);
        text.truncate(end);
    }
    return text;
}

/// Title, elided headline, and the mark on the right.
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
            painter->setBrush(theme.color(ColorRole::Hover));
            painter->drawRoundedRect(row, 5, 5);
        }
        if (current && (option.state & QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme.color(ColorRole::Ink), 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(row, 5, 5);
        }
        const QRectF inside = row.adjusted(Theme::spacing(2), 0, -Theme::spacing(2), 0);
        const QFont bold = theme.font(TextStyle::Label, current), soft = theme.font(TextStyle::Small);
        painter->setFont(bold);
        painter->setPen(theme.color(ColorRole::Ink));
        painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        const double left = widestTitleWidth(index) + Theme::spacing(3), right = 2 * markRadius + Theme::spacing(2);
        const QRectF headlineRect = inside.adjusted(left, 0, -right, 0);
        painter->setFont(soft);
        painter->setPen(theme.color(ColorRole::SoftInk));
        painter->drawText(headlineRect, Qt::AlignVCenter | Qt::AlignLeft,
                          clausesThatFit(index.data(SectionList::HeadlineRole).toString(), QFontMetricsF(soft),
                                         headlineRect.width()));
        if (index.data(SectionList::HasWordsRole).toBool()) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(ColorRole::Ink));
            painter->drawEllipse(QPointF(inside.right() - markRadius, inside.center().y()), markRadius, markRadius);
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {0, rowHeight()};
    }

private:
    /// The width of the widest title, so that the headlines are aligned.
    static double widestTitleWidth(const QModelIndex& index)
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
    for (const std::string_view place : reportTextPlaces) {
        auto* item = new QListWidgetItem(toQString(reportSectionTitle(place)), this);
        item->setData(SectionIdRole, toQString(place));
    }
    setCurrentRow(0);
    connect(this, &QListWidget::currentRowChanged, this, [this] { Q_EMIT sectionChosen(currentSectionId()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scheduleDelayedItemsLayout();
        updateGeometry();
    });
}

void SectionList::showSections(const Project& project, const Report* report)
{
    for (int row = 0; row < count(); ++row) {
        QListWidgetItem& line = *item(row);
        const std::string place = line.data(SectionIdRole).toString().toStdString();
        QString headline;
        for (std::size_t i = 0; report && i < report->sections.size(); ++i)
            if (place == reportQuestions()[i].key)
                headline = report->sections[i].answer.headline.empty() ? tr("missing")
                                                                       : toQString(report->sections[i].answer.headline);
        const bool words = !reportText(project, place).empty();
        line.setData(HeadlineRole, headline);
        line.setData(HasWordsRole, words);
        line.setToolTip(headline);
        QStringList accessibleParts{line.text()};
        if (!headline.isEmpty())
            accessibleParts << headline;
        accessibleParts << (words ? tr("with your words") : tr("without your words"));
        line.setData(Qt::AccessibleTextRole, accessibleParts.join(QStringLiteral(": ")));
    }
}

QString SectionList::currentSectionId() const
{
    return currentItem() ? currentItem()->data(SectionIdRole).toString() : QString();
}

void SectionList::setCurrentSection(const QString& place)
{
    for (int row = 0; row < count(); ++row)
        if (item(row)->data(SectionIdRole).toString() == place)
            setCurrentRow(row);
}

QSize SectionList::sizeHint() const
{
    return {static_cast<int>(260 * Theme::instance().typeScale()), count() * rowHeight() + 2};
}

}  // namespace scalewright::ui
