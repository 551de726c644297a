import { readTokens, type Tag, type Token } from './html-tags.ts';

/** A text with the same formatting. */
export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isCode: boolean;
  /** The address that it links to; null for none. */
  readonly href: string | null;
  /** True for code in Markdown, which stays as it is. */
  readonly isVerbatim: boolean;
}

/** A part of a text that begins on a line of its own. */
export interface Block {
  readonly kind: 'root' | 'paragraph' | 'heading' | 'code' | 'quote' | 'bullets' | 'numbers' | 'item';
  /** The level of a heading, or the first number of a list. */
  readonly number: number;
  readonly children: Block[];
  readonly runs: Run[];
  /** True when a tag began it: the lines of other paragraphs may be indented as Markdown, other lists end without a tag. */
  readonly isTagged: boolean;
}

/** Deepest nesting of lists and quotes; the content of deeper ones is kept without them. */
const MAX_DEPTH = 6;

const BOLD = new Set(['b', 'strong']);
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const CODE = new Set(['code', 'tt', 'kbd', 'samp']);

/** Elements that begin and end a paragraph. */
const PARAGRAPHS = new Set(
  'address article aside body center div dl details figcaption figure footer form header hr main nav p section summary table'.split(
    ' ',
  ),
);

/** Elements that begin a line. */
const LINES = new Set(['dd', 'dt', 'tr']);

const LIST_KINDS = { ul: 'bullets', ol: 'numbers', menu: 'bullets', dir: 'bullets' } as const;

/** Returns the blocks of a text with HTML. In a `document`, line breaks are spaces. */
export function readBlocks(text: string, isDocument = false): Block {
  const tokens = readTokens(text, isDocument);
  const closed = findClosed(tokens);
  const reading = new BlockReading(isDocument);
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'tag') reading.addTag(token.tag, closed.has(at));
    else reading.addText(token.text, token.kind === 'code');
  }
  return reading.root;
}

/** Returns the positions of formatting's start tags that have an end tag, and of these. */
function findClosed(tokens: readonly Token[]): Set<number> {
  const open = new Map<string, number[]>();
  const closed = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'tag') continue;
    const { name, isEnd } = token.tag;
    const starts = open.get(name) ?? [];
    if (!isEnd) open.set(name, [...(starts.length < MAX_OPEN ? starts : starts.slice(1)), at]);
    const start = isEnd ? starts.pop() : undefined;
    if (start !== undefined) closed.add(start).add(at);
  }
  return closed;
}

/** Most start tags of one name that wait for their end. */
const MAX_OPEN = 20;

class BlockReading {
  readonly root = newBlock('root', { isTagged: false });
  /** The containers around the place that is read, the root first. */
  readonly #containers: Block[] = [this.root];
  /** The block that gets texts; null between blocks. */
  #leaf: Block | null = null;
  /** How often each kind of formatting is open. */
  readonly #open = { bold: 0, italic: 0, code: 0 };
  /** Formatting of elements that are open, by name, because a style can change that of an element. */
  readonly #styles = new Map<string, Formatting[]>();
  readonly #links: (string | null)[] = [];
  /** Number of lists and quotes that are open without a container. */
  #tooDeep = 0;
  #isAfterBreak = false;

  readonly #isDocument: boolean;

  constructor(isDocument: boolean) {
    this.#isDocument = isDocument;
  }

  get #container(): Block {
    return this.#containers.at(-1) ?? this.root;
  }

  addText(text: string, isVerbatim: boolean): void {
    let shown = text;
    const isPre = this.#leaf?.kind === 'code';
    if (this.#isDocument && !isPre) shown = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    // `<br>` at the end of a line breaks it once.
    if (this.#isAfterBreak && !isVerbatim) shown = shown.replace(/^[ \t]*\n/, '');
    if (shown === '') return;
    this.#isAfterBreak = false;
    if (this.#leaf || isVerbatim || shown.trim() !== '') this.#push(shown, isVerbatim);
  }

  #push(text: string, isVerbatim: boolean): void {
    const leaf = this.#leafOf();
    const { bold, italic, code } = this.#open;
    leaf.runs.push({
      text,
      isBold: bold > 0,
      isItalic: italic > 0,
      isCode: code > 0 && leaf.kind !== 'code',
      href: this.#links.at(-1) ?? null,
      isVerbatim,
    });
  }

  addTag(tag: Tag, isClosed: boolean): void {
    const { name, isEnd } = tag;
    if (name === 'br') this.#breakLine();
    else if (name === 'a') this.#link(tag, isClosed);
    else if (isFormatting(tag)) this.#format(tag, isClosed);
    else if (name in LIST_KINDS || name === 'blockquote') this.#nest(tag);
    else if (name === 'li') this.#item(isEnd);
    else if (/^h[1-6]$/.test(name))
      this.#begin(isEnd ? null : newBlock('heading', { number: Number(name[1]) }));
    else if (name === 'pre') this.#begin(isEnd ? null : newBlock('code', {}));
    else if (PARAGRAPHS.has(name)) this.#begin(isEnd || name === 'hr' ? null : newBlock('paragraph', {}));
    else if (LINES.has(name) && !isEnd && this.#leaf) this.#breakLine();
    else if ((name === 'td' || name === 'th') && !isEnd) this.addText(' ', false);
    else if (name === 'q') this.addText(isEnd ? '”' : '“', false);
  }

  #breakLine(): void {
    if (this.#leaf) this.#push('\n', false);
    this.#isAfterBreak = true;
  }

  #link({ isEnd, attributes }: Tag, isClosed: boolean): void {
    if (!isClosed) return;
    if (isEnd) this.#links.pop();
    else this.#links.push(attributeOf('href', attributes));
  }

  #format(tag: Tag, isClosed: boolean): void {
    if (!isClosed) return;
    const styles = this.#styles.get(tag.name) ?? [];
    const formatting = tag.isEnd ? styles.pop() : formattingOf(tag);
    if (!tag.isEnd && formatting) this.#styles.set(tag.name, [...styles, formatting]);
    for (const kind of formatting ?? []) this.#open[kind] += tag.isEnd ? -1 : 1;
  }

  #nest({ name, isEnd, attributes }: Tag): void {
    this.#begin(null);
    const kind = name === 'blockquote' ? 'quote' : LIST_KINDS[name as keyof typeof LIST_KINDS];
    if (isEnd) {
      if (this.#tooDeep > 0) this.#tooDeep -= 1;
      else this.#leave((one) => (kind === 'quote' ? one.kind === 'quote' : isList(one)));
      return;
    }
    const depth = this.#containers.filter((one) => one.kind === 'quote' || isList(one)).length;
    if (depth >= MAX_DEPTH) this.#tooDeep += 1;
    else {
      const start = Number.parseInt(attributeOf('start', attributes) ?? '1', 10);
      const isNumber = start >= 0 && start < 1_000_000;
      this.#enter(newBlock(kind, { number: isNumber ? start : 1 }));
    }
  }

  #item(isEnd: boolean): void {
    this.#begin(null);
    const list = this.#containers.findLastIndex((one) => isList(one) || one.kind === 'quote');
    const isInList = list !== -1 && isList(this.#containers[list] as Block);
    if (isInList) this.#containers.length = list + 1;
    else if (!isEnd) this.#enter(newBlock('bullets', { isTagged: false }));
    if (!isEnd) this.#enter(newBlock('item', {}));
  }

  /** Ends the block that gets texts, and begins another one. */
  #begin(next: Block | null): void {
    this.#leaf = null;
    this.#isAfterBreak = false;
    if (next) this.#leafOf(next);
  }

  #leafOf(made = newBlock('paragraph', { isTagged: this.#containers.length > 1 })): Block {
    if (this.#leaf) return this.#leaf;
    this.#leaf = made;
    this.#place().children.push(made);
    return made;
  }

  #enter(container: Block): void {
    (container.kind === 'item' ? this.#container : this.#place()).children.push(container);
    this.#containers.push(container);
  }

  /**
   * Returns the container for a block: a list has only items, so the block joins the last one. It ends a list that only
   * its items began.
   */
  #place(): Block {
    const container = this.#container;
    if (!isList(container)) return container;
    if (!container.isTagged) {
      this.#containers.pop();
      return this.#container;
    }
    const last = container.children.at(-1) ?? newBlock('item', {});
    if (container.children.length === 0) container.children.push(last);
    return last;
  }

  #leave(isIt: (container: Block) => boolean): void {
    const at = this.#containers.findLastIndex(isIt);
    if (at > 0) this.#containers.length = at;
  }
}

type Formatting = readonly (keyof Formats)[];

interface Formats {
  bold: number;
  italic: number;
  code: number;
}

function isFormatting({ name }: Tag): boolean {
  return BOLD.has(name) || ITALIC.has(name) || CODE.has(name) || name === 'span' || name === 'font';
}

/** Returns what an element does to its text. Editors copy it as styles, also those without effect. */
function formattingOf({ name, attributes }: Tag): Formatting {
  const weight = /font-weight\s*:\s*(\w+)/i.exec(attributes)?.[1];
  const isBold = weight === undefined ? BOLD.has(name) : /^(?:bold|bolder|[6-9]00)$/i.test(weight);
  const isItalic = ITALIC.has(name) || /font-style\s*:\s*italic/i.test(attributes);
  return [
    ...(isBold ? (['bold'] as const) : []),
    ...(isItalic ? (['italic'] as const) : []),
    ...(CODE.has(name) ? (['code'] as const) : []),
  ];
}

function attributeOf(name: string, attributes: string): string | null {
  const found = new RegExp(`[\\s"'/]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return found ? (found[1] ?? found[2] ?? found[3] ?? null) : null;
}

/** Returns true for a list. */
export function isList({ kind }: Block): boolean {
  return kind === 'bullets' || kind === 'numbers';
}

function newBlock(
  kind: Block['kind'],
  { number = 1, isTagged = true }: Partial<Pick<Block, 'number' | 'isTagged'>>,
): Block {
  return { kind, number, isTagged, children: [], runs: [] };
}
