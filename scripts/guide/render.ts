import { raw } from 'hono/html';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { GUIDE_PAGES, type GuidePage, readGuideSource } from './pages.ts';
import { PARTS } from './parts.ts';
import { renderTable } from './table.ts';
import { VALUES } from './values.ts';

/** A node of HTML, as far as pages need it. */
interface Node {
  readonly type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string | readonly string[]>;
  children?: Node[];
}

/** A heading with the text below it, which the search finds. */
interface Section {
  readonly id: string;
  readonly depth: number;
  readonly title: string;
  readonly text: string;
}

export interface RenderedPage extends GuidePage {
  readonly title: string;
  /** The first paragraph. */
  readonly lead: string;
  readonly html: string;
  /** Those with a heading; the first one is the page itself. */
  readonly sections: readonly Section[];
}

const processor = unified()
  .use(remarkParse)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true });

/** The placeholders that the server fills in. */
const OF_SERVER = new Set(['name', 'publicUrl']);

/** Returns a page as HTML, with what is generated, and links that work below the store's address. */
export function renderPage(page: GuidePage): RenderedPage {
  const tree = processor.runSync(processor.parse(complete(readGuideSource(page.name)))) as Node;
  const sections: { id: string; depth: number; title: string; text: string }[] = [];
  for (const node of tree.children ?? []) {
    const depth = /^h([1-4])$/.exec(node.tagName ?? '')?.[1];
    if (depth === undefined) {
      linkWithin(node, page);
      const last = sections.at(-1);
      if (last) last.text += ` ${textOf(node)}`;
      continue;
    }
    const section = { ...nameHeading(node), depth: Number(depth), text: '' };
    sections.push(section);
    if (section.depth > 1) linkHeading(node, `${page.path}#${section.id}`);
  }
  const lead = tree.children?.find(({ tagName }) => tagName === 'p');
  if (!lead || sections[0]?.depth !== 1)
    throw new Error(`${page.name}.md needs a heading and a first paragraph.`);
  lead.properties = { className: ['lead'] };
  return {
    ...page,
    title: sections[0].title,
    lead: textOf(lead),
    html: processor.stringify(tree as Parameters<typeof processor.stringify>[0]),
    sections: sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() })),
  };
}

/**
 * Replaces `<!-- part -->` by what the build generates, `{{value}}` by a value of the code, and `[[Label]]` by the label of
 * the interface. Throws for names that don't exist.
 */
function complete(source: string): string {
  return source
    .replaceAll(/<!-- ([\w-]+) -->/g, (_, name: string) => {
      const part = PARTS[name];
      if (part === undefined) throw new Error(`The guide has no part ${name}.`);
      return part();
    })
    .replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      if (OF_SERVER.has(name)) return placeholder;
      const value = VALUES[name];
      if (value === undefined) throw new Error(`The guide has no value ${name}.`);
      return value;
    })
    .replaceAll(/\[\[(.+?)\]\]/g, '**$1**')
    .replaceAll(/(?<=\n\n)(?:\|.*\n)+/g, convertTable);
}

/** Returns a table in pipes, which Markdown itself doesn't have, as HTML. */
function convertTable(table: string): string {
  const [columns = [], , ...rows] = table
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(1, -1).split('|'));
  const inline = (cell: string) =>
    processor
      .processSync(cell.trim())
      .toString()
      .replaceAll(/^<p>|<\/p>$/g, '');
  const [titles = [], ...cells] = [columns, ...rows].map((row) => row.map((cell) => raw(inline(cell))));
  return `${renderTable(titles, cells)}\n`;
}

/** Gives a heading its id: the one that it ends with, such as `{#id}`, or one from its text. */
function nameHeading(node: Node): { id: string; title: string } {
  const last = node.children?.at(-1);
  const given = / *\{#([\w.-]+)\}$/.exec(last?.value ?? '');
  if (given && last?.value) last.value = last.value.slice(0, given.index);
  const title = textOf(node);
  const id =
    given?.[1] ??
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  node.properties = { id };
  return { id, title };
}

/** Makes a heading a link to itself, which people can copy. */
function linkHeading(node: Node, href: string): void {
  const children = node.children ?? [];
  node.children = [{ type: 'element', tagName: 'a', properties: { href }, children }];
}

/** Completes the links of a node: `other.md#part` is a page of the guide, `/path` one below the store's address. */
function linkWithin(node: Node, page: GuidePage): void {
  const href = node.properties?.['href'];
  if (typeof href === 'string') node.properties = { ...node.properties, href: resolveLink(href, page) };
  if (node.type === 'raw' && node.value) {
    node.value = node.value.replaceAll(/(?<= href=")[^"]+/g, (link) => resolveLink(link, page));
  }
  for (const child of node.children ?? []) linkWithin(child, page);
}

function resolveLink(href: string, page: GuidePage): string {
  if (href.startsWith('#')) return `${page.path}${href}`;
  if (href.startsWith('/')) return `.${href}`;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.+)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  const target = GUIDE_PAGES.find((other) => other.name === name);
  if (target === undefined) throw new Error(`${page.name}.md links to ${href}, which is no page.`);
  return `${target.path}${anchor}`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function textOf({ type, value = '', children = [] }: Node): string {
  if (type === 'text') return value;
  if (type !== 'raw') return children.map(textOf).join(' '.repeat(type === 'root' ? 1 : 0));
  return value
    .replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
