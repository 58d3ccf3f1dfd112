// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/variants.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

auto findVariant(Project& project, const std::string& name)
{
    return std::ranges::find(project.variants, name, &Variant::name);
}

bool hasVariant(const Project& project, const std::string& name)
{
    const std::vector<std::string> names = variantNames(project);
    return contains(names, name);
}

Result<void> checkNewVariantName(const Project& project, const std::string& name)
{
    if (name.find_first_not_of(" \t\n") == std::string::npos)
        return fail(ErrorCode::Input, "a variant needs a name",
                    formatMessage("a name such as {}", unusedVariantName(project)));
    if (hasVariant(project, name))
        return fail(ErrorCode::Input, formatMessage("variant {} already exists", name),
                    formatMessage("another name such as {}", unusedVariantName(project)));
    return {};
}

tl::unexpected<Error> failUnknownVariant(const Project& project, const std::string& name)
{
    return fail(ErrorCode::Input, formatMessage("there is no variant {}", name),
                formatMessage("one of {}", fmt::format("{}", fmt::join(variantNames(project), ", "))));
}

void swapWithShown(Project& project, Variant& other)
{
    std::swap(project.variantName, other.name);
    std::swap(static_cast<Proposal&>(project), static_cast<Proposal&>(other));
    std::swap(project.variantUnknown, other.unknown);
}

}  // namespace

std::vector<std::string> variantNames(const Project& project)
{
    std::vector<std::string> names{project.variantName};
    for (const Variant& variant : project.variants)
        names.push_back(variant.name);
    std::ranges::sort(names);
    return names;
}

Result<Project> projectForVariant(const Project& project, std::string_view name)
{
    if (name == project.variantName)
        return project;
    std::string known = inQuotes(project.variantName);
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        if (project.variants[i].name == name)
            return projectForVariantAt(project, i);
        known += ", " + inQuotes(project.variants[i].name);
    }
    return fail(ErrorCode::Input, formatMessage("the project has no variant {}", inQuotes(name)),
                formatMessage("one of {}", known));
}

std::string unusedVariantName(const Project& project)
{
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (!hasVariant(project, std::string(1, letter)))
            return std::string(1, letter);
    int number = 27;
    while (hasVariant(project, fmt::format("Variant {}", number)))
        ++number;
    return fmt::format("Variant {}", number);
}

Result<Project> withVariantAdded(const Project& project, const std::string& name)
{
    TRY_DO(checkNewVariantName(project, name));
    Project after = project;
    Variant& previous = after.variants.emplace_back();
    static_cast<Proposal&>(previous) = project;
    previous.name = project.variantName;
    previous.unknown = project.variantUnknown;
    after.variantName = name;
    return after;
}

Result<Project> withVariantShown(const Project& project, const std::string& name)
{
    if (project.variantName == name)
        return project;
    Project after = project;
    const auto other = findVariant(after, name);
    if (other == after.variants.end())
        return failUnknownVariant(project, name);
    swapWithShown(after, *other);
    return after;
}

Result<Project> withVariantRenamed(const Project& project, const std::string& oldName, const std::string& newName)
{
    if (!hasVariant(project, oldName))
        return failUnknownVariant(project, oldName);
    if (oldName == newName)
        return project;
    TRY_DO(checkNewVariantName(project, newName));
    Project after = project;
    if (after.variantName == oldName)
        after.variantName = newName;
    else
        findVariant(after, oldName)->name = newName;
    return after;
}

Result<Project> withVariantRemoved(const Project& project, const std::string& name)
{
    if (!hasVariant(project, name))
        return failUnknownVariant(project, name);
    if (project.variants.empty())
        return fail(ErrorCode::Refused, formatMessage("{} is the only variant", name), "at least one other variant");
    Project after = project;
    if (after.variantName == name) {
        const std::vector<std::string> names = variantNames(project);
        const auto position = std::ranges::find(names, name);
        const std::string& next = std::next(position) != names.end() ? *std::next(position) : *std::prev(position);
        after = *withVariantShown(project, next);
    }
    after.variants.erase(findVariant(after, name));
    return after;
}

}  // namespace scalewright
