#include "app/window/visible_texts.h"

#include <QJsonObject>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPlainTextEdit>

#include <algorithm>
#include <vector>

#include "ui/design/slots/sentence_edit.h"
#include "ui/figure/chart.h"
#include "ui/figure/scene.h"
#include "ui/report/report_preview.h"
#include "ui/shell/header.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"

using namespace scalewright;

namespace {

struct Seen {
    QString text;
    QPointF at;
};

/// Takes note of texts and paints nothing.
class Listener : public QPaintEngine {
public:
    explicit Listener(std::vector<Seen>& seen) : QPaintEngine(AllFeatures), m_seen(seen) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QPointF device = painter()->deviceTransform().map(at);
        const QRectF inked(device.x(), device.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        const QRegion clip = systemClip();
        if (clip.isEmpty() || clip.contains(inked.center().toPoint()))
            m_seen.push_back({item.text(), device});
    }
    [[nodiscard]] Type type() const override { return User; }

private:
    std::vector<Seen>& m_seen;
};

class Listening : public QPaintDevice {
public:
    Listening(std::vector<Seen>& seen, QSize size) : m_listener(seen), m_size(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_listener; }

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
    mutable Listener m_listener;
    QSize m_size;
};

/// A chart paints itself from a picture: its words are those of its scene.
void addCharts(const ui::MainWindow& window, std::vector<Seen>& seen)
{
    for (const ui::Chart* chart : window.findChildren<ui::Chart*>()) {
        if (!chart->isVisible())
            continue;
        // Its own region lacks what its opaque child covers: what is in sight is what no widget around it cuts off.
        QRect inSight(chart->mapTo(&window, QPoint()), chart->size());
        for (const QWidget* around = chart->parentWidget(); around && around != &window;
             around = around->parentWidget())
            inSight &= QRect(around->mapTo(&window, QPoint()), around->size());
        const auto add = [&](const QString& text, QPointF at) {
            const QPoint there = chart->mapTo(&window, at.toPoint());
            if (!text.isEmpty() && inSight.contains(there))
                seen.push_back({text, there});
        };
        for (const ui::SceneLabel& label : chart->scene().labels) {
            add(label.text, label.rect.center());
            add(label.subText, label.rect.center());
        }
        if (chart->spec().thumbnail || !chart->scene().emptyText.isEmpty()) {
            add(chart->scene().emptyText, chart->rect().center());
            continue;
        }
        add(chart->spec().x.title, QPointF(chart->width() / 2.0, chart->height() - 4));
        add(chart->spec().y.title, QPointF(4, chart->height() / 2.0));
    }
}

}  // namespace

QJsonArray visibleTexts(ui::MainWindow& window)
{
    std::vector<Seen> seen;
    Listening device(seen, window.size());
    window.render(&device);
    addCharts(window, seen);
    const auto inside = [&](const QWidget* part, QPointF at) {
        return part && part->isVisible() && QRect(part->mapTo(&window, QPoint()), part->size()).contains(at.toPoint());
    };
    // What a person hands in is a text of its own, whatever the page around it says.
    const auto* document = window.findChild<ui::ReportPreview*>();
    const QList<ui::SentenceEdit*> sentences = window.findChildren<ui::SentenceEdit*>();
    const auto own = [&](QPointF at) {
        return std::any_of(sentences.begin(), sentences.end(), [&](const ui::SentenceEdit* each) {
            return !each->toPlainText().isEmpty() && inside(each, at);
        });
    };
    // A script is run, not read.
    const QList<QPlainTextEdit*> edits = window.findChildren<QPlainTextEdit*>();
    const auto script = [&](QPointF at) {
        return std::any_of(edits.begin(), edits.end(),
                           [&](const QPlainTextEdit* each) { return each->isReadOnly() && inside(each, at); });
    };
    QJsonArray texts;
    for (const Seen& each : seen) {
        if (each.text.trimmed().isEmpty())
            continue;
        const char* where = inside(&window.notice(), each.at)                      ? "over"
                            : inside(&window.strip(), each.at)                     ? "strip"
                            : inside(&window.rail(), each.at)                      ? "rail"
                            : inside(document, each.at)                            ? "document"
                            : own(each.at)                                         ? "own"
                            : script(each.at)                                      ? "script"
                            : inside(window.page(window.currentPageId()), each.at) ? "page"
                                                                                   : "header";
        texts.append(QJsonObject{{QStringLiteral("text"), each.text},
                                 {QStringLiteral("where"), QLatin1String(where)},
                                 {QStringLiteral("x"), qRound(each.at.x())},
                                 {QStringLiteral("y"), qRound(each.at.y())}});
    }
    return texts;
}
