/** Tags with their Markdown before and after the content. Others disappear. */
const MARKS = new Map<string, readonly [open: string, close: string]>([
  ['b', ['**', '**']],
  ['strong', ['**', '**']],
  ['i', ['*', '*']],
  ['em', ['*', '*']],
  ['code', ['`', '`']],
  ['p', ['\n\n', '\n\n']],
  ['div', ['\n\n', '\n\n']],
  ['ul', ['\n\n', '\n\n']],
  ['ol', ['\n\n', '\n\n']],
  ['li', ['\n* ', '']],
  ['br', ['  \n', '']],
  ['h1', ['\n\n# ', '\n\n']],
  ['h2', ['\n\n## ', '\n\n']],
  ['h3', ['\n\n### ', '\n\n']],
]);

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', '’'],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
]);

const IS_HTML = /<(?:\/?(?:b|strong|i|em|code|p|div|ul|ol|li|br|h[1-3])\b|a\s+href)[^<>]*>/i;

/** Neither empty nor the beginning of a list's point, a heading or a quotation. */
const IS_TEXT = /^\s*(?!(?:[*\-+]|\d+[.)])\s|[#>])\S/;

/**
 * Converts the description of an F-Droid app, which is plain text with some HTML, to Markdown. F-Droid shows every line
 * break; Markdown would join the lines.
 */
export function toMarkdown(description: string): string {
  const text = description.replaceAll(/\r\n?/g, '\n');
  const isHtml = IS_HTML.test(text);
  const marked = isHtml ? replaceTags(text) : text;
  const decoded = marked.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, decodeEntity);
  const lines = decoded
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n');
  return lines.map((line, at) => (isBroken(line, lines[at + 1]) ? `${line.trimEnd()}  ` : line)).join('\n');
}

const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const HREF = /\shref\s*=\s*["']?(https?:[^"'\s]*)/i;

/** Replaces one tag after the other, so that the time grows only with the text, also for tags that nothing closes. */
function replaceTags(html: string): string {
  const parts: string[] = [];
  let link: { readonly url: string; readonly from: number } | null = null;
  let end = 0;
  for (const { 0: whole, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    parts.push(html.slice(end, index));
    end = index + whole.length;
    const tag = name.toLowerCase();
    if (tag !== 'a') {
      const [open, close] = MARKS.get(tag) ?? ['', ''];
      parts.push(slash === '' ? open : close);
    } else if (slash === '') {
      const [, url] = HREF.exec(attributes) ?? [];
      link = url === undefined ? null : { url, from: parts.length };
    } else if (link) {
      const label = parts.splice(link.from).join('').trim();
      parts.push(label === link.url ? label : `[${label}](${link.url})`);
      link = null;
    }
  }
  return parts.join('') + html.slice(end);
}

function decodeEntity(entity: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

/** Returns true for a line of a paragraph that continues on the next line: neither is empty, a list or a heading. */
function isBroken(line: string, next = ''): boolean {
  return IS_TEXT.test(line) && IS_TEXT.test(next);
}
