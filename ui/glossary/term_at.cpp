// SPDX-License-Identifier: GPL-3.0-or-later
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

constexpr qsizetype maximumTermWords = 4;  // as in "latency of a request"

const Term* termOfQuantity(const QWidget* widget)
{
    for (const QWidget* around = widget; around; around = around->parentWidget())
        if (const QVariant pointer = around->property(quantityProperty); pointer.isValid())
            return glossary().termForField(pointer.toString().toStdString());
    return nullptr;
}

const Term* termOfHeader(const QHeaderView& header, int section)
{
    if (section < 0 || !header.model())
        return nullptr;
    if (const QVariant pointer = header.model()->headerData(section, header.orientation(), quantityRole);
        pointer.isValid())
        return glossary().termForField(pointer.toString().toStdString());
    return termForText(header.model()->headerData(section, header.orientation(), Qt::DisplayRole).toString());
}

QString textOfWidget(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->text().remove(QLatin1Char('&'));
    if (const auto* combo = qobject_cast<const QComboBox*>(widget);
        combo && !combo->isEditable() && termForText(combo->currentText()))
        return combo->currentText();
    return widget->accessibleName();
}

/// The longest term formed by consecutive words that include the word at `at`.
const Term* termAtPosition(const QString& text, int at)
{
    static const QRegularExpression word(QStringLiteral("[^\\s,;:()·?]+"));
    QList<QPair<qsizetype, qsizetype>> words;  // start, end
    qsizetype current = -1;
    for (auto each = word.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        if (at >= match.capturedStart() && at < match.capturedEnd())
            current = words.size();
        words.append({match.capturedStart(), match.capturedEnd()});
    }
    for (qsizetype length = maximumTermWords; current >= 0 && length > 0; --length)
        for (qsizetype first = std::max<qsizetype>(0, current - length + 1);
             first <= current && first + length <= words.size(); ++first) {
            QString run = text.mid(words[first].first, words[first + length - 1].second - words[first].first);
            while (run.endsWith(QLatin1Char('.')))
                run.chop(1);
            if (run.size() > 1 || length > 1)  // a single letter is too ambiguous
                if (const Term* term = termForText(run))
                    return term;
        }
    return nullptr;
}

/// The first term in a label such as "p* 34 (fastest)" or "R = 1 from p = 13".
const Term* firstTermIn(const QString& text)
{
    for (qsizetype at = 0; at < text.size(); ++at)
        if (const Term* term = termAtPosition(text, static_cast<int>(at)))
            return term;
    return nullptr;
}

const Term* termInLabel(const QLabel& label, QPoint at)
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
    const QRect contents = label.contentsRect();
    document.setTextWidth(label.wordWrap() ? contents.width() : -1);
    const QSizeF size = document.size();
    const double left = label.alignment() & Qt::AlignRight     ? contents.right() - size.width()
                        : label.alignment() & Qt::AlignHCenter ? contents.center().x() - size.width() / 2
                                                               : contents.left();
    const double top = label.alignment() & Qt::AlignTop      ? contents.top()
                       : label.alignment() & Qt::AlignBottom ? contents.bottom() - size.height()
                                                             : contents.center().y() - size.height() / 2;
    const int hitPosition = document.documentLayout()->hitTest(QPointF(at.x() - left, at.y() - top), Qt::ExactHit);
    const QString text = document.toPlainText();
    if (hitPosition < 0)
        return nullptr;
    if (const Term* wholeTerm = termForText(text))
        return wholeTerm;
    return termAtPosition(text, hitPosition);
}

}  // namespace

const Term* termOfWidget(const QWidget* widget)
{
    if (const Term* term = termOfQuantity(widget))
        return term;
    for (const QWidget* around = widget; around && !around->isWindow(); around = around->parentWidget()) {
        if (const auto* table = qobject_cast<const QTableView*>(around))
            return termOfHeader(*table->horizontalHeader(), table->currentIndex().column());
        if (const Term* term = termForText(textOfWidget(around)))
            return term;
    }
    return nullptr;
}

const Term* termAt(const QWidget* widget, QPoint at)
{
    if (const auto* drawn = dynamic_cast<const PaintedTextProvider*>(widget))
        if (const QString text = drawn->textAt(at); !text.isEmpty())
            return firstTermIn(text);
    if (const Term* term = termOfQuantity(widget))
        return term;
    if (const auto* header = qobject_cast<const QHeaderView*>(widget->parentWidget());
        header && header->viewport() == widget)
        return termOfHeader(*header, header->logicalIndexAt(at));
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return termInLabel(*label, at);
    return termForText(textOfWidget(widget));
}

bool showTermToolTip(QWidget* widget, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    // A tool tip that only repeats an elided text is less useful than the meaning of the term.
    if (const QString ownToolTip = widget->toolTip(); !ownToolTip.isEmpty() && ownToolTip != textOfWidget(widget))
        return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    const Term* term = termAt(widget, help->pos());
    if (!term)
        return false;
    QString text = termHtml(*term);
    if (const auto* header = qobject_cast<const QHeaderView*>(widget->parentWidget());
        header && header->viewport() == widget) {
        const QString ownToolTip =
            header->model()
                ->headerData(header->logicalIndexAt(help->pos()), header->orientation(), Qt::ToolTipRole)
                .toString();
        text += ownToolTip.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(ownToolTip.toHtmlEscaped());
    }
    QToolTip::showText(help->globalPos(), text, widget);
    return true;
}

}  // namespace scalewright::ui
