/*
 * Descriptions and release notes from elsewhere are texts with some HTML rather than documents: line breaks count, Markdown
 * may be among it, and `<3` or `List<String>` are no tags. A parser of documents would lose those, so the tags are found here.
 */

/** A part of a text: a tag, a text between tags, or code in Markdown, whose tags are text. */
export type Token =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: Tag; readonly source: string };

export interface Tag {
  /** Lower-case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** The text of its attributes. */
  readonly attributes: string;
}

/** Elements that mean HTML even without an end tag. */
const CERTAIN = namesOf(
  'blockquote br center dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr iframe img li meta noscript ol p pre script',
  'style svg table tbody td textarea tfoot th thead tr ul wbr',
);

/** Elements that mean HTML with an end tag: `<b>` alone may be meant as it is. */
const INLINE = namesOf(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub',
  'sup tt u var',
);

/** Further elements that are tags only among others, because people also write `copy <source> <target>`. */
const OTHERS = namesOf(
  'address article aside audio base body button details embed footer form head header html main math nav picture',
  'section source summary template video',
);

/** Elements whose content nobody should read. */
const HIDDEN = namesOf('head iframe math noscript script style svg template textarea title');

function namesOf(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/**
 * Matches a tag at a place. Neither it nor its attributes contain another `<`, so that the time for a text grows only with
 * its length.
 */
const TAG = /<(\/?)([a-z][\w:-]*)((?:[\s/](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/iy;

/** Matches attributes that all have a value, as in HTML that people write; `<b and c>` has none. */
const ATTRIBUTES = /^(?:\s+[a-z_:@][\w:.@-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=`]+))*\s*\/?$/i;

/** Matches a declaration or an instruction. */
const DECLARATION = /<(?:![a-z]|\?)[^<>]*>/iy;

/** Returns true for a text with HTML outside of code: `a < b`, `List<String>` and Markdown have none. */
export function isHtml(text: string): boolean {
  if (!text.includes('<')) return false;
  return readTokens(text).some(
    (token) =>
      token.kind === 'tag' &&
      (CERTAIN.has(token.tag.name) ||
        token.tag.name === COMMENT ||
        (INLINE.has(token.tag.name) && (token.tag.isEnd || /\shref\s*=/i.test(token.tag.attributes)))),
  );
}

/** The name under which a comment or a declaration is a tag, which has no meaning. */
const COMMENT = '!';

/**
 * Splits a text into tags and what is between them. Hidden content is left out. In a `document`, such as a clipboard's, all
 * tags are tags, and there is no Markdown.
 */
export function readTokens(text: string, isDocument = false): Token[] {
  const code = isDocument ? [] : findCode(text);
  const tokens: Token[] = [];
  const endless = new Set<string>();
  let done = 0;
  const add = (end: number) => {
    if (end > done) tokens.push({ kind: 'text', text: text.slice(done, end) });
  };
  const findEnd = (needle: RegExp, from: number, name: string): number => {
    if (endless.has(name)) return -1;
    needle.lastIndex = from;
    const found = needle.exec(text);
    if (!found) endless.add(name);
    return found ? found.index + found[0].length : -1;
  };
  let range = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', Math.max(at + 1, done))) {
    for (; (code[range]?.end ?? Number.POSITIVE_INFINITY) <= at; range += 1) addCode(code[range]);
    if ((code[range]?.start ?? Number.POSITIVE_INFINITY) < at) continue;
    if (!isDocument && isEscaped(text, at)) continue;
    const found = readTag(text, at, isDocument);
    const end = found ? at + found.length : findDeclarationEnd(at);
    if (end === -1) continue;
    add(at);
    const tag = found?.tag ?? { name: COMMENT, isEnd: false, attributes: '' };
    const isHidden = HIDDEN.has(tag.name) && !tag.isEnd && (isDocument || tag.name !== 'title');
    const hiddenEnd = isHidden ? findEnd(new RegExp(`</${tag.name}\\s*>`, 'gi'), end, tag.name) : -1;
    done = Math.max(end, hiddenEnd);
    tokens.push({ kind: 'tag', tag, source: text.slice(at, done) });
    while ((code[range]?.start ?? Number.POSITIVE_INFINITY) < done) range += 1;
  }
  for (; range < code.length; range += 1) addCode(code[range]);
  add(text.length);
  return tokens;

  function addCode(found: Range | undefined): void {
    if (!found) return;
    add(found.start);
    tokens.push({ kind: 'code', text: text.slice(found.start, found.end) });
    done = found.end;
  }

  function findDeclarationEnd(at: number): number {
    if (text.startsWith('<!--', at)) return findEnd(/-->/g, at + 4, '--');
    DECLARATION.lastIndex = at;
    const found = DECLARATION.exec(text);
    return found ? at + found[0].length : -1;
  }
}

function readTag(text: string, at: number, isDocument: boolean): { tag: Tag; length: number } | null {
  TAG.lastIndex = at;
  const found = TAG.exec(text);
  if (!found) return null;
  const [whole, slash, named = '', attributes = ''] = found;
  const name = named.toLowerCase();
  const isPlain = ATTRIBUTES.test(attributes);
  const isKnown =
    (CERTAIN.has(name) && (isPlain || name !== 'p')) || (isPlain && (INLINE.has(name) || OTHERS.has(name)));
  return isDocument || isKnown
    ? { tag: { name, isEnd: slash === '/', attributes }, length: whole.length }
    : null;
}

/** Returns true for a character after a backslash, which makes it text in Markdown. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Matches the start of a code block between fences (CommonMark 0.31, section 4.5), and the backticks around code in a line. */
const CODE = /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})|`+/gm;

/** Finds code in Markdown: blocks between fences, and spans within a line. */
function findCode(text: string): Range[] {
  if (!/[`~]/.test(text)) return [];
  const found: Range[] = [];
  const runs = [...text.matchAll(CODE)].map(({ 0: whole, 1: fence, index }) => ({
    start: index,
    fence,
    length: whole.length,
    line: 0,
  }));
  let line = 0;
  let counted = 0;
  for (const run of runs) {
    for (; counted < run.start; counted += 1) if (text[counted] === '\n') line += 1;
    run.line = line;
  }
  /** The next run of the same length in the same line, found from the end. */
  const next = new Map<string, number>();
  const closing = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at];
    if (!run) continue;
    const key = `${run.line} ${run.length}`;
    closing[at] = next.get(key) ?? -1;
    next.set(key, at);
  }
  let free = 0;
  for (const [at, run] of runs.entries()) {
    if (run.start < free) continue;
    let end = -1;
    if (run.fence !== undefined) end = endOfFence(text, run.start + run.length, run.fence);
    else if (!isEscaped(text, run.start)) {
      const close = runs[closing[at] ?? -1];
      if (close) end = close.start + close.length;
    }
    if (end === -1) continue;
    found.push({ start: run.start, end });
    free = end;
  }
  return found;
}

/** Returns the end of a code block: after its closing fence, or that of the text. */
function endOfFence(text: string, from: number, fence: string): number {
  const close = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`, 'gm');
  close.lastIndex = from;
  const found = close.exec(text);
  return found ? found.index + found[0].length : text.length;
}
