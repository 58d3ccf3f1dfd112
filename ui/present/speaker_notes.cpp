// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/speaker_notes.h"

#include <QLabel>

#include <algorithm>
#include <span>

#include "core/project/document/project_fields.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString escapedHtml(const std::string& text)
{
    return toQString(text).toHtmlEscaped();
}

/// "alpha 800 µs, measured · 2026-09-30".
QString inputText(const Project& project, const std::string& pointer)
{
    const FieldInfo* field = findField(pointer);
    const MaybeQuantity quantity = fieldValue(project, pointer);
    if (!field || !quantity)
        return {};
    return SpeakerNotes::tr("%1 %2, %3")
        .arg(toQString(field->name), amountWithUnit(quantity->value, field->dimension),
             provenanceText(quantity->provenance));
}

}  // namespace

SpeakerNotes::SpeakerNotes(QWidget* parent) : QScrollArea(parent), m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("speaker-notes"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_text->setContentsMargins(Theme::spacing(4), Theme::spacing(3), Theme::spacing(4), Theme::spacing(3));
    setWidget(m_text);
}

void SpeakerNotes::setParagraphs(const QStringList& paragraphs)
{
    m_text->setText(QStringLiteral("<p>%1</p>").arg(paragraphs.join(QStringLiteral("</p><p>"))));
}

void SpeakerNotes::showAnswer(const Slide& slide, const QString& next)
{
    const Answer& answer = slide.answer;
    QStringList paragraphs;
    if (!answer.because.empty())
        paragraphs << QStringLiteral("<b>%1</b>").arg(escapedHtml(answer.because));
    if (!answer.next.text.empty())
        paragraphs << QStringLiteral("→ %1").arg(escapedHtml(answer.next.text));
    if (!next.isEmpty())
        paragraphs << tr("Next slide: %1").arg(next.toHtmlEscaped());
    constexpr std::size_t maximumDetails = 4;  // the page behind the slide shows all of them
    QStringList details;
    for (const Fact& fact : std::span(answer.details).first(std::min(maximumDetails, answer.details.size())))
        details << QStringLiteral("<b>%1</b> %2")
                       .arg(escapedHtml(fact.label.empty() ? nameOf(fact.kind) : fact.label), escapedHtml(fact.text));
    if (!details.isEmpty())
        paragraphs << details.join(QStringLiteral("<br/>"));
    setParagraphs(paragraphs);
    setAccessibleName(tr("Speaker’s notes"));
}

void SpeakerNotes::showSources(const Slide& slide, const Project& project)
{
    QStringList lines;
    if (const QString mark = toQString(confidenceText(slide.answer.confidence)); !mark.isEmpty())
        lines << QStringLiteral("<b>%1</b>").arg(mark.toHtmlEscaped());
    if (!slide.ladderCaption.empty())
        lines << escapedHtml(slide.ladderCaption);
    for (const std::string& pointer : slide.inputPointers)
        if (const QString input = inputText(project, pointer); !input.isEmpty())
            lines << input.toHtmlEscaped();
    if (lines.isEmpty())
        lines << tr("It is not based on any typed or measured value.");
    setParagraphs({lines.join(QStringLiteral("<br/>"))});
    setAccessibleName(tr("Where the numbers come from"));
}

void SpeakerNotes::clear()
{
    m_text->clear();
}

QString SpeakerNotes::text() const
{
    return m_text->text();
}

void SpeakerNotes::setFontPixels(int pixels)
{
    QFont font = Theme::instance().font(TextStyle::Body);
    font.setPixelSize(pixels);
    m_text->setFont(font);
}

}  // namespace scalewright::ui
