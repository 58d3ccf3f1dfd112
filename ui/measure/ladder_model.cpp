// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/ladder_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/project.h"
#include "ui/theme/theme.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

const LadderRole& roleAt(int column)
{
    return ladderRoles[static_cast<std::size_t>(column)];
}

Project withEditedPoints(const Project& project, std::size_t ladder,
                         const std::function<void(std::vector<LadderPoint>&)>& change)
{
    Project after = project;
    Ladder& editedLadder = after.measurements.ladders.at(ladder);
    const auto containsP = [](const std::vector<LadderPoint>& points, int p) {
        return std::any_of(points.begin(), points.end(), [p](const LadderPoint& point) { return point.p == p; });
    };
    const std::vector<LadderPoint> before = editedLadder.points;
    change(editedLadder.points);
    // When all successful runs at a p are removed, remove its failed runs too.
    std::erase_if(editedLadder.failed, [&](const FailedRuns& failed) {
        return containsP(before, failed.p) && !containsP(editedLadder.points, failed.p);
    });
    // An edited ladder no longer matches its file.
    std::string& conditions = editedLadder.provenance.conditions;
    static const std::string editedNote = "edited by hand";
    const bool isImportedOrMeasured =
        editedLadder.provenance.origin == Origin::Imported || editedLadder.provenance.origin == Origin::Measured;
    if (isImportedOrMeasured && conditions.find(editedNote) == std::string::npos)
        conditions += (conditions.empty() ? "" : ", ") + editedNote;
    return after;
}

}  // namespace

LadderModel::LadderModel(Document& document, QObject* parent) : QAbstractTableModel(parent), m_document(document)
{
    connect(&m_document, &Document::changed, this, &LadderModel::refresh);
    refresh();
}

const Ladder* LadderModel::ladder() const
{
    const std::shared_ptr<const LadderAnalysis>& ladderAnalysis = m_document.analysis().ladder;
    return ladderAnalysis ? &m_document.project().measurements.ladders[ladderAnalysis->index] : nullptr;
}

int LadderModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

int LadderModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant LadderModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LadderPoint& point = m_points[static_cast<std::size_t>(index.row())];
    const auto field = roleAt(index.column()).pointMember;
    switch (role) {
    case Qt::DisplayRole:
        if (!field)
            return QString::number(point.p);
        return point.*field ? QString::number(*(point.*field), 'g', 6) : QStringLiteral("–");
    case Qt::EditRole:
        if (!field)
            return QString::number(point.p);
        return point.*field ? toQString(roundTripText(*(point.*field))) : QString();
    case Qt::AccessibleTextRole:
        return tr("row %1, %2: %3")
            .arg(index.row() + 1)
            .arg(toQString(roleAt(index.column()).title),
                 field && !(point.*field) ? tr("not measured") : data(index, Qt::DisplayRole).toString());
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    case problemRole: return m_problemRows.count(index.row()) > 0;
    default: return {};
    }
}

QVariant LadderModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    if (role == Qt::FontRole)
        return Theme::instance().font(TextStyle::Label);
    if (role != Qt::DisplayRole)
        return {};
    const LadderRole& column = roleAt(section);
    const Ladder* shownLadder = ladder();
    if (column.kind == LadderColumnKind::Quality && shownLadder && !shownLadder->qualityName.empty())
        return toQString(shownLadder->qualityName);
    const QString unit = QString::fromUtf8(baseUnit(column.dimension));
    return unit.isEmpty() ? toQString(column.title) : tr("%1 (%2)").arg(toQString(column.title), unit);
}

bool LadderModel::hasValues(int column) const
{
    const auto field = roleAt(column).pointMember;
    return !field || std::any_of(m_points.begin(), m_points.end(),
                                 [&](const LadderPoint& point) { return (point.*field).has_value(); });
}

Qt::ItemFlags LadderModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

QString LadderModel::problemWith(int column, const QString& text)
{
    const std::string trimmed = text.trimmed().toStdString();
    const LadderRole& role = roleAt(column);
    if (!role.pointMember) {
        const Result<long> p = parseCount(trimmed, 1, std::numeric_limits<int>::max());
        return p ? QString() : said(p.error().problems.front());
    }
    if (trimmed.empty())
        return {};
    const Result<ParsedEntry> value = parseEntry(trimmed, role.dimension);
    if (!value)
        return said(value.error().problems.front());
    const QString example = toQString(exampleOf(role.dimension));
    if (role.range != Range::Any && value->value < 0)
        return tr("must not be negative; expected %1").arg(example);
    if (role.range == Range::Positive && value->value == 0)
        return tr("must be above zero; expected %1").arg(example);
    return {};
}

bool LadderModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString text = value.toString().trimmed();
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        !problemWith(index.column(), text).isEmpty())
        return false;
    if (text == data(index, Qt::EditRole).toString())
        return true;
    const auto field = roleAt(index.column()).pointMember;
    Project after = withEditedPoints(
        m_document.project(), m_document.analysis().ladder->index, [&](std::vector<LadderPoint>& points) {
            LadderPoint& point = points.at(static_cast<std::size_t>(index.row()));
            if (!field)
                point.p = static_cast<int>(*parseCount(text.toStdString(), 1, std::numeric_limits<int>::max()));
            else
                point.*field = text.isEmpty() ? std::optional<double>()
                                              : parseEntry(text.toStdString(), roleAt(index.column()).dimension)->value;
        });
    m_document.edit(tr("%1 of row %2").arg(toQString(roleAt(index.column()).title)).arg(index.row() + 1),
                    std::move(after));
    return true;
}

int LadderModel::addRow()
{
    Project after = withEditedPoints(
        m_document.project(), m_document.analysis().ladder->index, [](std::vector<LadderPoint>& points) {
            LadderPoint point;
            point.p = points.empty()                                           ? 1
                      : points.back().p <= std::numeric_limits<int>::max() / 2 ? 2 * points.back().p
                                                                               : points.back().p;
            points.push_back(point);
        });
    m_document.edit(tr("add a row"), std::move(after));
    return rowCount() - 1;
}

void LadderModel::removeRungs(const std::set<int>& rows)
{
    Project after = withEditedPoints(m_document.project(), m_document.analysis().ladder->index,
                                     [&](std::vector<LadderPoint>& points) {
                                         for (auto row = rows.rbegin(); row != rows.rend(); ++row)
                                             points.erase(points.begin() + *row);
                                     });
    m_document.edit(rows.size() == 1 ? tr("remove a row") : tr("remove rows"), std::move(after));
}

void LadderModel::refresh()
{
    std::set<int> problems;
    const std::shared_ptr<const LadderAnalysis>& ladderAnalysis = m_document.analysis().ladder;
    if (ladderAnalysis && !ladderAnalysis->measured)
        for (const Problem& problem : ladderAnalysis->measured.error().problems)
            if (problem.location.jsonPointer.rfind("/points/", 0) == 0)
                problems.insert(
                    QString::fromStdString(problem.location.jsonPointer).section(QLatin1Char('/'), 2, 2).toInt());
    static const std::vector<LadderPoint> noPoints;
    const std::vector<LadderPoint>& points = ladder() ? ladder()->points : noPoints;
    if (points == m_points && problems == m_problemRows)
        return;
    m_problemRows = std::move(problems);
    if (points.size() == m_points.size()) {
        m_points = points;
        if (!m_points.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
        return;
    }
    beginResetModel();
    m_points = points;
    endResetModel();
}

}  // namespace scalewright::ui
