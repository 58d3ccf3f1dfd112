// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/visible_texts.h"

#include <QJsonObject>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPlainTextEdit>

#include <algorithm>
#include <vector>

#include "core/base/ranges/ranges.h"
#include "core/output/chart/chart_layout.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/figure/chart.h"
#include "ui/report/report_preview.h"
#include "ui/shell/header.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

using namespace scalewright;

namespace {

struct VisibleText {
    QString text;
    QPointF position;
};

/// Records texts instead of painting.
class TextRecorder : public QPaintEngine {
public:
    explicit TextRecorder(std::vector<VisibleText>& seen) : QPaintEngine(AllFeatures), m_texts(seen) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF& position, const QTextItem& item) override
    {
        const QPointF device = painter()->deviceTransform().map(position);
        const QRectF inked(device.x(), device.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        const QRegion clip = systemClip();
        if (clip.isEmpty() || clip.contains(inked.center().toPoint()))
            m_texts.push_back({item.text(), device});
    }
    [[nodiscard]] Type type() const override { return User; }

private:
    std::vector<VisibleText>& m_texts;
};

class TextRecordingDevice : public QPaintDevice {
public:
    TextRecordingDevice(std::vector<VisibleText>& seen, QSize size) : m_recorder(seen), m_size(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_recorder; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        constexpr int dotsPerInch = 96, colours = 24;
        switch (metric) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDepth: return colours;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return dotsPerInch;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        default: return 0;
        }
    }

private:
    mutable TextRecorder m_recorder;
    QSize m_size;
};

/// The numbers along a chart's axes are not words.
void removeTickLabels(const ui::MainWindow& window, std::vector<VisibleText>& seen)
{
    for (const ui::Chart* view : window.findChildren<ui::Chart*>()) {
        if (!view->isVisible())
            continue;
        const chart::ChartLayout& drawn = view->drawnLayout();
        const QRectF area(view->mapTo(&window, QPoint()), view->size());
        const QRectF frame = view->plotFrame().translated(area.topLeft());
        std::erase_if(seen, [&](const VisibleText& each) {
            const std::string text = each.text.toStdString();
            return area.contains(each.position) && !frame.contains(each.position) &&
                   (contains(drawn.x.labels, text) || contains(drawn.y.labels, text));
        });
    }
}

}  // namespace

QJsonArray visibleTexts(ui::MainWindow& window)
{
    std::vector<VisibleText> seen;
    TextRecordingDevice device(seen, window.size());
    window.render(&device);
    removeTickLabels(window, seen);
    const auto inside = [&](const QWidget* part, QPointF position) {
        return part && part->isVisible() &&
               QRect(part->mapTo(&window, QPoint()), part->size()).contains(position.toPoint());
    };
    // A document that a person hands in is counted separately from the page around it.
    const auto* document = window.findChild<ui::ReportPreview*>();
    const QList<ui::SentenceEdit*> sentences = window.findChildren<ui::SentenceEdit*>();
    const QList<ui::Text*> labels = window.findChildren<ui::Text*>();  // the property "own": quotes such a sentence
    const auto isOwnSentence = [&](QPointF position) {
        const bool isTyped = std::ranges::any_of(sentences, [&](const ui::SentenceEdit* each) {
            return !each->toPlainText().isEmpty() && inside(each, position);
        });
        return isTyped || std::ranges::any_of(labels, [&](const ui::Text* each) {
                   return each->property("own").toBool() && inside(each, position);
               });
    };
    // A script is meant to be run, not read.
    const QList<QPlainTextEdit*> edits = window.findChildren<QPlainTextEdit*>();
    const auto isScript = [&](QPointF position) {
        return std::ranges::any_of(
            edits, [&](const QPlainTextEdit* each) { return each->isReadOnly() && inside(each, position); });
    };
    QJsonArray texts;
    for (const VisibleText& each : seen) {
        if (each.text.trimmed().isEmpty())
            continue;
        const char* region = inside(&window.notice(), each.position)                      ? "over"
                             : inside(&window.statusStrip(), each.position)               ? "strip"
                             : inside(&window.rail(), each.position)                      ? "rail"
                             : inside(document, each.position)                            ? "document"
                             : isOwnSentence(each.position)                               ? "own"
                             : isScript(each.position)                                    ? "script"
                             : inside(window.page(window.currentPageId()), each.position) ? "page"
                                                                                          : "header";
        texts.append(QJsonObject{{QStringLiteral("text"), each.text},
                                 {QStringLiteral("where"), QLatin1String(region)},
                                 {QStringLiteral("x"), qRound(each.position.x())},
                                 {QStringLiteral("y"), qRound(each.position.y())}});
    }
    return texts;
}
