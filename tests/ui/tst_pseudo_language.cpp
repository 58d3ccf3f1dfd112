// Everything a person can read is translated: with a language of other letters installed, no page of any example shows
// plain ones, except a person's own text, symbols, units and proper names.
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEngine>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>

#include <map>
#include <set>

#include "app/window/pages.h"
#include "tests/support/pseudo_language.h"
#include "core/analysis/analysis.h"
#include "core/project/project.h"
#include "core/tools/launch.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/figure/chart.h"
#include "ui/figure/qcp.h"
#include "ui/glossary/help_card.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

struct Allowed {
    const char* words;
    const char* because;
};

// Runs of one letter are symbols (p, S, T, E, R, c, n) and need no row.
constexpr Allowed allowed[] = {
    {"ns us µs ms min USD kB MB GB TB PB KiB MiB GiB TiB kbit Mbit Gbit Tbit bit kFLOP MFLOP GFLOP TFLOP PFLOP EFLOP "
     "FLOP kHz MHz GHz kW MW kg px",
     "units"},
    {"alpha beta gamma alpha2 beta2 sigma kappa tau delta phi comp comm step latest",
     "symbols of the book's formulas, as they stand in them"},
    {"dS dCost kWh CO2e", "symbols and units of the table of costs, as the book prints it"},
    {"torchrun mpirun ray sbatch yaml sh py job cluster benchmark", "launch files, by their names"},
    {"skew", "a symbol too: (skew - 1) c"},
    {"sqrt ceil log log2 min max exp", "functions in formulas"},
    {"bf16 fp8 fp16 fp32 fp64 tf32 int8", "number formats, keys of the catalogue"},
    {"p time comm comp idle io", "columns of a ladder's file, as an example shows them"},
    {"MPI USL Scalewright SVG PDF PNG CSV JSON LaTeX TSV", "proper names and formats"},
    {"Scroll Left Right", "Qt's own words for the arrows of a tab bar"},
    {"Ctrl Shift Alt Esc Enter Return Del Ins PgUp PgDown Home End", "keys, named by Qt"},
};

// A paint device that keeps the texts painted on it.
class TextRecorder final : public QPaintDevice {
public:
    QStringList texts;

    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric which) const override
    {
        switch (which) {
        case PdmWidth:
        case PdmHeight: return 4000;
        case PdmDepth: return 32;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        default: return 1000;
        }
    }

private:
    class Engine final : public QPaintEngine {
    public:
        explicit Engine(TextRecorder& to) : QPaintEngine(AllFeatures), m_to(to) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawTextItem(const QPointF&, const QTextItem& item) override { m_to.texts << item.text(); }
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
        [[nodiscard]] Type type() const override { return User; }

    private:
        TextRecorder& m_to;
    };
    mutable Engine m_engine{*this};
};

/// Texts of a file that a person wrote: those under these keys, wherever they stand.
void gather(const QJsonValue& value, const QString& key, const std::set<QString>& keys, QStringList& texts)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member)
            gather(member.value(), member.key(), keys, texts);
    } else if (value.isArray()) {
        for (const QJsonValue& each : value.toArray())
            gather(each, key, keys, texts);
    } else if (value.isString() && (keys.empty() || keys.contains(key))) {
        texts << value.toString();
    }
}

QStringList textsOf(const QString& path, const std::set<QString>& keys)
{
    QFile file(path);
    QStringList texts;
    if (file.open(QIODevice::ReadOnly))
        gather(QJsonDocument::fromJson(file.readAll()).object(), {}, keys, texts);
    return texts;
}

QStringList examples()
{
    return QDir(test::sourceFile(QStringLiteral("resources/examples"))).entryList({QStringLiteral("*.scalewright")});
}

/// What a person wrote in the examples, and names of products.
QStringList ownTexts()
{
    QStringList own;
    for (const QString& example : examples())
        own += textsOf(
            test::sourceFile(QStringLiteral("resources/examples/") + example),
            {QStringLiteral("title"), QStringLiteral("notes"), QStringLiteral("name"), QStringLiteral("conditions"),
             QStringLiteral("source"), QStringLiteral("variant"), QStringLiteral("justification"),
             QStringLiteral("unit"), QStringLiteral("replicated"), QStringLiteral("rejected_because"),
             QStringLiteral("node"), QStringLiteral("link"), QStringLiteral("quality_name"), QStringLiteral("on_loss"),
             QStringLiteral("for"), QStringLiteral("reason")});
    // A case study's design is a project's text once it is taken over.
    own += textsOf(
        test::sourceFile(QStringLiteral("resources/catalogue/design.json")),
        {QStringLiteral("for"), QStringLiteral("unit"), QStringLiteral("replicated"), QStringLiteral("on_loss")});
    // Products by their names.
    own += textsOf(test::sourceFile(QStringLiteral("resources/catalogue/tools.json")),
                   {QStringLiteral("frameworks"), QStringLiteral("framework")});
    own += textsOf(test::sourceFile(QStringLiteral("resources/catalogue/carbon.json")), {QStringLiteral("title")});
    for (const char* catalogue : {"hardware", "links"})
        own +=
            textsOf(test::sourceFile(QStringLiteral("resources/catalogue/%1.json").arg(QLatin1String(catalogue))), {});
    own.removeDuplicates();
    std::sort(own.begin(), own.end(),
              [](const QString& one, const QString& other) { return one.size() > other.size(); });
    return own;
}

/// Collects what is not translated, each text once, with the first place where it stood.
class Reader {
public:
    explicit Reader(QStringList own) : m_own(std::move(own))
    {
        for (const Allowed& row : allowed)
            for (const QString& word : QString::fromUtf8(row.words).split(QLatin1Char(' ')))
                m_allowed.insert(word);
    }

    std::map<QString, QString> found;  ///< text -> where

    void alsoOwn(const QStringList& texts)
    {
        for (const QString& each : texts)
            if (!m_own.contains(each)) {
                m_own.prepend(each);
                m_read.clear();
                m_painted.clear();
            }
    }

    void text(QString words, const QString& where)
    {
        if (!m_read.insert(words).second || !plain(words))
            return;
        const QString whole = words;
        static const QRegularExpression markup(QStringLiteral("<[/a-zA-Z][^>]*>|&[a-z]+;")),
            pointer(QStringLiteral("(?<![A-Za-z0-9])(/[a-z0-9_]+)+/?"));
        words.replace(QChar(QChar::Nbsp), QLatin1Char(' '));  // a number and its unit, in a person's own text too
        words.replace(markup, QStringLiteral(" "));
        for (const QString& own : m_own) {
            if (own.size() < 2)
                continue;
            for (qsizetype at = 0; (at = words.indexOf(own, at, Qt::CaseInsensitive)) >= 0; ++at) {
                const bool starts = at == 0 || !words.at(at - 1).isLetter() || !own.front().isLetter();
                const bool ends =
                    at + own.size() == words.size() || !words.at(at + own.size()).isLetter() || !own.back().isLetter();
                if (starts && ends)
                    words.replace(at, own.size(), QStringLiteral(" "));
            }
        }
        words.remove(pointer);  // the name of a field, as the command line and the file have it
        if (plain(words))
            found.emplace(whole, where);
    }

    /// A piece of a painted text: somebody's own may be cut anywhere.
    void piece(const QString& words, const QString& where)
    {
        static const QRegularExpression run(QStringLiteral("[A-Za-z][A-Za-z ',-]*[A-Za-z]"));
        if (!m_painted.insert(words).second)
            return;
        for (auto match = run.globalMatch(words); match.hasNext();) {
            const QString letters = match.next().captured();
            if (std::none_of(m_own.begin(), m_own.end(),
                             [&](const QString& each) { return each.contains(letters, Qt::CaseInsensitive); }))
                return text(words, where + QStringLiteral(", painted"));
        }
    }

    void window(MainWindow& window, const QString& where)
    {
        widget(window, where);
        for (QWidget* each : window.findChildren<QWidget*>())
            widget(*each, where + QLatin1Char(' ') + QLatin1String(each->metaObject()->className()));
        TextRecorder recorder;
        window.render(&recorder);
        for (const QString& each : recorder.texts)
            piece(each, where);
        accessible(QAccessible::queryAccessibleInterface(&window), where);
    }

    void menu(const QMenu& menu, const QString& where)
    {
        for (const QAction* action : menu.actions()) {
            text(action->text(), where);
            text(action->toolTip(), where + QStringLiteral(" tool tip"));
            if (action->menu())
                this->menu(*action->menu(), where + QStringLiteral(" > ") + action->text());
        }
    }

private:
    [[nodiscard]] bool plain(const QString& words) const
    {
        static const QRegularExpression run(QStringLiteral("[A-Za-z][A-Za-z0-9_]*[A-Za-z]+[A-Za-z0-9_]*|[A-Za-z]{2,}"));
        for (auto match = run.globalMatch(words); match.hasNext();)
            if (const QString word = match.next().captured(); !m_allowed.contains(word) && !symbol(word))
                return true;
        return false;
    }

    /// "T_comp", "H_p", "net_bytes": a symbol with an index, a key of a file.
    static bool symbol(const QString& word) { return word.contains(QLatin1Char('_')); }

    void widget(QWidget& widget, const QString& where)
    {
        for (const QString& each : {widget.toolTip(), widget.statusTip(), widget.whatsThis(), widget.accessibleName(),
                                    widget.accessibleDescription(), widget.windowTitle()})
            text(each, where);
        if (const auto* button = qobject_cast<QAbstractButton*>(&widget))
            text(button->text(), where);
        if (const auto* label = qobject_cast<QLabel*>(&widget))
            text(label->text(), where);
        if (const auto* group = qobject_cast<QGroupBox*>(&widget))
            text(group->title(), where);
        if (const auto* line = qobject_cast<QLineEdit*>(&widget)) {
            text(line->text(), where);
            text(line->placeholderText(), where + QStringLiteral(" placeholder"));
        }
        if (const auto* plainText = qobject_cast<QPlainTextEdit*>(&widget); plainText && !plainText->isReadOnly()) {
            text(plainText->toPlainText(), where);
            text(plainText->placeholderText(), where + QStringLiteral(" placeholder"));
        }
        if (const auto* combo = qobject_cast<QComboBox*>(&widget))
            for (int i = 0; i < combo->count(); ++i)
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                    text(combo->itemData(i, role).toString(), where);
        if (const auto* tabs = qobject_cast<QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i) {
                text(tabs->tabText(i), where);
                text(tabs->tabToolTip(i), where);
            }
        if (const auto* view = qobject_cast<QAbstractItemView*>(&widget);
            view && view->model() && !qobject_cast<QHeaderView*>(&widget))
            model(*view->model(), where);
        if (const auto* popup = qobject_cast<QMenu*>(&widget))
            menu(*popup, where);
        for (const QAction* action : widget.actions())
            text(action->text(), where + QStringLiteral(" action"));
        if (const auto* chart = qobject_cast<Chart*>(&widget))
            spec(chart->spec(), where);
        if (const auto* content = dynamic_cast<FigureContent*>(&widget))
            figure(*content, where);
    }

    void model(const QAbstractItemModel& model, const QString& where)
    {
        for (int column = 0; column < model.columnCount(); ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                text(model.headerData(column, Qt::Horizontal, role).toString(), where + QStringLiteral(" header"));
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                    text(model.index(row, column).data(role).toString(), where + QStringLiteral(" cell"));
    }

    void figure(const FigureContent& content, const QString& where)
    {
        for (const QString& each : {content.texts().title, content.texts().caption, content.texts().summary})
            text(each, where);
        const Table table = content.table();
        text(QString::fromStdString(table.caption), where + QStringLiteral(" table"));
        for (const Column& column : table.columns)
            text(QString::fromStdString(column.title), where + QStringLiteral(" table head"));
        for (const std::vector<Cell>& row : table.rows)
            for (const Cell& cell : row)
                if (const auto* words = std::get_if<std::string>(&cell))
                    text(QString::fromStdString(*words), where + QStringLiteral(" table cell"));
        TextRecorder recorder;
        {
            QCPPainter painter(&recorder);
            content.render(painter, content.naturalSize(), Look{});
        }
        for (const QString& each : recorder.texts)
            piece(each, where);
    }

    void spec(const ChartSpec& spec, const QString& where)
    {
        const auto all = [&](const auto& list, auto... members) {
            for (const auto& each : list)
                (text(each.*members, where + QStringLiteral(" in the chart")), ...);
        };
        for (const QString& each : {spec.x.title, spec.y.title, spec.emptyText})
            text(each, where + QStringLiteral(" axis"));
        all(spec.series, &SeriesSpec::name, &SeriesSpec::label);
        all(spec.bands, &BandSpec::name);
        all(spec.points, &PointSpec::label, &PointSpec::subLabel);
        all(spec.markers, &MarkerSpec::label, &MarkerSpec::subLabel);
        all(spec.measured, &MeasuredSpec::name);
    }

    void accessible(QAccessibleInterface* root, const QString& where)
    {
        if (!root || !root->isValid() || root->state().invisible)
            return;
        for (const QAccessible::Text what : {QAccessible::Name, QAccessible::Description})
            text(root->text(what), where + QStringLiteral(" for screen readers"));
        for (int i = 0; i < root->childCount(); ++i)
            accessible(root->child(i), where);
    }

    QStringList m_own;
    std::set<QString> m_read, m_painted;  ///< what was looked at: most texts stand in many places
    std::set<QString> m_allowed;
};

}  // namespace

class tst_pseudo_language : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsPlaces_data();
    void keepsPlaces();
    void seesWhatIsPlain();
    void everythingIsTranslated_data();
    void everythingIsTranslated();

private:
    test::PseudoLanguage m_language;
};

void tst_pseudo_language::initTestCase()
{
    QAccessible::setActive(true);
    QVERIFY(QCoreApplication::installTranslator(&m_language));
}

void tst_pseudo_language::keepsPlaces_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* text, const char* said) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(said);
    };
    row("words", "Save as", "⟦Şȧṽḗ ȧş⟧");
    row("numbered places", "%1 of %L2 %n", "⟦%1 ǿƒ %L2 %n⟧");
    row("core's places", "p = {} {0} {{x}}", "⟦ƥ = {} {0} {{ẋ}}⟧");
    row("tags and entities", "<b>a</b> &lt; b &Open", "⟦<b>ȧ</b> &lt; ƀ &Ǿƥḗƞ⟧");
    row("less than", "a < b", "⟦ȧ < ƀ⟧");
    row("file patterns", "Text (*.tar.gz)", "⟦Ŧḗẋŧ (*.tar.gz)⟧");
}

void tst_pseudo_language::keepsPlaces()
{
    QFETCH(QString, text);
    QFETCH(QString, said);
    QCOMPARE(test::PseudoLanguage::pseudo(text), said);
}

void tst_pseudo_language::seesWhatIsPlain()
{
    Reader reader({QStringLiteral("my cluster")});
    reader.text(QStringLiteral("⟦ȧ⟧ 3.2 ms, T_comp · My cluster, p* 4"), {});
    QVERIFY(reader.found.empty());
    reader.text(QStringLiteral("⟦ȧ plain ƀ⟧"), {});
    reader.text(QStringLiteral("my clusters"), {});
    QCOMPARE(reader.found.size(), std::size_t{2});
}

void tst_pseudo_language::everythingIsTranslated_data()
{
    QTest::addColumn<QString>("example");
    QTest::newRow("an empty project") << QString();
    for (const QString& example : examples())
        if (!test::sanitized || example.startsWith(QLatin1String("heat")))
            QTest::newRow(qPrintable(example)) << example;
}

void tst_pseudo_language::everythingIsTranslated()
{
    QFETCH(QString, example);
    Document document;
    if (!example.isEmpty())
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/") + example)));
    MainWindow window(document, allPages());
    window.resize(1600, 1000);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));

    // What a launch file says is a program: it is the same in every language. What is clicked may show another
// variant's.
    const auto launched = [&document] {
        QStringList own;
        for (const int workers :
             {1, 2, document.analysis().planP}) {  // what is clicked below may change the plan, and what it exchanges
            LaunchTerms terms = launchTermsOf(document.project(), workers);
            for (const std::vector<std::string>& collectives : {terms.collectives, LaunchTerms().collectives}) {
                terms.collectives = collectives;
                for (const LaunchFile& file : launchFiles(terms).value_or(std::vector<LaunchFile>()))
                    own << QString::fromStdString(file.content);
            }
        }
        return own;
    };
    Reader reader(ownTexts() + launched());
    for (const PageEntry& entry : allPages()) {
        QVERIFY(window.showPage(entry.id));
        Page* page = window.page(entry.id);
        const QList<QTabBar*> bars = page->findChildren<QTabBar*>();
        const int tabs = bars.isEmpty() ? 1 : bars.front()->count();
        for (int tab = 0; tab < tabs; ++tab) {
            if (!bars.isEmpty())
                bars.front()->setCurrentIndex(tab);
            for (int round = 0; round < 3; ++round)  // a fold may hold folds
                for (QPushButton* button : page->findChildren<QPushButton*>())
                    if (button->isVisible() && button->isEnabled() && button->isCheckable() && !button->isChecked() &&
                        !button->group() && !button->autoExclusive())
                        button->click();
            QApplication::processEvents();
            reader.alsoOwn(launched());
            reader.window(window, QStringLiteral("%1 %2").arg(entry.id).arg(tab + 1));
        }
    }
    window.openPalette();
    reader.window(window, QStringLiteral("find"));
    window.palette().close();
    for (const char* list : {"keys", "words"}) {
        window.action(QLatin1String(list))->trigger();
        QVERIFY(window.findChild<HelpCard*>()->isVisible());
        reader.window(window, QString::fromLatin1(list));
    }

    for (const auto& [text, where] : reader.found)
        qInfo("%s: \"%s\"", qPrintable(where), qPrintable(text));
    QVERIFY2(reader.found.empty(), qPrintable(QStringLiteral("%1 texts are not translated").arg(reader.found.size())));
}

SCALEWRIGHT_TEST(tst_pseudo_language)
#include "tst_pseudo_language.moc"
