#include "ui/figure/scene.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "ui/figure/label_placer.h"

namespace scalewright::ui {

namespace {

constexpr double tolerance = 0.05;  // pixels that a simplified line may be off
constexpr double leastSwatch = 22, swatchMargins = 6;  // of a curve's piece before its label

QRectF squareAround(QPointF centre, double half)
{
    return {centre.x() - half, centre.y() - half, 2 * half, 2 * half};
}

class SceneBuilder {
public:
    SceneBuilder(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                 const QRectF& frame, const Look& look, SampleCache& cache, LabelMemory* memory)
        : m_spec(spec), m_yAxis(yAxis), m_x(x), m_y(y), m_look(look), m_cache(cache), m_memory(memory)
    {
        m_scene.frame = frame;
        m_scene.thumbnail = spec.thumbnail;
    }

    Scene build()
    {
        for (const BandSpec& band : m_spec.bands)
            addArea(band.x, band.low, band.high, {{}, {}, band.role, band.alpha}, m_scene.bands);
        addStacks();
        addCurves();
        addMeasured();
        addMarkers();
        addPoints();
        if (!m_spec.thumbnail) {
            addBreaks();
            placeLabels();
        }
        if (m_memory)
            m_memory->turn();
        const bool empty = m_scene.bands.empty() && m_scene.areas.empty() && m_scene.curves.empty() &&
                           m_scene.measured.empty() && m_scene.points.empty();
        if (empty)
            m_scene.emptyText = m_spec.emptyText;
        return std::move(m_scene);
    }

private:
    // Between two curves over the same x; where either is a gap, so is the area.
    void addArea(const std::vector<double>& x, const std::vector<double>& low, const std::vector<double>& high,
                 const SceneArea& area, std::vector<SceneArea>& into)
    {
        const std::size_t count = std::min(low.size(), high.size());
        if (count < 2)
            return;
        for (std::size_t i = 0; i < count; ++i)
            if (m_y.takes(low[i]) != m_y.takes(high[i])) {
                addAreaWithGaps(x, low, high, area, into);
                return;
            }
        const SampledX& sampled = m_cache.sample(x, count, m_x, m_scene.frame);
        const auto lower = sampledLine(sampled, {low.data(), count}, m_y);
        const auto upper = sampledLine(sampled, {high.data(), count}, m_y);
        for (std::size_t run = 0; run < std::min(lower.size(), upper.size()); ++run) {
            SceneArea part{simplified(clampedLine(upper[run], m_scene.frame), tolerance),
                           simplified(clampedLine(lower[run], m_scene.frame), tolerance), area.role, area.alpha};
            if (part.upper.size() > 1 && part.lower.size() > 1)
                into.push_back(std::move(part));
        }
    }

    void addAreaWithGaps(const std::vector<double>& x, std::vector<double> low, std::vector<double> high,
                         const SceneArea& area, std::vector<SceneArea>& into)
    {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < std::min(low.size(), high.size()); ++i)
            if (!m_y.takes(low[i]) || !m_y.takes(high[i]))
                low[i] = high[i] = gap;
        addArea(x, low, high, area, into);
    }

    void addStacks()
    {
        const auto tops = stackedTops(m_spec);
        std::size_t stacked = 0;
        const double floor = m_yAxis.scale == AxisScale::Linear ? 0 : m_yAxis.low;
        for (const SeriesSpec& series : m_spec.series) {
            if (series.fill == Fill::None)
                continue;
            const bool stack = series.fill == Fill::Stacked;
            const std::vector<double>& high = stack ? tops[stacked] : series.y;
            const std::vector<double> low =
                stack && stacked > 0 ? tops[stacked - 1] : std::vector<double>(high.size(), floor);
            addArea(series.x, low, high, {{}, {}, series.role, stack ? 1 : 0.25}, m_scene.areas);
            stacked += stack;
        }
    }

    void addCurves()
    {
        const auto styles = lineStyles(m_spec.series);
        const auto addAll = [&](auto&& belongs) {
            for (std::size_t i = 0; i < m_spec.series.size(); ++i)
                if (belongs(m_spec.series[i]))
                    addCurve(m_spec.series[i], styles[i]);
        };
        addAll([](const SeriesSpec& series) { return series.reference; });
        addAll([](const SeriesSpec& series) { return series.ghost && !series.reference; });
        addAll([](const SeriesSpec& series) { return !series.ghost && !series.reference; });
    }

    void addCurve(const SeriesSpec& series, LineStyle style)
    {
        if (series.fill == Fill::Stacked || series.y.empty())
            return;
        SceneCurve curve;
        curve.name = series.name;
        curve.style = style;
        curve.background = series.reference || series.ghost;
        curve.role = series.reference ? Role::Faint : series.role;
        curve.strength = series.ghost ? 0.5 : 1;
        curve.width = series.reference ? 1.2 : series.ghost ? std::min(series.width, 1.5) : series.width;
        if (m_spec.thumbnail)
            curve.width = std::min(curve.width, 1.75);
        curve.width = m_look.scaled(curve.width);
        const SampledX& sampled = m_cache.sample(series.x, series.y.size(), m_x, m_scene.frame);
        QRectF sure = m_scene.frame, beyond = m_scene.frame;
        const bool fades = series.fadesFrom && m_x.takes(*series.fadesFrom);
        if (fades) {
            sure.setRight(std::clamp(m_x.toPixel(*series.fadesFrom), sure.left(), sure.right()));
            beyond.setLeft(sure.right());
        }
        SceneCurve faded = curve;
        faded.strength = std::min(curve.strength, 0.45);
        for (const QPolygonF& run : sampledLine(sampled, series.y, m_y)) {
            for (const QPolygonF& piece : clippedLine(run, sure))
                curve.pieces.push_back(simplified(piece, tolerance));
            for (const QPolygonF& piece : fades ? clippedLine(run, beyond) : std::vector<QPolygonF>())
                faded.pieces.push_back(simplified(piece, tolerance));
        }
        for (SceneCurve* each : {&faded, &curve})
            if (!each->pieces.empty()) {
                m_curveOf[&series] = m_scene.curves.size();
                m_scene.curves.push_back(std::move(*each));
            }
    }

    void addMeasured()
    {
        for (const MeasuredSpec& spec : m_spec.measured) {
            SceneMeasured measured;
            measured.color = m_look.color(spec.role);
            for (std::size_t i = 0; i < std::min(spec.x.size(), spec.y.size()); ++i) {
                if (!m_x.takes(spec.x[i]) || !m_y.takes(spec.y[i]))
                    continue;
                const QPointF at(m_x.toPixel(spec.x[i]), m_y.toPixel(spec.y[i]));
                if (i < spec.low.size() && i < spec.high.size() && m_y.takes(spec.low[i]) && m_y.takes(spec.high[i])) {
                    const QPolygonF bar{QPointF(at.x(), m_y.toPixel(spec.low[i])),
                                        QPointF(at.x(), m_y.toPixel(spec.high[i]))};
                    for (const QPolygonF& piece : clippedLine(bar, m_scene.frame))
                        measured.bars.emplace_back(piece.front(), piece.back());
                }
                if (m_scene.frame.contains(at))
                    measured.points.push_back(at);
            }
            m_scene.measured.push_back(std::move(measured));
        }
    }

    void addMarkers()
    {
        const QRectF& frame = m_scene.frame;
        for (const MarkerSpec& spec : m_spec.markers) {
            if (!m_x.takes(spec.x))
                continue;
            const double x = std::round(m_x.toPixel(spec.x));  // a crisp line
            if (x < frame.left() - 0.5 || x > frame.right() + 0.5)
                continue;
            const bool flag = spec.kind == MarkerSpec::Kind::Flag;
            double top = frame.top(), bottom = frame.bottom();
            if (spec.y && m_y.takes(*spec.y) && !m_spec.thumbnail) {
                const double y = std::clamp(m_y.toPixel(*spec.y), top, bottom);
                flag ? bottom = y : top = y;
            }
            SceneMarker marker{&spec, QLineF(x, top, x, bottom), {}};
            if (flag && !m_spec.thumbnail)
                marker.flag = QRectF(x - m_look.scaled(7), frame.top(), m_look.scaled(14), m_look.scaled(15));
            m_scene.markers.push_back(marker);
        }
    }

    void addPoints()
    {
        for (const PointSpec& spec : m_spec.points) {
            if (!m_x.takes(spec.x) || !m_y.takes(spec.y))
                continue;
            const QPointF at(m_x.toPixel(spec.x), m_y.toPixel(spec.y));
            if (m_scene.frame.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at))
                m_scene.points.push_back({&spec, at});
        }
    }

    // Two strokes across the axis, within the frame.
    void addBreak(QPointF at, bool alongX)
    {
        const double half = m_look.scaled(4), apart = m_look.scaled(4);
        for (const double by : {-apart / 2, apart / 2}) {
            const QPointF middle = at + (alongX ? QPointF(by, 0) : QPointF(0, by));
            m_scene.breaks.emplace_back(middle + QPointF(-half, half / 2), middle + QPointF(half, -half / 2));
        }
    }

    void addBreaks()
    {
        const QRectF& frame = m_scene.frame;
        const double in = m_look.scaled(10), inset = m_look.scaled(5);
        const auto below = [](double value, double edge) { return value < edge - 1e-9 * std::abs(edge); };
        const double left = m_x.toValue(frame.left()), right = m_x.toValue(frame.right());
        if (const auto x = xRange(m_spec)) {
            if (below(x->low, left))
                addBreak({frame.left() + in, frame.bottom() - inset}, true);
            if (below(right, x->high))
                addBreak({frame.right() - in, frame.bottom() - inset}, true);
        }
        if (m_yAxis.scale != AxisScale::Linear)
            return;
        if (m_yAxis.low > 0)
            addBreak({frame.left() + inset, frame.bottom() - in}, false);
        if (below(m_yAxis.high, dataHigh(left, right)))
            addBreak({frame.left() + inset, frame.top() + in}, false);
    }

    /// The highest that is drawn, references aside.
    [[nodiscard]] double dataHigh(double left, double right) const
    {
        ChartSpec data = m_spec;
        data.points.clear();  // their labels' room is no data
        const auto range = yRange(data, {left, right});
        return range ? range->high : 0;
    }

    void setCurve(SceneLabel& label, std::size_t index) const
    {
        const SceneCurve& curve = m_scene.curves[index];
        label.curve = index;
        label.swatch = std::max(m_look.scaled(leastSwatch), curve.width * patternLength(curve.style) + swatchMargins);
    }

    [[nodiscard]] QSizeF sizeOf(const SceneLabel& label) const
    {
        double width = label.textWidth, height = std::ceil(1.25 * m_look.font(TextStyle::Label).pixelSize());
        if (!label.subText.isEmpty()) {
            width = std::max(width, label.subTextWidth);
            height += std::ceil(1.25 * m_look.font(TextStyle::Small).pixelSize());
        }
        width += label.swatch;
        return {std::ceil(width) + 2, height};
    }

    struct Request {
        SceneLabel label;
        QString key;      ///< the same in the next frame
        QPointF anchor;
        bool pointed = false;  ///< a line leads to the anchor where the label lies far away
        std::optional<std::size_t> curve;  ///< named by a piece of it where it lies away from it
        std::function<std::vector<QRectF>(QSizeF)> candidates;
        bool optional = false;  ///< written where there is room near by, else left out
        bool landmark = false;  ///< p*, the knee, the plan: all others give way to it
    };

    /// In full, then without its second line, near by; then anywhere, with a line to its point or a piece of its curve.
    /// In the form and about the place it had before as long as that is free and no other is much better. A label
    /// without a place is left out.
    bool put(LabelPlacer& placer, const Request& request)
    {
        constexpr double loyalty = 40, dear = 80;
        std::vector<SceneLabel> forms{request.label};
        if (!request.label.subText.isEmpty()) {
            forms.push_back(request.label);
            forms.back().subText.clear();
        }
        const int near = static_cast<int>(forms.size());
        for (int i = 0; i < near; ++i) {
            forms.push_back(forms[static_cast<std::size_t>(i)]);
            if (request.curve)
                setCurve(forms.back(), *request.curve);
        }
        const int count = static_cast<int>(forms.size());
        const auto wishFor = [&](int form, QSizeF size) {
            return LabelPlacer::Wish{form < near ? request.candidates(size) : std::vector<QRectF>(), request.anchor,
                                     request.pointed, m_look.scaled(30)};
        };
        const LabelMemory::Place* before = m_memory ? m_memory->find(request.key) : nullptr;
        std::optional<LabelPlacer::Spot> chosen;
        int form = count;
        if (before && before->form < count) {
            const QSizeF size = sizeOf(forms[static_cast<std::size_t>(before->form)]);
            chosen = placer.asBefore(size, wishFor(before->form, size), *before);
            form = chosen ? before->form : count;
        }
        if (request.optional && before && !chosen)
            return false;  // it comes back in a later frame rather than jump in this one
        for (int other = 0; other < count && other <= form && !(request.optional && chosen); ++other) {
            const QSizeF size = sizeOf(forms[static_cast<std::size_t>(other)]);
            if (request.optional && other >= near)
                break;
            const LabelPlacer::Wish wish = wishFor(other, size);
            auto spot = other < near ? placer.near(wish) : placer.anywhere(size, wish);
            if (other < near && !chosen && spot && request.landmark && spot->cost > dear)
                if (const auto elsewhere = placer.anywhere(size, wish);
                    elsewhere && elsewhere->cost + loyalty < spot->cost)
                    spot = elsewhere;
            if (!spot)
                continue;
            // A form that says more, or lies nearer, is worth as much as a better place.
            if (!chosen || spot->cost + loyalty < chosen->cost + (other < form ? loyalty : 0)) {
                chosen = spot;
                form = other;
            }
            break;
        }
        if (!chosen)
            return false;
        placer.take(*chosen);
        SceneLabel& label = forms[static_cast<std::size_t>(form)];
        label.rect = chosen->rect;
        label.onArea = placer.liesOnArea(label.rect);
        label.onGridLine = placer.liesOnGridLine(label.rect);
        label.rightAligned = !label.curve && !request.curve && label.rect.center().x() < request.anchor.x() &&
                             label.rect.right() < request.anchor.x() + 1;
        if (chosen->leader)  // up to the mark, not into it
            label.leader =
                QLineF(chosen->leader->p1(), chosen->leader->pointAt(1 - m_look.scaled(8) / chosen->leader->length()));
        m_scene.labels.push_back(std::move(label));
        if (m_memory)
            m_memory->note(request.key, {form, chosen->rect, request.anchor});
        return true;
    }

    [[nodiscard]] LabelPlacer ground() const
    {
        LabelPlacer placer(m_scene.frame.adjusted(2, 2, -2, -2));
        for (const SceneMarker& marker : m_scene.markers) {
            placer.avoid(QRectF(marker.line.p1(), marker.line.p2()).normalized().adjusted(-3, 0, 3, 0));
            if (!marker.flag.isNull())
                placer.avoid(marker.flag.adjusted(-3, 0, 3, 2));
            placer.landmark(marker.line);
        }
        for (const ScenePoint& point : m_scene.points) {
            placer.avoid(squareAround(point.at, m_look.scaled(7)));
            placer.landmark(QLineF(point.at, point.at));
        }
        for (const SceneMeasured& measured : m_scene.measured) {
            for (const QPointF& at : measured.points) {
                placer.avoid(squareAround(at, m_look.scaled(5)));
                placer.measuredPoint(at);
            }
            for (const QLineF& bar : measured.bars)
                placer.avoid(
                    QRectF(bar.p1(), bar.p2()).normalized().adjusted(-m_look.scaled(4), -2, m_look.scaled(4), 2));
        }
        for (const QLineF& stroke : m_scene.breaks)
            placer.avoid(QRectF(stroke.p1(), stroke.p2()).normalized().adjusted(-2, -2, 2, 2));
        for (const SceneCurve& curve : m_scene.curves)
            for (const QPolygonF& piece : curve.pieces)
                placer.avoidLine(piece, 1 + curve.width / 2);
        for (const SceneArea& area : m_scene.areas)
            placer.avoidArea(area.upper, area.lower);
        for (const double tick : m_yAxis.ticks)
            placer.avoidGridLine(m_y.toPixel(tick));
        return placer;
    }

    /// Those that found no place go first in another round, which stands if it leaves fewer out, landmarks before all.
    /// What may be left out comes last.
    void placeLabels()
    {
        std::vector<Request> extras = measuredRequests();
        for (Request& more : pointRequests(true))
            extras.push_back(std::move(more));
        std::vector<Request> requests = flagRequests();
        for (std::vector<Request> more : {pointRequests(false), referenceRequests(), curveRequests()})
            std::move(more.begin(), more.end(), std::back_inserter(requests));
        const LabelPlacer free = ground();
        constexpr int rounds = 3;
        std::vector<SceneLabel> best;
        QStringList unlabelled;
        int fewest = std::numeric_limits<int>::max(), least = fewest;
        for (int round = 0; round < rounds && least > 0; ++round) {
            LabelPlacer placer = free;
            m_scene.labels.clear();
            std::vector<Request> out;
            for (const Request& request : requests)
                if (!put(placer, request))
                    out.push_back(request);
            const int left = placeStackLabels(placer) + static_cast<int>(out.size());
            constexpr int landmarkWeight = 100;
            const int loss = left + landmarkWeight * static_cast<int>(std::count_if(
                                                         out.begin(), out.end(),
                                                         [](const Request& request) { return request.landmark; }));
            if (loss < least) {
                least = loss;
                fewest = left;
                unlabelled.clear();
                for (const Request& request : out)
                    unlabelled << request.label.text;
                for (const Request& request : extras)
                    if (!put(placer, request))
                        unlabelled << request.label.text;
                best = std::move(m_scene.labels);
            }
            if (out.empty())
                break;
            const auto isOut = [&](const Request& request) {
                return std::any_of(out.begin(), out.end(),
                                   [&](const Request& each) { return each.key == request.key; });
            };
            std::stable_partition(requests.begin(), requests.end(), isOut);
        }
        m_scene.labels = std::move(best);
        m_scene.labelsLeftOut = fewest;
        m_scene.unlabelled = std::move(unlabelled);
    }

    [[nodiscard]] std::vector<Request> measuredRequests() const
    {
        std::vector<Request> requests;
        for (const MeasuredSpec& measured : m_spec.measured)
            for (std::size_t i = 0; i < std::min({measured.labels.size(), measured.x.size(), measured.y.size()}); ++i) {
                if (measured.labels[i].isEmpty() || !m_x.takes(measured.x[i]) || !m_y.takes(measured.y[i]))
                    continue;
                const QPointF at(m_x.toPixel(measured.x[i]), m_y.toPixel(measured.y[i]));
                if (m_scene.frame.contains(at))
                    requests.push_back(
                        {labelOf(measured.labels[i], {}, false),
                         QStringLiteral("measured %1 %2").arg(measured.key).arg(measured.x[i]),
                         at,
                         true,
                         {},
                         [this, at](QSizeF size) {
                             std::vector<QRectF> beside = candidatesAround(at, size, m_look.scaled(8));
                             beside.resize(std::min<std::size_t>(beside.size(), 24));  // two rings: no line leads to it
                             return beside;
                         },
                         true});
            }
        return requests;
    }

    [[nodiscard]] SceneLabel labelOf(const QString& text, const QString& subText, bool bold) const
    {
        SceneLabel label;
        label.text = text;
        label.subText = subText;
        label.bold = bold;
        label.textWidth = QFontMetricsF(m_look.font(TextStyle::Label, bold)).horizontalAdvance(text);
        if (!subText.isEmpty())
            label.subTextWidth = QFontMetricsF(m_look.font(TextStyle::Small)).horizontalAdvance(subText);
        return label;
    }

    [[nodiscard]] std::vector<Request> flagRequests() const
    {
        std::vector<Request> requests;
        for (const SceneMarker& marker : m_scene.markers) {
            if (marker.spec->kind != MarkerSpec::Kind::Flag || marker.spec->label.isEmpty())
                continue;
            requests.push_back({labelOf(marker.spec->label, marker.spec->subLabel, true),
                                marker.spec->id,
                                marker.flag.center(),
                                true,
                                {},
                                [this, x = marker.line.x1()](QSizeF size) {
                                    return candidatesBeside(x, size, m_look.scaled(12), m_scene.frame, true);
                                },
                                false,
                                true});
        }
        return requests;
    }

    /// `optional`: those that may be left out, or the others.
    [[nodiscard]] std::vector<Request> pointRequests(bool optional) const
    {
        std::vector<Request> requests;
        for (const ScenePoint& point : m_scene.points)
            if (!point.spec->label.isEmpty() && point.spec->labelOptional == optional)
                requests.push_back(
                    {labelOf(point.spec->label, point.spec->subLabel, true),
                     point.spec->id,
                     point.at,
                     true,
                     {},
                     [this, at = point.at](QSizeF size) { return candidatesAround(at, size, m_look.scaled(10)); },
                     optional,
                     !optional});
        return requests;
    }

    [[nodiscard]] std::vector<Request> referenceRequests() const
    {
        std::vector<Request> requests;
        for (const SceneMarker& marker : m_scene.markers) {
            if (marker.spec->kind != MarkerSpec::Kind::Reference || marker.spec->label.isEmpty())
                continue;
            requests.push_back({labelOf(marker.spec->label, marker.spec->subLabel, false),
                                marker.spec->id,
                                marker.line.p2(),
                                true,
                                {},
                                [this, x = marker.line.x1()](QSizeF size) {
                                    return candidatesBeside(x, size, m_look.scaled(6), m_scene.frame, false);
                                }});
        }
        return requests;
    }

    // At the curve, its end first; with a piece of it before the text where there are several, or where it lies
    // elsewhere.
    [[nodiscard]] std::vector<Request> curveRequests() const
    {
        const auto labelled = std::count_if(m_spec.series.begin(), m_spec.series.end(), [](const SeriesSpec& series) {
            return !series.label.isEmpty() && !series.reference;
        });
        std::vector<Request> requests;
        for (const SeriesSpec& series : m_spec.series) {
            const auto known = m_curveOf.find(&series);
            if (series.label.isEmpty() || known == m_curveOf.end())
                continue;
            const QPolygonF& piece = m_scene.curves[known->second].pieces.back();
            SceneLabel label = labelOf(series.label, {}, false);
            if (labelled > 1 && !series.reference)
                setCurve(label, known->second);
            // A reference with a name lies on the series of that name: a label of it that stands elsewhere shows that
            // one's line.
            const auto about = std::find_if(m_spec.series.begin(), m_spec.series.end(), [&](const SeriesSpec& other) {
                return series.reference && !series.name.isEmpty() && !other.reference && other.name == series.name;
            });
            const auto line = about == m_spec.series.end() ? known : m_curveOf.find(&*about);
            requests.push_back({label, QStringLiteral("curve ") + series.key, piece.back(), false,
                                line == m_curveOf.end() ? known->second : line->second, [this, &piece](QSizeF size) {
                                    return candidatesAlong(piece, size, 4, m_scene.frame);
                                }});
        }
        return requests;
    }

    // One block in the order of the stack, as high and wide as the areas leave room for; on an area only if there is
    // none.
    int placeStackLabels(LabelPlacer& placer)
    {
        std::vector<SceneLabel> labels;
        QSizeF cell;
        for (auto series = m_spec.series.rbegin(); series != m_spec.series.rend(); ++series) {
            if (series->fill != Fill::Stacked || series->label.isEmpty())
                continue;
            labels.push_back(labelOf(series->label, {}, false));
            labels.back().area = series->role;
            labels.back().swatch = m_look.scaled(leastSwatch);
            cell = cell.expandedTo(sizeOf(labels.back()));
        }
        const int count = static_cast<int>(labels.size());
        if (count == 0)
            return 0;
        const QString key = QStringLiteral("stack");
        const LabelMemory::Place* before = m_memory ? m_memory->find(key) : nullptr;
        const auto putBlock = [&](int columns, bool onArea) {
            const int rows = (count + columns - 1) / columns;
            const QSizeF size(cell.width() * columns, cell.height() * rows);
            const QRectF& frame = m_scene.frame;
            LabelPlacer::Wish wish;
            constexpr int across = 24;
            for (double top = frame.top() + 4; top + size.height() < frame.bottom(); top += cell.height())
                for (int i = across; i >= 0; --i)
                    wish.candidates.emplace_back(
                        QPointF(frame.left() + 4 + (frame.width() - size.width() - 8) * i / across, top), size);
            wish.neverOnArea = !onArea;
            wish.anchor = frame.topRight();
            std::optional<LabelPlacer::Spot> block;
            if (before && before->form == columns + 10 * onArea)
                block = placer.asBefore(size, wish, *before);
            if (!block)
                block = placer.near(wish);
            if (!block)
                return false;
            placer.take(*block);
            for (int i = 0; i < count; ++i) {
                SceneLabel& label = labels[static_cast<std::size_t>(i)];
                const int column = i / rows, row = i % rows;
                label.rect = QRectF(
                    QPointF(block->rect.left() + cell.width() * column, block->rect.top() + cell.height() * row), cell);
                label.onArea = placer.liesOnArea(label.rect);
                label.onGridLine = placer.liesOnGridLine(label.rect);
                m_scene.labels.push_back(label);
            }
            if (m_memory)
                m_memory->note(key, {columns + 10 * onArea, block->rect, wish.anchor});
            return true;
        };
        return putBlock(1, false) || putBlock(2, false) || putBlock(3, false) || putBlock(1, true) ? 0 : count;
    }

    const ChartSpec& m_spec;
    const AxisLayout& m_yAxis;
    const AxisMap& m_x;
    const AxisMap& m_y;
    const Look& m_look;
    SampleCache& m_cache;
    LabelMemory* m_memory;
    Scene m_scene;
    std::map<const SeriesSpec*, std::size_t> m_curveOf;
};

}  // namespace

const SampledX& SampleCache::sample(const std::vector<double>& x, std::size_t count, const AxisMap& map,
                                    const QRectF& frame)
{
    for (const Entry& entry : m_entries)
        if (entry.count == count && entry.map == map && entry.frame == frame && entry.x == x)
            return entry.sampled;
    if (m_entries.size() >= 8)
        m_entries.erase(m_entries.begin());
    m_entries.push_back({x, count, map, frame, sampleX(x, count, map, frame.left(), frame.right(), 1)});
    return m_entries.back().sampled;
}

std::vector<LineStyle> lineStyles(const std::vector<SeriesSpec>& series)
{
    constexpr std::array order{LineStyle::Solid, LineStyle::Dashed, LineStyle::Dotted, LineStyle::DashDotted};
    std::map<Role, std::size_t> used;
    std::vector<LineStyle> styles;
    for (const SeriesSpec& one : series)
        styles.push_back(one.reference && one.line == LineStyle::Solid ? LineStyle::Dashed : one.line);
    for (const bool ghosts : {false, true})
        for (std::size_t i = 0; i < series.size(); ++i)
            if (series[i].ghost == ghosts && !series[i].reference && series[i].line == LineStyle::Solid &&
                series[i].fill != Fill::Stacked)
                styles[i] = order.at(used[series[i].role]++ % order.size());
    return styles;
}

Qt::PenStyle penStyle(LineStyle style)
{
    switch (style) {
    case LineStyle::Solid: return Qt::SolidLine;
    case LineStyle::Dashed: return Qt::DashLine;
    case LineStyle::Dotted: return Qt::DotLine;
    case LineStyle::DashDotted: return Qt::DashDotLine;
    }
    return Qt::SolidLine;
}

Scene buildScene(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                 const QRectF& frame, const Look& look, SampleCache& cache, LabelMemory* memory)
{
    return SceneBuilder(spec, yAxis, x, y, frame, look, cache, memory).build();
}

}  // namespace scalewright::ui
