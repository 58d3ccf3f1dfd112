// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/deck_pdf.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>

#include <utility>

#include "core/design/slots/design_catalogue.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/story.h"
#include "core/output/lecture/lecture.h"
#include "ui/figure/chart.h"
#include "ui/present/slide_control.h"
#include "ui/present/slide_drawing.h"
#include "ui/present/slide_layout.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr QSizeF sheetSize(1920, 1080);
constexpr QSizeF pageSizePoints(960, 540);  // 16:9, as in beamer and office software

void paintSlide(QPainter& painter, const Slide& slide, const Document& document)
{
    const SlideContent content = slideContent(slide.kind, document.project(), document.analysis(), {});
    const QString claim = toQString(slide.claim),
                  control = SlideControl::fieldText(
                      document.project(), slide.controlPointer,
                      content.changedPointer == slide.controlPointer ? content.changeFactor : 1);
    const SlideLayout layout = layOutSlide(sheetSize, claim, {.hasControl = !control.isEmpty()}, false);
    painter.setFont(layout.claimFont);
    painter.setPen(layout.look.color(ColorRole::Ink));
    painter.drawText(layout.claimRect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, layout.claimText);
    painter.save();
    painter.translate(layout.chartRect.topLeft());
    if (const FigureContent* drawing = figureContentOf(content)) {
        drawing->render(painter, layout.chartRect.size(), layout.look);
    } else if (content.chart) {
        Chart chart;
        chart.setSpec(*content.chart);
        static_cast<const FigureContent&>(chart).render(painter, layout.chartRect.size(), layout.look);
    }
    painter.restore();
    painter.setFont(layout.look.font(TextStyle::Label));
    painter.setPen(layout.look.color(ColorRole::SoftInk));
    painter.drawText(layout.controlRect, Qt::AlignCenter | Qt::TextSingleLine, control);
}

}  // namespace

Result<QByteArray> deckPdf(const Document& document, const Lecture& lecture)
{
    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const auto question = [&](const Document& shown) {
        return StoryQuestion{shown.project(), shown.analysis(), *catalogue, shown.findings()};
    };
    const auto kindOf = [](const LectureKey& key) {
        std::optional<SlideKind> kind = valueNamed<SlideKind>(key.slideName);
        for (const std::string_view name : slideNames)
            if (!kind && key.page == slidePageId(*valueNamed<SlideKind>(name)))
                kind = valueNamed<SlideKind>(name);
        return kind;
    };
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(pageSizePoints, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setResolution(144);  // one painter unit is one pixel of the sheet
    writer.setTitle(document.displayName());
    writer.setCreator(QStringLiteral("Scalewright " SCALEWRIGHT_VERSION));
    QPainter painter(&writer);
    bool isEmpty = true;
    for (const LectureKey& key : lecture.keys) {
        const std::optional<SlideKind> kind = key.problems.empty() ? kindOf(key) : std::nullopt;
        if (!kind)
            continue;
        Document other;
        if (!key.projectFile.empty()) {
            other.setPMax(document.pMax());
            other.restore(key.project, {}, {});
        }
        const Document& shown = key.projectFile.empty() ? document : other;
        std::optional<Slide> slide = makeSlide(*kind, question(shown));
        if (!slide)
            continue;
        if (const std::string& claim = key.slideName.empty() ? key.title : key.slideClaim; !claim.empty())
            slide->claim = claim;
        if (!key.slideControl.empty())
            slide->controlPointer = key.slideControl;
        if (!std::exchange(isEmpty, false))
            writer.newPage();
        paintSlide(painter, *slide, shown);
    }
    painter.end();
    if (isEmpty)
        return fail(ErrorCode::Refused, noSlidesReason(question(document)));
    return buffer.data();
}

}  // namespace scalewright::ui
