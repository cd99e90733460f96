// Reads Markdown on standard input, renders each formula with KaTeX and prints {"count": n, "errors": [...]} as JSON.
//
// A formula is $...$ within a line of text or $$...$$ anywhere in a paragraph. A dollar sign that opens nothing or is
// never closed is an error too: it would show as text where a formula was meant (a real dollar sign is written \$).
import { readFileSync } from "node:fs";
import katex from "katex";
import MarkdownIt from "markdown-it";

const DOLLAR = 0x24;

function readFormula(state, silent) {
  const { src, pos, posMax, env } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const fence = src.startsWith("$$", pos) ? "$$" : "$";
  const start = pos + fence.length;
  const end = closingFence(src, start, posMax, fence);
  if (end === -1) {
    if (!silent) {
      env.stray.push(`dollar sign without a partner: ${excerpt(src.slice(pos, posMax))}`);
      state.pending += fence;
    }
    state.pos = start;
    return true;
  }
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.content = src.slice(start, end);
    token.meta = { displayMode: fence === "$$" };
  }
  state.pos = end + fence.length;
  return true;
}

// The position of the next fence that no backslash escapes and, within a line, that no space precedes (as in Pandoc,
// where `$ x $` is text); -1 where there is none or the formula would be empty.
function closingFence(src, start, posMax, fence) {
  if (fence === "$" && /^\s/.test(src.slice(start, start + 1))) return -1;
  let end = start;
  while (end < posMax && !src.startsWith(fence, end)) end += src[end] === "\\" ? 2 : 1;
  if (end >= posMax || src.slice(start, end).trim() === "") return -1;
  return fence === "$" && /\s$/.test(src.slice(start, end)) ? -1 : end;
}

function excerpt(text) {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function* formulasOf(tokens) {
  for (const token of tokens) {
    if (token.type === "formula") yield token;
    if (token.children) yield* formulasOf(token.children);
  }
}

function complaint({ content, meta }) {
  try {
    katex.renderToString(content, { displayMode: meta.displayMode, throwOnError: true, strict: "error" });
    return null;
  } catch (error) {
    return `${error.message} (in ${excerpt(content)})`;
  }
}

const markdown = new MarkdownIt({ html: true });
markdown.inline.ruler.after("escape", "formula", readFormula);

const env = { stray: [] };
const formulas = [...formulasOf(markdown.parse(readFileSync(0, "utf8"), env))];
const errors = [...formulas.map(complaint).filter((text) => text !== null), ...env.stray];
console.log(JSON.stringify({ count: formulas.length, errors }));
