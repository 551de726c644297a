import { decodeUtf8 } from '../../text.ts';

/** One section of a JAR manifest or signature file: a block of attributes, and where its bytes are. */
export interface ManifestSection {
  /** Value of the Name attribute, when the section begins with it: the file it is about. */
  name?: string;
  /** By lower-case name; of several with one name the first. */
  attributes: Map<string, string>;
  start: number;
  end: number;
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;

/**
 * Reads the sections of MANIFEST.MF or of an .SF file; the main section comes first. Anything can be read: what makes
 * no sense gives attributes that nobody asks for.
 * @see https://docs.oracle.com/javase/8/docs/technotes/guides/jar/jar.html#JAR_Manifest and AOSP apksig, ManifestParser
 */
export function readSections(bytes: Uint8Array): ManifestSection[] {
  const sections: ManifestSection[] = [];
  let lines: Uint8Array[][] = [];
  let start = 0;
  for (const { line, from, next } of linesOf(bytes)) {
    if (line.length === 0) {
      if (lines.length > 0) sections.push(readSection(lines, start, next));
      lines = [];
      continue;
    }
    const last = lines.at(-1);
    if (!last) start = from;
    if (last && line[0] === SPACE) last.push(line.subarray(1));
    else lines.push([line]);
  }
  if (lines.length > 0) sections.push(readSection(lines, start, bytes.length));
  return sections;
}

/** The value of an attribute; the case of its name does not matter. */
export function attribute(section: ManifestSection, name: string): string | undefined {
  return section.attributes.get(name.toLowerCase());
}

function* linesOf(bytes: Uint8Array): Generator<{ line: Uint8Array; from: number; next: number }> {
  for (let from = 0; from < bytes.length; ) {
    let end = from;
    while (end < bytes.length && bytes[end] !== CARRIAGE_RETURN && bytes[end] !== LINE_FEED) end++;
    const pair = bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED;
    const next = Math.min(bytes.length, end + (pair ? 2 : 1));
    yield { line: bytes.subarray(from, end), from, next };
    from = next;
  }
}

function readSection(lines: Uint8Array[][], start: number, end: number): ManifestSection {
  const attributes = new Map<string, string>();
  let name: string | undefined;
  for (const [index, parts] of lines.entries()) {
    const text = decodeUtf8(joined(parts));
    const split = text.indexOf(': ');
    const key = (split < 0 ? text : text.slice(0, split)).toLowerCase();
    const value = split < 0 ? '' : text.slice(split + 2);
    if (index === 0 && key === 'name') name = value;
    if (!attributes.has(key)) attributes.set(key, value);
  }
  return { name, attributes, start, end };
}

/** Joined as bytes: a continuation may begin in the middle of a character. */
function joined(parts: Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
