/**
 * Returns the contents of all elements with a name, in order. S3's responses have neither attributes that we need,
 * comments nor elements of one name inside each other.
 */
export function readElements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** Returns the text of the first element with a name; null when there is none. */
export function readText(xml: string, name: string): string | null {
  const [content] = readElements(xml, name);
  return content === undefined ? null : decode(content);
}

/** Escapes a text for an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, ...groups) => {
    const [decimal, hexadecimal, name] = groups;
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(Number(decimal ?? `0x${hexadecimal}`));
  });
}
