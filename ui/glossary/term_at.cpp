#include "ui/glossary/term_at.h"

#include <QAbstractButton>
#include <QAbstractTextDocumentLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QTableView>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/glossary/glossary_text.h"

namespace scalewright::ui {

namespace {

constexpr qsizetype mostWords = 4;  // "latency of a request"

const Term* ofQuantity(const QWidget* widget)
{
    for (const QWidget* around = widget; around; around = around->parentWidget())
        if (const QVariant pointer = around->property(quantityProperty); pointer.isValid())
            return glossary().ofField(pointer.toString().toStdString());
    return nullptr;
}

const Term* ofHeader(const QHeaderView& header, int section)
{
    if (section < 0 || !header.model())
        return nullptr;
    if (const QVariant pointer = header.model()->headerData(section, header.orientation(), quantityRole);
        pointer.isValid())
        return glossary().ofField(pointer.toString().toStdString());
    return termShownAs(header.model()->headerData(section, header.orientation(), Qt::DisplayRole).toString());
}

QString wordsOn(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->text().remove(QLatin1Char('&'));
    if (const auto* combo = qobject_cast<const QComboBox*>(widget);
        combo && !combo->isEditable() && termShownAs(combo->currentText()))
        return combo->currentText();
    return widget->accessibleName();
}

/// The longest term of some words in a row, one of which is at that place of the text.
const Term* termInText(const QString& text, int at)
{
    static const QRegularExpression word(QStringLiteral("[^\\s,;:()·?]+"));
    QList<QPair<qsizetype, qsizetype>> words;  // start, end
    qsizetype here = -1;
    for (auto each = word.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        if (at >= match.capturedStart() && at < match.capturedEnd())
            here = words.size();
        words.append({match.capturedStart(), match.capturedEnd()});
    }
    for (qsizetype length = mostWords; here >= 0 && length > 0; --length)
        for (qsizetype first = std::max<qsizetype>(0, here - length + 1);
             first <= here && first + length <= words.size(); ++first) {
            QString run = text.mid(words[first].first, words[first + length - 1].second - words[first].first);
            while (run.endsWith(QLatin1Char('.')))
                run.chop(1);
            if (run.size() > 1 || length > 1)  // a single letter is too short to be sure of
                if (const Term* term = termShownAs(run))
                    return term;
        }
    return nullptr;
}

/// "p* 34 (fastest)", "R = 1 from p = 13": what a label says first.
const Term* termFirstIn(const QString& text)
{
    for (qsizetype at = 0; at < text.size(); ++at)
        if (const Term* term = termInText(text, static_cast<int>(at)))
            return term;
    return nullptr;
}

const Term* inLabel(const QLabel& label, QPoint at)
{
    if (label.text().isEmpty())
        return nullptr;
    QTextDocument document;
    document.setDefaultFont(label.font());
    document.setDocumentMargin(0);
    if (label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text())))
        document.setHtml(label.text());
    else
        document.setPlainText(label.text());
    const QRect room = label.contentsRect();
    document.setTextWidth(label.wordWrap() ? room.width() : -1);
    const QSizeF size = document.size();
    const double left = label.alignment() & Qt::AlignRight     ? room.right() - size.width()
                        : label.alignment() & Qt::AlignHCenter ? room.center().x() - size.width() / 2
                                                               : room.left();
    const double top = label.alignment() & Qt::AlignTop      ? room.top()
                       : label.alignment() & Qt::AlignBottom ? room.bottom() - size.height()
                                                             : room.center().y() - size.height() / 2;
    const int hit = document.documentLayout()->hitTest(QPointF(at.x() - left, at.y() - top), Qt::ExactHit);
    const QString text = document.toPlainText();
    if (hit < 0)
        return nullptr;
    if (const Term* whole = termShownAs(text))
        return whole;
    return termInText(text, hit);
}

}  // namespace

const Term* termOf(const QWidget* widget)
{
    if (const Term* term = ofQuantity(widget))
        return term;
    for (const QWidget* around = widget; around && !around->isWindow(); around = around->parentWidget()) {
        if (const auto* table = qobject_cast<const QTableView*>(around))
            return ofHeader(*table->horizontalHeader(), table->currentIndex().column());
        if (const Term* term = termShownAs(wordsOn(around)))
            return term;
    }
    return nullptr;
}

const Term* termAt(const QWidget* widget, QPoint at)
{
    if (const auto* drawn = dynamic_cast<const DrawnWords*>(widget))
        if (const QString text = drawn->wordsAt(at); !text.isEmpty())
            return termFirstIn(text);
    if (const Term* term = ofQuantity(widget))
        return term;
    if (const auto* header = qobject_cast<const QHeaderView*>(widget->parentWidget());
        header && header->viewport() == widget)
        return ofHeader(*header, header->logicalIndexAt(at));
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return inLabel(*label, at);
    return termShownAs(wordsOn(widget));
}

bool explainOnHover(QWidget* widget, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    // A label that only repeats itself where it is cut short says less than the word's meaning.
    if (const QString own = widget->toolTip(); !own.isEmpty() && own != wordsOn(widget))
        return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    const Term* term = termAt(widget, help->pos());
    if (!term)
        return false;
    QString text = explained(*term);
    if (const auto* header = qobject_cast<const QHeaderView*>(widget->parentWidget());
        header && header->viewport() == widget) {
        const QString own =
            header->model()
                ->headerData(header->logicalIndexAt(help->pos()), header->orientation(), Qt::ToolTipRole)
                .toString();
        text += own.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(own.toHtmlEscaped());
    }
    QToolTip::showText(help->globalPos(), text, widget);
    return true;
}

}  // namespace scalewright::ui
