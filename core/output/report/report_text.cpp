// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/report_text.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <cmark.h>

#include "core/base/text/quote.h"
#include "core/output/tables/latex.h"

namespace scalewright {

namespace {

struct FreeNode {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using MarkdownTree = std::unique_ptr<cmark_node, FreeNode>;

std::string takeString(char* text)
{
    std::string copy(text ? text : "");
    std::free(text);
    return copy;
}

std::string_view nodeLiteral(cmark_node* node)
{
    const char* text = cmark_node_get_literal(node);
    return text ? text : "";
}

void replaceNode(cmark_node* old, cmark_node* replacement)
{
    cmark_node_insert_before(old, replacement);
    cmark_node_unlink(old);
    cmark_node_free(old);
}

cmark_node* makeTextNode(std::string_view text)
{
    cmark_node* node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, std::string(text).c_str());
    return node;
}

/// Replaces the node with its children.
void replaceByChildren(cmark_node* node)
{
    while (cmark_node* child = cmark_node_first_child(node)) {
        cmark_node_unlink(child);
        cmark_node_insert_before(node, child);
    }
    cmark_node_unlink(node);
    cmark_node_free(node);
}

bool isAllowedLink(std::string_view address)
{
    for (const std::string_view scheme : {"https://", "http://", "mailto:"})
        if (address.starts_with(scheme))
            return true;
    return false;
}

/// Entities such as "&#x202e;" must be sanitised like the characters they encode.
void sanitiseNodeText(cmark_node* node)
{
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK)
        cmark_node_set_literal(node, sanitised(nodeLiteral(node)).c_str());
    if (const char* info = type == CMARK_NODE_CODE_BLOCK ? cmark_node_get_fence_info(node) : nullptr)
        cmark_node_set_fence_info(node, sanitised(info).c_str());
    if (const char* title = type == CMARK_NODE_LINK ? cmark_node_get_title(node) : nullptr)
        cmark_node_set_title(node, sanitised(title).c_str());
    if (const char* url = type == CMARK_NODE_LINK ? cmark_node_get_url(node) : nullptr)
        cmark_node_set_url(node, sanitised(url).c_str());
}

void sanitiseNode(cmark_node* node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_BLOCK: {
        cmark_node* paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
        cmark_node_append_child(paragraph, makeTextNode(nodeLiteral(node)));
        replaceNode(node, paragraph);
        break;
    }
    case CMARK_NODE_HTML_INLINE: replaceNode(node, makeTextNode(nodeLiteral(node))); break;
    case CMARK_NODE_IMAGE: replaceByChildren(node); break;
    case CMARK_NODE_LINK:
        if (const char* url = cmark_node_get_url(node); !isAllowedLink(url ? url : ""))
            replaceByChildren(node);
        break;
    case CMARK_NODE_HEADING:
        cmark_node_set_heading_level(node, std::min(6, cmark_node_get_heading_level(node) + 2));
        break;
    default: break;
    }
}

/// The text of the node without its formatting.
std::string nodePlainText(cmark_node* node)
{
    std::string text;
    cmark_iter* walk = cmark_iter_new(node);
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk))
        if (event == CMARK_EVENT_ENTER)
            if (const std::string_view literal = nodeLiteral(cmark_iter_get_node(walk)); !literal.empty())
                text.append(text.empty() ? "" : " ").append(literal);
    cmark_iter_free(walk);
    return text;
}

/// Turns excessively deep nesting into plain text: a thousand nested quotes break HTML readers.
void flattenDeepNesting(cmark_node* root)
{
    constexpr int maximumDepth = 24;
    std::vector<cmark_node*> deep;
    int depth = 0;
    cmark_iter* walk = cmark_iter_new(root);
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk)) {
        cmark_node* node = cmark_iter_get_node(walk);
        const bool leaf = cmark_node_first_child(node) == nullptr;
        if (event == CMARK_EVENT_EXIT) {
            --depth;
        } else if (!leaf && ++depth >= maximumDepth && cmark_node_get_type(node) != CMARK_NODE_ITEM) {
            deep.push_back(node);
            cmark_iter_reset(walk, node, CMARK_EVENT_EXIT);  // the node's descendants are replaced together with it
            --depth;
        }
    }
    cmark_iter_free(walk);
    for (cmark_node* node : deep) {
        cmark_node* text = makeTextNode(nodePlainText(node));
        if (cmark_node_get_type(node) < CMARK_NODE_FIRST_INLINE) {
            cmark_node* paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
            cmark_node_append_child(paragraph, text);
            replaceNode(node, paragraph);
        } else {
            replaceNode(node, text);
        }
    }
}

MarkdownTree parseMarkdown(const std::string& words)
{
    const std::string text = sanitised(words);
    MarkdownTree tree(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
    flattenDeepNesting(tree.get());
    // Children before their parents, so that no node is visited after it has been freed.
    std::vector<cmark_node*> nodes;
    cmark_iter* walk = cmark_iter_new(tree.get());
    for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk)) {
        cmark_node* node = cmark_iter_get_node(walk);
        if (event == CMARK_EVENT_EXIT || cmark_node_first_child(node) == nullptr)
            if (nodes.empty() || nodes.back() != node)
                nodes.push_back(node);
    }
    cmark_iter_free(walk);
    for (cmark_node* node : nodes) {
        sanitiseNodeText(node);
        sanitiseNode(node);
    }
    return tree;
}

/// LaTeX has four list levels; deeper lists are flattened.
class LatexRenderer {
public:
    std::string render(cmark_node* root)
    {
        cmark_iter* walk = cmark_iter_new(root);
        for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE; event = cmark_iter_next(walk))
            renderNode(cmark_iter_get_node(walk), event == CMARK_EVENT_ENTER);
        cmark_iter_free(walk);
        return std::move(m_text);
    }

private:
    void addEnvironmentTag(bool enter, const char* name)
    {
        if (enter && ++m_listDepth <= 4)
            m_text += std::string("\\begin{") + name + "}\n";
        else if (!enter && m_listDepth-- <= 4)
            m_text += std::string("\\end{") + name + "}\n";
    }

    void addCodeBlock(std::string_view lines)
    {
        m_text += "\n\\begin{flushleft}\n";
        for (std::size_t start = 0; start < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', start), lines.size());
            std::string line = breakableLatexText(std::string(lines.substr(start, end - start)));
            for (std::size_t position = 0; (position = line.find(' ', position)) != std::string::npos; position += 2)
                line.replace(position, 1, "\\ ");
            m_text += "\\mbox{}\\texttt{" + line + "}" + (end + 1 < lines.size() ? "\\\\\n" : "\n");
            start = end + 1;
        }
        m_text += "\\end{flushleft}\n";
    }

    void renderNode(cmark_node* node, bool enter)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_PARAGRAPH: m_text += enter ? "" : "\n\n"; break;
        case CMARK_NODE_HEADING: m_text += enter ? "\\par\\medskip\\noindent\\textbf{" : "}\\par\n"; break;
        case CMARK_NODE_LIST:
            addEnvironmentTag(enter, cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "enumerate" : "itemize");
            break;
        case CMARK_NODE_ITEM: m_text += enter ? (m_listDepth <= 4 ? "\\item{} " : "\\par ") : ""; break;
        case CMARK_NODE_BLOCK_QUOTE: addEnvironmentTag(enter, "quote"); break;
        case CMARK_NODE_CODE_BLOCK: addCodeBlock(nodeLiteral(node)); break;
        case CMARK_NODE_THEMATIC_BREAK: m_text += "\\par\\bigskip\n"; break;
        case CMARK_NODE_TEXT: m_text += breakableLatexText(std::string(nodeLiteral(node))); break;
        case CMARK_NODE_CODE: m_text += "\\texttt{" + breakableLatexText(std::string(nodeLiteral(node))) + "}"; break;
        case CMARK_NODE_SOFTBREAK: m_text += "\n"; break;
        case CMARK_NODE_LINEBREAK: m_text += "\\newline{}"; break;
        case CMARK_NODE_EMPH: m_text += enter ? "\\emph{" : "}"; break;
        case CMARK_NODE_STRONG: m_text += enter ? "\\textbf{" : "}"; break;
        case CMARK_NODE_LINK:
            if (!enter)
                m_text += " (\\texttt{" + breakableLatexText(cmark_node_get_url(node)) + "})";
            break;
        default: break;
        }
    }

    std::string m_text;
    int m_listDepth = 0;
};

}  // namespace

std::string reportTextMarkdown(const std::string& words)
{
    return takeString(cmark_render_commonmark(parseMarkdown(words).get(), CMARK_OPT_DEFAULT, 0));
}

std::string reportTextHtml(const std::string& words)
{
    return takeString(cmark_render_html(parseMarkdown(words).get(), CMARK_OPT_DEFAULT));
}

std::string reportTextLatex(const std::string& words)
{
    return LatexRenderer().render(parseMarkdown(words).get());
}

std::string breakableLatexText(const std::string& text)
{
    constexpr std::size_t maximumPieceLength = 14;  // number of characters without a possible break
    const std::string plain = sanitised(text);
    std::string latex;
    std::size_t start = 0, letters = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if ((plain[i] & 0xc0) != 0x80)
            letters = plain[i] == ' ' || plain[i] == '\n' ? 0 : letters + 1;
        const bool ends = i + 1 < plain.size() && (plain[i + 1] & 0xc0) != 0x80;
        if (letters >= maximumPieceLength && ends && plain[i + 1] != ' ' && plain[i + 1] != '\n') {
            // Leave ordinary words to hyphenation: allow a break only after digits and punctuation, or in very long
            // words.
            const bool sign = std::string_view("/\\_.:,;=-+&?#0123456789").find(plain[i]) != std::string_view::npos;
            if (!sign && letters < 2 * maximumPieceLength)
                continue;
            latex += latexText(std::string_view(plain).substr(start, i + 1 - start)) + "\\allowbreak{}";
            start = i + 1;
            letters = 0;
        }
    }
    return latex + latexText(std::string_view(plain).substr(start));
}

}  // namespace scalewright
