/**
 * Markdown elements that are rendered in descriptions; the text of others stays, images and raw HTML are
 * removed. These are CommonMark's without images, which Android's `Html.fromHtml` supports.
 */
export const DESCRIPTION_ELEMENTS = [
  'p',
  'br',
  'strong',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
] as const;

/** Allowed protocols of links in descriptions. */
export const DESCRIPTION_PROTOCOLS = ['http', 'https', 'mailto'] as const;

/** Maximum quotes and list items opened by one line; parsing time grows with the square of their number. */
const MAX_CONTAINERS_PER_LINE = 10;

/** Maximum nesting, such as seventeen nested lists. Deeper nesting can overflow a renderer's stack. */
const MAX_MARKDOWN_DEPTH = 40;

/**
 * Matches a quote or list marker at the start of the rest of a line (CommonMark 0.31, sections 5.1 and 5.2).
 */
const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;

/** Matches a thematic break such as `- - -`, which opens no container (CommonMark 0.31, section 4.1). */
const THEMATIC_BREAK = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** Returns true for a description shown as plain text, because rendering it would take too long. */
export function isShownPlain(markdown: string): boolean {
  return markdown
    .split(/\r\n?|\n/)
    .some((line) => opensTooManyContainers(line) && !THEMATIC_BREAK.test(line));
}

function opensTooManyContainers(line: string): boolean {
  CONTAINER.lastIndex = 0;
  let opened = 0;
  while (opened <= MAX_CONTAINERS_PER_LINE && CONTAINER.test(line)) opened += 1;
  CONTAINER.lastIndex = 0;
  return opened > MAX_CONTAINERS_PER_LINE;
}

/** A node of a syntax tree of Markdown (mdast). */
interface TreeNode {
  readonly type: string;
  readonly value?: string;
  children?: readonly TreeNode[];
}

/**
 * A `unified` plugin after the parser that turns deeply nested descriptions into plain text. It is not
 * recursive, so it cannot overflow the stack.
 */
export function keepShallow() {
  return (tree: TreeNode, file: { toString(): string }): TreeNode | undefined =>
    isTooDeep(tree) ? plainTree(file.toString()) : undefined;
}

/**
 * A `unified` plugin after `keepShallow` that keeps what people see while they write: single line breaks, and what only looks
 * like HTML, such as `List<String>`.
 */
export function keepText() {
  return (tree: TreeNode): void => {
    const parents = [tree];
    for (let parent = parents.pop(); parent; parent = parents.pop()) {
      const isFlow = FLOW.has(parent.type);
      parent.children = (parent.children ?? []).flatMap((node) => shownNodes(node, isFlow));
      parents.push(...parent.children.filter(({ children }) => children !== undefined));
    }
  };
}

/** Nodes whose children are blocks. */
const FLOW = new Set(['root', 'blockquote', 'listItem']);

function shownNodes(node: TreeNode, isFlow: boolean): TreeNode[] {
  if (node.type !== 'text' && node.type !== 'html') return [node];
  const lines = brokenLines((node.value ?? '').split('\n'));
  return isFlow ? [{ type: 'paragraph', children: lines }] : lines;
}

function brokenLines(lines: readonly string[]): TreeNode[] {
  return lines.flatMap((value, at) => [...(at > 0 ? [{ type: 'break' }] : []), { type: 'text', value }]);
}

function isTooDeep(tree: TreeNode): boolean {
  let level: readonly TreeNode[] = [tree];
  for (let depth = 0; depth <= MAX_MARKDOWN_DEPTH; depth += 1) {
    level = level.flatMap(({ children = [] }) => children);
    if (level.length === 0) return false;
  }
  return true;
}

/** Returns a text as a Markdown tree (mdast) of unformatted paragraphs. */
function plainTree(text: string): TreeNode {
  const paragraphs = splitParagraphs(text).map((lines) => ({
    type: 'paragraph',
    children: brokenLines(lines),
  }));
  return { type: 'root', children: paragraphs };
}

/** Splits a plain text into paragraphs at blank lines, and these into lines. */
export function splitParagraphs(text: string): string[][] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n'));
}
