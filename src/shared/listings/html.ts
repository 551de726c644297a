import { type Block, isList, type Run, readBlocks } from './html-blocks.ts';
import { isHtml, readTokens } from './html-tags.ts';
import { DESCRIPTION_PROTOCOLS } from './markdown.ts';

export interface HtmlOptions {
  /** True for what is HTML as a whole, such as a clipboard's: its line breaks are spaces. */
  readonly isDocument?: boolean;
  /** True for a text that is HTML also without tags, such as one with `&amp;` only. */
  readonly isAlwaysHtml?: boolean;
}

/**
 * Converts the HTML in a description to Markdown. Text without HTML stays as it is, so converting twice changes nothing.
 * Line breaks stay, scripts and other hidden content go. The time grows only with the text's length.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions = {}): string {
  if (!isConverted(html, options)) return html;
  const root = readBlocks(normalise(html), options.isDocument);
  return escapeTags(tidy(new MarkdownWriter().write(root)));
}

/** Converts the HTML in release notes, which have no formatting, to plain text, as `htmlToMarkdown` does. */
export function htmlToText(html: string, options: HtmlOptions = {}): string {
  if (!isConverted(html, options)) return html;
  const text = tidy(new TextWriter().write(readBlocks(normalise(html), options.isDocument)));
  // What looks like HTML would be converted again.
  return isHtml(text) ? text.replaceAll('<', '&lt;') : text;
}

/** Formatting for which a clipboard's HTML is worth more than its text; code editors copy only colors. */
const FORMATTING =
  /<(?:a|b|strong|i|em|ul|ol|li|h[1-6]|blockquote|code|pre|br)\b|font-weight\s*:\s*(?:bold|[6-9]00)/i;

/** Returns pasted HTML as Markdown; null for a text without HTML, which is pasted as it is. */
export function pastedMarkdown({ html, text }: Readonly<Record<'html' | 'text', string>>): string | null {
  const source = isHtml(text) ? text : html;
  if (source === '' || source.length > MAX_PASTED) return null;
  if (source === text) return htmlToMarkdown(text);
  const markdown = FORMATTING.test(html) ? htmlToMarkdown(html, { isDocument: true }) : '';
  return markdown === '' || markdown === text.trim() ? null : markdown;
}

/** Longest HTML that is converted while it is pasted, in characters; a clipboard's is full of styles. */
const MAX_PASTED = 1_000_000;

function isConverted(html: string, { isDocument = false, isAlwaysHtml = false }: HtmlOptions): boolean {
  return isDocument || isAlwaysHtml || isHtml(html);
}

function normalise(html: string): string {
  return html.replaceAll(/\r\n?/g, '\n');
}

function tidy(text: string): string {
  return text
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^\n+|\s+$/g, '');
}

/** Escapes what became a tag because something between its parts is gone. */
function escapeTags(markdown: string): string {
  let text = markdown;
  // One that is escaped can contain another one.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const tokens = readTokens(text);
    if (!tokens.some(({ kind }) => kind === 'tag')) return text;
    text = tokens.map((token) => (token.kind === 'tag' ? `\\${token.source}` : token.text)).join('');
  }
  return text.replaceAll('<', '&lt;');
}

const MAX_ROUNDS = 3;

abstract class BlockWriter {
  write(root: Block): string {
    return this.writeAll(root.children, '\n\n');
  }

  protected writeAll(blocks: readonly Block[], separator: string): string {
    return blocks
      .map((block) => this.writeBlock(block))
      .filter((text) => text.trim() !== '')
      .join(separator);
  }

  protected writeBlock(block: Block): string {
    switch (block.kind) {
      case 'bullets':
      case 'numbers':
        return block.children
          .map((item, at) =>
            this.writeItem(item, block.kind === 'numbers' ? `${block.number + at}. ` : this.bullet),
          )
          .filter((text) => text !== '')
          .join('\n');
      case 'quote':
        return this.writeQuote(this.writeAll(block.children, '\n\n'));
      default:
        return this.writeLeaf(block);
    }
  }

  /** Writes an item; lists in it follow its text without a blank line. */
  protected writeItem({ children }: Block, mark: string): string {
    let text = '';
    for (const child of children) {
      const written = this.writeBlock(child);
      if (written.trim() === '') continue;
      const separator = text === '' ? '' : isList(child) ? '\n' : '\n\n';
      text += separator + written;
    }
    return text === '' ? '' : mark + text.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(mark.length)}`);
  }

  protected abstract readonly bullet: string;
  protected abstract writeQuote(text: string): string;
  protected abstract writeLeaf(block: Block): string;
}

/** Removes the indentation of lines in a block that a tag began: it is that of the HTML. */
function joinLines(text: string, { kind, isTagged }: Block): string {
  if (kind === 'heading') return text.trim().replaceAll(/\s*\n\s*/g, ' ');
  const lines = isTagged ? text.replaceAll(/^[ \t]+/gm, '') : text;
  return lines.replace(/^\s*\n/, '').trimEnd();
}

class MarkdownWriter extends BlockWriter {
  protected readonly bullet = '* ';

  protected writeQuote(text: string): string {
    return text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
  }

  protected writeLeaf(block: Block): string {
    const { kind, runs, number } = block;
    if (kind === 'code') return fence(runs.map(({ text }) => decodeAll(text)).join(''));
    const text = joinLines(writeLinks(runs), block);
    return kind === 'heading' && text !== '' ? `${'#'.repeat(number)} ${text}` : text;
  }
}

class TextWriter extends BlockWriter {
  protected readonly bullet = '• ';

  protected writeQuote(text: string): string {
    return text;
  }

  protected writeLeaf(block: Block): string {
    const parts = groupRuns(block.runs, ({ href }) => href ?? '').map((group) => {
      const label = group.map(({ text }) => decodeAll(text)).join('');
      const url = addressOf(group[0]?.href ?? null);
      const isNamed = url !== null && label.trim() !== '' && !isSameAddress(label.trim(), url);
      return isNamed ? `${label} (${url})` : label;
    });
    const text = parts.join('');
    return block.kind === 'code' ? text.replace(/^\n/, '').trimEnd() : joinLines(text, block);
  }
}

/** Returns text as a code block with a fence that is longer than any in it. */
function fence(code: string): string {
  const lines = code.replace(/^\n/, '').trimEnd();
  if (lines === '') return '';
  const longest = Math.max(2, ...(lines.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${lines}\n${mark}`;
}

/** Splits runs where a property of theirs changes. */
function groupRuns<Key>(runs: readonly Run[], keyOf: (run: Run) => Key): Run[][] {
  const groups: Run[][] = [];
  let last: Key | undefined;
  for (const run of runs) {
    const key = keyOf(run);
    const group = groups.at(-1);
    if (group && key === last) group.push(run);
    else groups.push([run]);
    last = key;
  }
  return groups;
}

function writeLinks(runs: readonly Run[]): string {
  let written = '';
  const groups = groupRuns(runs, ({ href }) => href ?? '');
  for (const [at, group] of groups.entries()) {
    const url = addressOf(group[0]?.href ?? null);
    const after = groups[at + 1]?.[0]?.text[0] ?? '';
    if (url === null)
      written += writeFormats(group, { before: written.at(-1) ?? '', after, formats: FORMATS });
    else written += writeLink(group, url);
  }
  return written;
}

function writeLink(runs: readonly Run[], url: string): string {
  const label = writeFormats(runs, { before: '[', after: ']', formats: FORMATS });
  const [, start = '', text = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(label) ?? [];
  if (text === '') return label;
  const plain = runs
    .map((run) => run.text)
    .join('')
    .trim();
  if (isSameAddress(decodeAll(plain), url)) return `${start}<${url}>${end}`;
  const name = text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)([[\]])/g, '\\$1');
  return `${start}[${name}](${url.replaceAll(/[()]/g, encodeCharacter)})${end}`;
}

/** Returns true for an address that is its own label. */
function isSameAddress(label: string, url: string): boolean {
  const bare = (text: string) => text.replace(/^mailto:/i, '').replace(/\/$/, '');
  return bare(label) === bare(url);
}

/** Returns a link's address without characters that no address has; null for one that isn't allowed. */
function addressOf(href: string | null): string | null {
  if (href === null) return null;
  // Browsers ignore these characters, so that `java\nscript:` is a script.
  const address = decodeAll(href)
    .replaceAll(/[\p{Cc}]/gu, '')
    .trim();
  const protocol = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  const isAllowed = DESCRIPTION_PROTOCOLS.some((allowed) => allowed === protocol);
  return isAllowed ? address.toWellFormed().replaceAll(/[\s<>\\"`]/g, encodeCharacter) : null;
}

function encodeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 128 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character);
}

interface Surroundings {
  /** The characters before and after; empty for none. */
  readonly before: string;
  readonly after: string;
  readonly formats: readonly Format[];
}

interface Format {
  readonly has: (run: Run) => boolean;
  readonly mark: string;
}

const FORMATS: readonly Format[] = [
  { has: ({ isBold }) => isBold, mark: '**' },
  { has: ({ isItalic }) => isItalic, mark: '*' },
];

/** Writes runs with marks around what is bold, and in that around what is italic. */
function writeFormats(runs: readonly Run[], { before, after, formats }: Surroundings): string {
  const [format, ...others] = formats;
  if (!format) return writeCode(runs);
  let written = '';
  const groups = groupRuns(runs, format.has);
  for (const [at, group] of groups.entries()) {
    const previous = written.at(-1) ?? before;
    const next = groups[at + 1]?.[0]?.text[0] ?? after;
    const isMarked = group.some(format.has) && !group.some(hasMarks);
    const inner = { before: isMarked ? '' : previous, after: isMarked ? '' : next, formats: others };
    const text = writeFormats(group, inner);
    written += isMarked ? addMarks(text, format.mark, { before: previous, after: next }) : text;
  }
  return written;
}

/** Returns true for text whose own asterisks would change the meaning of marks around it. */
function hasMarks({ text, isVerbatim }: Run): boolean {
  return !isVerbatim && /\*\S|\S\*|&#(?:42|x2a);/i.test(text);
}

/** Puts marks around each paragraph of a text, without spaces at its ends, where Markdown sees them as such. */
function addMarks(
  text: string,
  marks: string,
  { before, after }: Pick<Surroundings, 'before' | 'after'>,
): string {
  const parts = text.split(/(\n[ \t]*\n\s*)/);
  return parts
    .map((part, at) => {
      const [, start = '', inner = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(part) ?? [];
      if (inner === '') return part;
      const previous = start !== '' || at > 0 ? '' : before;
      const next = end !== '' || at < parts.length - 1 ? '' : after;
      const canOpen = !isWord(previous) || !isPunctuation(inner[0] ?? '');
      const canClose = !isWord(next) || !isPunctuation(inner.at(-1) ?? '');
      if (!canOpen || !canClose) return part;
      const used = /[*]/.test(previous) && !isWord(next) ? marks.replaceAll('*', '_') : marks;
      return start + used + inner + used + end;
    })
    .join('');
}

function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

function writeCode(runs: readonly Run[]): string {
  return groupRuns(runs, ({ isCode }) => isCode)
    .map((group) => {
      if (!group.some(({ isCode }) => isCode))
        return group.map((run) => (run.isVerbatim ? run.text : decodeText(run.text))).join('');
      return group
        .map(({ text }) => decodeAll(text))
        .join('')
        .split('\n')
        .map(codeSpan)
        .join('\n');
    })
    .join('');
}

/** Returns a line as code, between more backticks than there are in it. */
function codeSpan(line: string): string {
  const [, start = '', code = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(line) ?? [];
  if (code === '') return line;
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return start + ticks + space + code + space + ticks + end;
}

/** Entities that people write. Markdown knows all others. */
const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: '’',
    nbsp: ' ',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    times: '×',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    deg: '°',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    ccedil: 'ç',
    ntilde: 'ñ',
  }),
);

const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi;

/** Decodes entities, all that are known. */
function decodeAll(text: string): string {
  return text.replaceAll(ENTITY, decodeEntity);
}

/** Decodes entities as Markdown: characters that would mean something else get a backslash or stay. */
function decodeText(text: string): string {
  return text.replaceAll(ENTITY, (entity, name: string, at: number) => {
    const character = decodeEntity(entity, name);
    const next = text.slice(at + entity.length, at + entity.length + 10);
    if (character === '&') return /^(?:#|[a-z]\w+;)/i.test(next) ? entity : '&';
    if (character === '<') return /^[a-z/!?]/i.test(next) ? '\\<' : '<';
    return character.length === 1 && /[*_`[\]\\#~]/.test(character) ? `\\${character}` : character;
  });
}

function decodeEntity(entity: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return ENTITIES.get(name) ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (code === 0xa0 || code === 9 || code === 10) return ' ';
  return isCharacter ? String.fromCodePoint(code) : '';
}
