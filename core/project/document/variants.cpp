#include "core/project/document/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

auto find(Project& project, const std::string& name)
{
    return std::find_if(project.variants.begin(), project.variants.end(),
                        [&](const Variant& variant) { return variant.name == name; });
}

bool exists(const Project& project, const std::string& name)
{
    const std::vector<std::string> names = variantNames(project);
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<void> checkNewName(const Project& project, const std::string& name)
{
    if (name.find_first_not_of(" \t\n") == std::string::npos)
        return fail(ErrorCode::Input, "a variant needs a name", say("a text such as {}", freeVariantName(project)));
    if (exists(project, name))
        return fail(ErrorCode::Input, say("there is a variant {} already", name),
                    say("another name such as {}", freeVariantName(project)));
    return {};
}

tl::unexpected<Error> noSuch(const Project& project, const std::string& name)
{
    return fail(ErrorCode::Input, say("there is no variant {}", name),
                say("one of {}", fmt::format("{}", fmt::join(variantNames(project), ", "))));
}

void swapShown(Project& project, Variant& other)
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
    std::sort(names.begin(), names.end());
    return names;
}

Result<Project> variantNamed(const Project& project, std::string_view name)
{
    if (name == project.variantName)
        return project;
    std::string known = inQuotes(project.variantName);
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        if (project.variants[i].name == name)
            return asVariant(project, i);
        known += ", " + inQuotes(project.variants[i].name);
    }
    return fail(ErrorCode::Input, say("the project has no variant {}", inQuotes(name)), say("one of {}", known));
}

std::string freeVariantName(const Project& project)
{
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (!exists(project, std::string(1, letter)))
            return std::string(1, letter);
    int number = 27;
    while (exists(project, fmt::format("Variant {}", number)))
        ++number;
    return fmt::format("Variant {}", number);
}

Result<Project> withVariantAdded(const Project& project, const std::string& name)
{
    if (auto checked = checkNewName(project, name); !checked)
        return fail(std::move(checked.error()));
    Project after = project;
    Variant& kept = after.variants.emplace_back();
    static_cast<Proposal&>(kept) = project;
    kept.name = project.variantName;
    kept.unknown = project.variantUnknown;
    after.variantName = name;
    return after;
}

Result<Project> withVariantShown(const Project& project, const std::string& name)
{
    if (project.variantName == name)
        return project;
    Project after = project;
    const auto other = find(after, name);
    if (other == after.variants.end())
        return noSuch(project, name);
    swapShown(after, *other);
    return after;
}

Result<Project> withVariantRenamed(const Project& project, const std::string& from, const std::string& to)
{
    if (!exists(project, from))
        return noSuch(project, from);
    if (from == to)
        return project;
    if (auto checked = checkNewName(project, to); !checked)
        return fail(std::move(checked.error()));
    Project after = project;
    if (after.variantName == from)
        after.variantName = to;
    else
        find(after, from)->name = to;
    return after;
}

Result<Project> withVariantRemoved(const Project& project, const std::string& name)
{
    if (!exists(project, name))
        return noSuch(project, name);
    if (project.variants.empty())
        return fail(ErrorCode::Refused, say("{} is the only variant", name), "another variant beside it");
    Project after = project;
    if (after.variantName == name) {
        const std::vector<std::string> names = variantNames(project);
        const auto self = std::find(names.begin(), names.end(), name);
        const std::string& next = std::next(self) != names.end() ? *std::next(self) : *std::prev(self);
        after = *withVariantShown(project, next);
    }
    after.variants.erase(find(after, name));
    return after;
}

}  // namespace scalewright
