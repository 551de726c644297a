/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const TAG = /^<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/;

/** Parses a document with elements, attributes and text. Throws when it isn't well-formed (XML 1.0). */
export function parseXml(document: string): XmlElement {
  const start = '<?xml version="1.0" encoding="utf-8"?>';
  if (!document.startsWith(start)) throw new Error('the document has no declaration');
  if (/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u.test(document)) throw new Error('a character is not allowed');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let rest = document.slice(start.length);
  while (rest !== '') {
    const parent = open.at(-1) as XmlElement;
    const [tag, close, name = '', attributes = '', isEmpty] = TAG.exec(rest) ?? [];
    if (tag === undefined) {
      const end = rest.indexOf('<', 1) === -1 ? rest.length : rest.indexOf('<', 1);
      parent.text += decode(rest.slice(0, end));
      rest = rest.slice(end);
      continue;
    }
    rest = rest.slice(tag.length);
    if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const element = { name, attributes: readAttributes(attributes), children: [], text: '' };
    parent.children.push(element);
    if (!isEmpty) open.push(element);
  }
  const [document0, ...others] = root.children;
  if (!document0 || others.length > 0 || open.length !== 1 || root.text.trim() !== '') {
    throw new Error('the document has no single root element');
  }
  return document0;
}

/** Returns the children of an element by name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the text of the first child of a name. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:]+)="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
  if (text.includes('<')) throw new Error(`a bare < in ${text.slice(0, 50)}`);
  return text.replaceAll(/&([^;]{0,10};)?/g, (_, entity: string | undefined) => {
    const character = ENTITIES[entity?.slice(0, -1) ?? ''];
    if (character === undefined) throw new Error(`an unknown entity in ${text.slice(0, 50)}`);
    return character;
  });
}
