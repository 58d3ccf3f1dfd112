#include "core/output/report/words.h"

#include <cmark.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/text/quote.h"
#include "core/output/tables/latex.h"

namespace scalewright {

namespace {

struct FreeNode {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Tree = std::unique_ptr<cmark_node, FreeNode>;

std::string taken(char* text)
{
    std::string copy(text ? text : "");
    std::free(text);
    return copy;
}

std::string_view literalOf(cmark_node* node)
{
    const char* text = cmark_node_get_literal(node);
    return text ? text : "";
}

void replaceWith(cmark_node* old, cmark_node* fresh)
{
    cmark_node_insert_before(old, fresh);
    cmark_node_unlink(old);
    cmark_node_free(old);
}

cmark_node* textNode(std::string_view text)
{
    cmark_node* node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, std::string(text).c_str());
    return node;
}

/// What stands in the node takes its place.
void unwrap(cmark_node* node)
{
    while (cmark_node* child = cmark_node_first_child(node)) {
        cmark_node_unlink(child);
        cmark_node_insert_before(node, child);
    }
    cmark_node_unlink(node);
    cmark_node_free(node);
}

bool leadsOut(std::string_view address)
{
    for (const std::string_view scheme : {"https://", "http://", "mailto:"})
        if (address.starts_with(scheme))
            return true;
    return false;
}

/// "&#x202e;" is what it would be as the character that it stands for.
void cleanEntities(cmark_node* node)
{
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK)
        cmark_node_set_literal(node, cleaned(literalOf(node)).c_str());
    if (const char* info = type == CMARK_NODE_CODE_BLOCK ? cmark_node_get_fence_info(node) : nullptr)
        cmark_node_set_fence_info(node, cleaned(info).c_str());
    if (const char* title = type == CMARK_NODE_LINK ? cmark_node_get_title(node) : nullptr)
        cmark_node_set_title(node, cleaned(title).c_str());
    if (const char* to = type == CMARK_NODE_LINK ? cmark_node_get_url(node) : nullptr)
        cmark_node_set_url(node, cleaned(to).c_str());
}

void makeHarmless(cmark_node* node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_BLOCK: {
        cmark_node* paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
        cmark_node_append_child(paragraph, textNode(literalOf(node)));
        replaceWith(node, paragraph);
        break;
    }
    case CMARK_NODE_HTML_INLINE: replaceWith(node, textNode(literalOf(node))); break;
    case CMARK_NODE_IMAGE: unwrap(node); break;
    case CMARK_NODE_LINK:
        if (const char* to = cmark_node_get_url(node); !leadsOut(to ? to : ""))
            unwrap(node);
        break;
    case CMARK_NODE_HEADING:
        cmark_node_set_heading_level(node, std::min(6, cmark_node_get_heading_level(node) + 2));
        break;
    default: break;
    }
}

/// All that stands in the node, without its form.
std::string plainTextOf(cmark_node* node)
{
    std::string text;
    cmark_iter* walk = cmark_iter_new(node);
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk))
        if (event == CMARK_EVENT_ENTER)
            if (const std::string_view literal = literalOf(cmark_iter_get_node(walk)); !literal.empty())
                text.append(text.empty() ? "" : " ").append(literal);
    cmark_iter_free(walk);
    return text;
}

/// What is nested deeper than anybody writes becomes plain text: a thousand quotes in each other stop a reader of HTML.
void flatten(cmark_node* root)
{
    constexpr int deepest = 24;
    std::vector<cmark_node*> deep;
    int depth = 0;
    cmark_iter* walk = cmark_iter_new(root);
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk)) {
        cmark_node* node = cmark_iter_get_node(walk);
        const bool leaf = cmark_node_first_child(node) == nullptr;
        if (event == CMARK_EVENT_EXIT) {
            --depth;
        } else if (!leaf && ++depth >= deepest && cmark_node_get_type(node) != CMARK_NODE_ITEM) {
            deep.push_back(node);
            cmark_iter_reset(walk, node, CMARK_EVENT_EXIT);  // what is in it goes with it
            --depth;
        }
    }
    cmark_iter_free(walk);
    for (cmark_node* node : deep) {
        cmark_node* text = textNode(plainTextOf(node));
        if (cmark_node_get_type(node) < CMARK_NODE_FIRST_INLINE) {
            cmark_node* paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
            cmark_node_append_child(paragraph, text);
            replaceWith(node, paragraph);
        } else {
            replaceWith(node, text);
        }
    }
}

Tree read(const std::string& words)
{
    const std::string text = cleaned(words);
    Tree tree(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
    flatten(tree.get());
    std::vector<cmark_node*> nodes;  // children before their parents, so that nothing is met after it went
    cmark_iter* walk = cmark_iter_new(tree.get());
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk)) {
        cmark_node* node = cmark_iter_get_node(walk);
        if (event == CMARK_EVENT_EXIT || cmark_node_first_child(node) == nullptr)
            if (nodes.empty() || nodes.back() != node)
                nodes.push_back(node);
    }
    cmark_iter_free(walk);
    for (cmark_node* node : nodes) {
        cleanEntities(node);
        makeHarmless(node);
    }
    return tree;
}

/// LaTeX has four levels of lists; what lies deeper is set flat.
class LatexWalk {
public:
    std::string of(cmark_node* root)
    {
        cmark_iter* walk = cmark_iter_new(root);
        for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk))
            visit(cmark_iter_get_node(walk), event == CMARK_EVENT_ENTER);
        cmark_iter_free(walk);
        return std::move(m_text);
    }

private:
    void nest(bool enter, const char* name)
    {
        if (enter && ++m_depth <= 4)
            m_text += std::string("\\begin{") + name + "}\n";
        else if (!enter && m_depth-- <= 4)
            m_text += std::string("\\end{") + name + "}\n";
    }

    void code(std::string_view lines)
    {
        m_text += "\n\\begin{flushleft}\n";
        for (std::size_t from = 0; from < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', from), lines.size());
            std::string line = latexProse(std::string(lines.substr(from, end - from)));
            for (std::size_t at = 0; (at = line.find(' ', at)) != std::string::npos; at += 2)
                line.replace(at, 1, "\\ ");
            m_text += "\\mbox{}\\texttt{" + line + "}" + (end + 1 < lines.size() ? "\\\\\n" : "\n");
            from = end + 1;
        }
        m_text += "\\end{flushleft}\n";
    }

    void visit(cmark_node* node, bool enter)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_PARAGRAPH: m_text += enter ? "" : "\n\n"; break;
        case CMARK_NODE_HEADING: m_text += enter ? "\\par\\medskip\\noindent\\textbf{" : "}\\par\n"; break;
        case CMARK_NODE_LIST:
            nest(enter, cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "enumerate" : "itemize");
            break;
        case CMARK_NODE_ITEM: m_text += enter ? (m_depth <= 4 ? "\\item{} " : "\\par ") : ""; break;
        case CMARK_NODE_BLOCK_QUOTE: nest(enter, "quote"); break;
        case CMARK_NODE_CODE_BLOCK: code(literalOf(node)); break;
        case CMARK_NODE_THEMATIC_BREAK: m_text += "\\par\\bigskip\n"; break;
        case CMARK_NODE_TEXT: m_text += latexProse(std::string(literalOf(node))); break;
        case CMARK_NODE_CODE: m_text += "\\texttt{" + latexProse(std::string(literalOf(node))) + "}"; break;
        case CMARK_NODE_SOFTBREAK: m_text += "\n"; break;
        case CMARK_NODE_LINEBREAK: m_text += "\\newline{}"; break;
        case CMARK_NODE_EMPH: m_text += enter ? "\\emph{" : "}"; break;
        case CMARK_NODE_STRONG: m_text += enter ? "\\textbf{" : "}"; break;
        case CMARK_NODE_LINK:
            if (!enter)
                m_text += " (\\texttt{" + latexProse(cmark_node_get_url(node)) + "})";
            break;
        default: break;
        }
    }

    std::string m_text;
    int m_depth = 0;
};

}  // namespace

std::string wordsMarkdown(const std::string& words)
{
    return taken(cmark_render_commonmark(read(words).get(), CMARK_OPT_DEFAULT, 0));
}

std::string wordsHtml(const std::string& words)
{
    return taken(cmark_render_html(read(words).get(), CMARK_OPT_DEFAULT));
}

std::string wordsLatex(const std::string& words)
{
    return LatexWalk().of(read(words).get());
}

std::string latexProse(const std::string& text)
{
    constexpr std::size_t most = 14;  // letters of one piece
    const std::string plain = cleaned(text);
    std::string out;
    std::size_t from = 0, letters = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if ((plain[i] & 0xc0) != 0x80)
            letters = plain[i] == ' ' || plain[i] == '\n' ? 0 : letters + 1;
        const bool ends = i + 1 < plain.size() && (plain[i + 1] & 0xc0) != 0x80;
        if (letters >= most && ends && plain[i + 1] != ' ' && plain[i + 1] != '\n') {
            // Words that hyphenation knows stay whole: a break is offered only behind digits and signs, or far on.
            const bool sign = std::string_view("/\\_.:,;=-+&?#0123456789").find(plain[i]) != std::string_view::npos;
            if (!sign && letters < 2 * most)
                continue;
            out += latexText(std::string_view(plain).substr(from, i + 1 - from)) + "\\allowbreak{}";
            from = i + 1;
            letters = 0;
        }
    }
    return out + latexText(std::string_view(plain).substr(from));
}

}  // namespace scalewright
