// Only the server imports this file: browsers need no Markdown.
import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type StateCore, type Token } from "markdown-it";
import { currentFacts } from "#company/facts/facts.ts";
import { type PlaceholderValues, withoutUnsaidLines, withValues } from "#company/facts/placeholders.ts";
import { SAMPLE_MARK_CLASS } from "#company/shell/web/parts/sample-mark.tsx";
import { placeholderValues } from "#site/marketing/placeholder-values.ts";

/** Deeper lists are plain text. Each list counts two levels: the list and its item. */
const MAX_LIST_LEVEL = 8;
/** Further items are plain text: each costs ten microseconds. */
const MAX_LIST_ITEMS = 500;
const MAX_ID_LENGTH = 60;
/** The document and its layout use these ids. */
const TAKEN_IDS = ["main", "app", "facts", "toasts", "site-menu"];

const SAMPLE_MARK = ` <span class="${SAMPLE_MARK_CLASS}">Sample</span>`;

const BLOCKS = limited(new MarkdownIt("zero", { breaks: true }), ["heading", "list", "newline"]);
const LINES = limited(new MarkdownIt("zero"), []);

export type Section = { id: string; heading: string; html: string };

/** Everything but paragraphs, headings, lists, bold, italic, links and line breaks stays as typed, HTML too. */
export function renderMarkdown(text: string, values: PlaceholderValues = placeholderValues(currentFacts())): string {
  return BLOCKS.render(text, { values });
}

export function renderInline(text: string, values: PlaceholderValues = placeholderValues(currentFacts())): string {
  return LINES.renderInline(text.replace(/[\r\n]+/g, " "), { values });
}

export function plainTextOf(text: string, values: PlaceholderValues = placeholderValues(currentFacts())): string {
  const blocks = BLOCKS.parse(text, { values }).flatMap(({ children }) => (children ? [plainText(children)] : []));
  return blocks.filter(Boolean).join(" ");
}

export function sectionsOf(
  text: string,
  values: PlaceholderValues = placeholderValues(currentFacts()),
): { intro: string; sections: Section[] } {
  const tokens = BLOCKS.parse(text, { values });
  const starts = tokens.flatMap(({ type, tag, level }, index) =>
    type === "heading_open" && tag === "h2" && level === 0 ? [index] : [],
  );
  const html = (from: number, to: number | undefined) =>
    BLOCKS.renderer.render(tokens.slice(from, to), BLOCKS.options, {});
  const ids = new Map(TAKEN_IDS.map((id) => [id, 1]));
  return {
    intro: html(0, starts[0]),
    sections: starts.map((start, index) => {
      const heading = plainText(tokens[start + 1]?.children);
      return { id: uniqueId(heading, index + 1, ids), heading, html: html(start + 3, starts[index + 1]) };
    }),
  };
}

function limited(md: Parser, marks: string[]): Parser {
  md.enable(["emphasis", "link", "escape", ...marks]);
  md.validateLink = isAllowed;
  limitNesting(md);
  limitListItems(md);
  md.core.ruler.after("normalize", "unsaid", (state) => {
    state.src = withoutUnsaidLines(state.src, state.env.values as PlaceholderValues);
  });
  md.core.ruler.push("headings", limitHeadings);
  md.core.ruler.push("links_and_placeholders", (state) => {
    for (const token of state.tokens) if (token.children) token.children = finishLine(token.children, state);
  });
  return md;
}

/** "//x" is another site. Placeholders in URLs are not filled, so such a link stays text, which its writer notices. */
function isAllowed(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(href) && !/%7B\w+%7D/.test(href);
}

/** markdown-it itself drops content that is nested too deep. */
function limitNesting(md: Parser): void {
  const paragraph = md.block.ruler.getRules("").at(-1);
  md.block.ruler.before("list", "too_deep", (state, ...rest) => {
    if (state.level < MAX_LIST_LEVEL || !paragraph?.(state, ...rest)) return false;
    // Lists without blank lines hide the tags of their paragraphs, and these lines would become one.
    for (const token of state.tokens.slice(-3)) token.type = token.type.replace("paragraph", "deep_paragraph");
    return true;
  });
}

/** A list looks for another block before each of its items, so that this one ends all lists. */
function limitListItems(md: Parser): void {
  const isTooMuch = ({ tokens, env }: StateBlock): boolean => {
    env.counted ??= { tokens: 0, items: 0 };
    const counted = env.counted as { tokens: number; items: number };
    for (; counted.tokens < tokens.length; counted.tokens++)
      if (tokens[counted.tokens]?.type === "list_item_open") counted.items++;
    return counted.items >= MAX_LIST_ITEMS;
  };
  const asParagraph = (state: StateBlock, start: number, end: number, isAsked: boolean): boolean => {
    if (!isTooMuch(state)) return false;
    if (isAsked) return true;
    state.push("paragraph_open", "p", 1);
    state.push("text", "", 0).content = state.getLines(start, end, state.blkIndent, false).trim();
    state.push("paragraph_close", "p", -1);
    state.line = end;
    return true;
  };
  md.block.ruler.before("list", "too_much", asParagraph, { alt: ["list"] });
}

/** The page has its own h1. A heading without words is left out. */
function limitHeadings(state: StateCore): void {
  let isEmpty = false;
  state.tokens = state.tokens.filter((token, index, all) => {
    if (token.type === "heading_open") isEmpty = !all[index + 1]?.content.trim();
    if (token.type.startsWith("heading_")) token.tag = token.tag === "h1" || token.tag === "h2" ? "h2" : "h3";
    const isLeftOut = isEmpty;
    if (token.type === "heading_close") isEmpty = false;
    return !isLeftOut;
  });
}

function finishLine(line: readonly Token[], { Token, env }: StateCore): Token[] {
  const values = env.values as PlaceholderValues;
  const textToken = (content: string) => Object.assign(new Token("text", "", 0), { content });
  const linkTokens = (href: string, text: string) => {
    const open = new Token("link_open", "a", 1);
    open.attrs = attributesOf(href);
    return [open, textToken(text), new Token("link_close", "a", -1)];
  };
  const mark = Object.assign(new Token("html_inline", "", 0), { content: SAMPLE_MARK });
  let place: "outside" | "link" | "no link" = "outside";
  let href = "";
  let isMarked = false;
  return line.flatMap((token, index) => {
    if (token.type === "link_open") {
      href = String(token.attrGet("href"));
      place = href && hasWords(line, index) ? "link" : "no link";
      isMarked = false;
      token.attrs = attributesOf(href);
      return place === "link" ? [token] : [textToken("[")];
    }
    if (token.type === "link_close") {
      const wasLink = place === "link";
      place = "outside";
      if (!wasLink) return [textToken(`](${href})`)];
      return isMarked ? [token, mark] : [token];
    }
    if (token.type !== "text") return [token];
    return withValues(token.content, values).flatMap((piece) => {
      if (typeof piece === "string") return [textToken(piece)];
      const { text, href: to, isSample } = piece;
      // The sample mark is no part of a link's name.
      if (place === "link") isMarked ||= isSample ?? false;
      const words = to && place === "outside" ? linkTokens(to, text) : [textToken(text)];
      return isSample && place !== "link" ? [...words, mark] : words;
    });
  });
}

function hasWords(line: readonly Token[], start: number): boolean {
  for (let at = start + 1; line[at]?.type !== "link_close"; at++) if (line[at]?.content.trim()) return true;
  return false;
}

function attributesOf(href: string): [string, string][] {
  const toOthers: [string, string][] = /^https?:/i.test(href) ? [["rel", "noopener"]] : [];
  return [["href", href], ["class", "link"], ...toOthers];
}

function plainText(line: readonly Token[] | null | undefined): string {
  const words = line?.map(({ type, content }) => (type === "html_inline" ? "" : /break$/.test(type) ? " " : content));
  return words?.join("").trim() ?? "";
}

function uniqueId(heading: string, number: number, ids: Map<string, number>): string {
  const plain = heading
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  const slug = plain
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, MAX_ID_LENGTH)
    .replace(/^-|-$/g, "");
  const base = slug || `part-${number}`;
  let copy = ids.get(base) ?? 0;
  let id = base;
  while (ids.has(id)) id = `${base}-${++copy}`;
  ids.set(base, copy || 1).set(id, ids.get(id) ?? 1);
  return id;
}
