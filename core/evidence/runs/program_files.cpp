// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/program_files.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "core/base/process/command.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/evidence/runs/launcher.h"
#include "core/evidence/trace/reference.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maximumFiles = 200;
constexpr std::uintmax_t maximumScriptBytes = 4 << 20;

bool isRegularFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

std::string readStart(const fs::path& path, std::uintmax_t bytes)
{
    std::ifstream input(path, std::ios::binary);
    std::string text(bytes, '\0');
    input.read(text.data(), static_cast<std::streamsize>(bytes));
    text.resize(static_cast<std::size_t>(input.gcount()));
    return text;
}

/// A script by its name or its first line, or a compiled program.
bool isProgram(const fs::path& path)
{
    constexpr std::string_view extensions[]{".py", ".sh", ".bash", ".pl", ".rb", ".R",
                                            ".r",  ".jl", ".lua",  ".js", ".m"};
    const std::string extension = path.extension().string(), start = readStart(path, 4);
    return std::find(std::begin(extensions), std::end(extensions), extension) != std::end(extensions) ||
           start.starts_with("#!") ||
           start.starts_with(
               "\x7f"
               "ELF");
}

/// Whether a program runs the script that is its first argument.
bool runsScripts(const std::string& program)
{
    constexpr std::string_view interpreters[]{"python", "pypy", "sh",      "bash",  "dash", "zsh",
                                              "perl",   "ruby", "Rscript", "julia", "node", "lua"};
    std::string name = fs::path(program).filename().string();
    name.resize(std::min(name.find_first_of("0123456789."), name.size()));
    return std::find(std::begin(interpreters), std::end(interpreters), name) != std::end(interpreters);
}

class ProgramSearch {
public:
    explicit ProgramSearch(fs::path folder) : m_folder(std::move(folder)) {}

    void addCommand(const std::vector<std::string>& argv)
    {
        bool isFirst = true, expectsScript = false;
        for (std::size_t i = 0; i < argv.size(); ++i) {
            const std::string& word = argv[i];
            const bool isProgramWord = std::exchange(isFirst, false);
            if (const fs::path file = m_folder / word; !word.empty() && isRegularFile(file)) {
                addFile(file, std::exchange(expectsScript, isProgramWord && runsScripts(word)));
            } else if (isProgramWord && (word.starts_with('-') || word.find('=') != std::string::npos)) {
                isFirst = true;  // the program follows the options and assignments of env
            } else if (isProgramWord && word.find('/') == std::string::npos) {
                if (const std::string found = findProgramInPath(word); !found.empty() && !m_isInScript)
                    addFile(found, false);
                isFirst = word == "env" || word == "nice" || word == "time";
                expectsScript = runsScripts(word);
            } else if (word == "-m" && i + 1 < argv.size()) {
                addModule(argv[i + 1], m_folder);
            } else if (word == "-c" && i + 1 < argv.size()) {
                addText(argv[i + 1]);
                expectsScript = false;
            }
        }
    }

    [[nodiscard]] ProgramFiles result() const
    {
        ProgramFiles files;
        for (const auto& [path, isPartOfProgram] : m_files) {
            if (!isPartOfProgram) {
                files.otherFiles.push_back(path.string());
                continue;
            }
            if (Result<std::string> digest = digestFile(path))
                files.program.push_back({.file = path.filename().string(), .digest = *std::move(digest)});
        }
        return files;
    }

private:
    /// A text of commands: the words that name files.
    void addText(const std::string& text)
    {
        if (const Result<std::vector<std::string>> words = splitShellWords(text)) {
            addCommand(*words);
            return;
        }
        std::string word;
        for (const char c : text + ' ') {
            if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != ';' && c != '|' && c != '&' && c != '(' &&
                c != ')' && c != '"' && c != '\'') {
                word += c;
                continue;
            }
            if (const fs::path file = m_folder / word; !word.empty() && isRegularFile(file))
                addFile(file, false);
            word.clear();
        }
    }

    /// A script's text: the programs that it names. Its other files are not arguments of the command.
    void addScript(const std::string& text)
    {
        const bool wasInScript = std::exchange(m_isInScript, true);
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string line = text.substr(begin, end - begin);
            if (const std::size_t first = line.find_first_not_of(" \t");
                first != std::string::npos && line[first] != '#')
                addText(line);
            begin = end + 1;
        }
        m_isInScript = wasInScript;
    }

    /// `isScript`: it is the argument of an interpreter, so it is a program whatever its name is.
    void addFile(const fs::path& path, bool isScript)
    {
        std::error_code ignored;
        const fs::path file = fs::weakly_canonical(path, ignored);
        if (m_files.size() >= maximumFiles || m_files.contains(file))
            return;
        const bool isPartOfProgram = isScript || isProgram(file);
        if (!isPartOfProgram && m_isInScript)
            return;
        m_files[file] = isPartOfProgram;
        if (!isPartOfProgram || fs::file_size(file, ignored) > maximumScriptBytes)
            return;
        const std::string text = readStart(file, maximumScriptBytes);
        if (text.starts_with("\x7f"
                             "ELF"))
            return;
        if (file.extension() == ".py" || text.substr(0, text.find('\n')).find("python") != std::string::npos)
            addImports(text, file.parent_path());
        else if (text.starts_with("#!") || file.extension() == ".sh" || isScript)
            addScript(text);
    }

    /// The local modules of "import a, b.c as d", "from e import f" and "from . import g".
    void addImports(const std::string& text, const fs::path& folder)
    {
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            std::string line = text.substr(begin, end - begin);
            begin = end + 1;
            line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
            line = line.substr(0, line.find('#'));
            const std::vector<std::string> words = wordsOf(line);
            if (words.size() > 1 && words[0] == "import")
                for (std::size_t i = 1; i < words.size(); ++i) {
                    if (words[i] == "as")
                        ++i;
                    else
                        addModule(words[i], folder);
                }
            else if (words.size() > 3 && words[0] == "from" && words[2] == "import")
                for (std::size_t i = 3; i < words.size(); ++i) {
                    addModule(words[1], folder);
                    addModule(words[1] + '.' + words[i], folder);
                }
        }
    }

    static std::vector<std::string> wordsOf(const std::string& line)
    {
        std::vector<std::string> words(1);
        for (const char c : line) {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.')
                words.back() += c;
            else if (!words.back().empty())
                words.emplace_back();
        }
        if (words.back().empty())
            words.pop_back();
        return words;
    }

    void addModule(const std::string& name, fs::path folder)
    {
        if (m_scriptFolder.empty())
            m_scriptFolder = folder;
        else if (!name.starts_with('.') && folder != m_scriptFolder)
            addModule(name, m_scriptFolder);
        std::size_t begin = 0;
        for (bool isFirstDot = true; begin < name.size() && name[begin] == '.'; ++begin, isFirstDot = false)
            if (!isFirstDot)
                folder = folder.parent_path();
        while (begin < name.size()) {
            const std::size_t end = std::min(name.find('.', begin), name.size());
            if (end == begin)
                return;
            folder /= name.substr(begin, end - begin);
            begin = end + 1;
            for (const fs::path& file :
                 {fs::path(folder.string() + ".py"), folder / "__init__.py", folder / "__main__.py"})
                if (isRegularFile(file))
                    addFile(file, false);
        }
    }

    fs::path m_folder, m_scriptFolder;  ///< of the command, and of the first script that imports anything
    bool m_isInScript = false;
    std::map<fs::path, bool> m_files;  ///< whether each is part of the program
};

}  // namespace

ProgramFiles findProgramFiles(const std::vector<std::string>& argv, const std::string& workingFolder)
{
    std::error_code ignored;
    ProgramSearch search(fs::absolute(workingFolder.empty() ? "." : workingFolder, ignored));
    search.addCommand(argv);
    return search.result();
}

std::string changedFilesText(const std::vector<ProgramFile>& before, const std::vector<ProgramFile>& after)
{
    if (before.empty() || after.empty())
        return {};
    std::set<std::string> changed;
    // Earlier projects have absolute paths.
    const auto nameOf = [](const ProgramFile& file) { return fs::path(file.file).filename().string(); };
    const auto addMissing = [&](const std::vector<ProgramFile>& files, const std::vector<ProgramFile>& others) {
        for (const ProgramFile& each : files)
            if (std::ranges::none_of(others, [&](const ProgramFile& other) {
                    return nameOf(other) == nameOf(each) && other.digest == each.digest;
                }))
                changed.insert(nameOf(each));
    };
    addMissing(before, after);
    addMissing(after, before);
    return joinNonEmpty({changed.begin(), changed.end()}, ", ");
}

}  // namespace scalewright
