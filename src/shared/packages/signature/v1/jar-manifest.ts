import { joinBytes } from '../../bytes.ts';
import type { SignatureEvidence } from '../../problems/signature-problems.ts';
import { decodeUtf8 } from '../../text.ts';
import { SignatureProblem } from '../problem.ts';

/** One section of a JAR manifest or signature file, whose attributes are decoded only when they are read. */
export interface ManifestSection {
  /** The Name attribute, if it comes first: the file that the section describes. */
  name?: string;
  /** The whole file that contains the section. */
  bytes: Uint8Array;
  start: number;
  end: number;
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;
/** A ZIP has at most 65,535 files, and the main section describes none of them. */
const MAX_SECTIONS = 65_536;
/** Sections have a digest or two; the main section also has a few lines about the tools. */
const MAX_ATTRIBUTES = 1_000;
/** Enough for a name of 65,535 bytes in lines of one byte each. */
const MAX_CONTINUATIONS = 65_536;

/**
 * Reads the sections of MANIFEST.MF or an .SF file, main section first. Accepts any input: invalid lines
 * become attributes that nobody reads.
 * @throws SignatureProblem when there are more sections than a ZIP has files, or when a name is longer than
 * theirs
 * @see https://docs.oracle.com/javase/8/docs/technotes/guides/jar/jar.html#JAR_Manifest and AOSP apksig,
 * ManifestParser
 */
export function readSections(bytes: Uint8Array): ManifestSection[] {
  const sections: ManifestSection[] = [];
  let start = -1;
  const close = (end: number) => {
    if (start < 0) return;
    if (sections.length === MAX_SECTIONS) throw tooMuch({ found: 'sections' });
    sections.push(sectionOf({ bytes, start, end }));
    start = -1;
  };
  for (let from = 0; from < bytes.length; ) {
    const end = lineEnd(bytes, from);
    const next = afterLine(bytes, end);
    if (end === from) close(next);
    else if (start < 0) start = from;
    from = next;
  }
  close(bytes.length);
  return sections;
}

/** Returns a case-insensitive lookup of a section's attributes; the first counts when a name repeats. */
export function attributesOf(section: ManifestSection): (name: string) => string | undefined {
  const attributes = new Map<string, string>();
  let count = 0;
  for (const line of linesOf(section)) {
    const [key, value] = splitLine(line);
    if (!attributes.has(key)) attributes.set(key, value);
    count += 1;
    if (count > MAX_ATTRIBUTES) throw tooMuch({ found: 'attributes', max: MAX_ATTRIBUTES });
  }
  return (name) => attributes.get(name.toLowerCase());
}

function sectionOf(section: ManifestSection): ManifestSection {
  const [first = ''] = linesOf(section);
  const [key, value] = splitLine(first);
  return key === 'name' ? { ...section, name: value } : section;
}

function splitLine(line: string): [key: string, value: string] {
  const split = line.indexOf(': ');
  return split < 0 ? [line.toLowerCase(), ''] : [line.slice(0, split).toLowerCase(), line.slice(split + 2)];
}

/** Iterates over a section's lines, with continuation lines appended. */
function* linesOf({ bytes, start, end }: ManifestSection): Generator<string> {
  let parts: Uint8Array[] = [];
  for (let from = start; from < end; ) {
    const until = lineEnd(bytes, from);
    if (until > from) {
      const isContinued = parts.length > 0 && bytes[from] === SPACE;
      if (!isContinued && parts.length > 0) {
        yield decodeJoined(parts);
        parts = [];
      }
      parts.push(bytes.subarray(isContinued ? from + 1 : from, until));
      if (parts.length > MAX_CONTINUATIONS) throw tooMuch({ found: 'longName' });
    }
    from = afterLine(bytes, until);
  }
  if (parts.length > 0) yield decodeJoined(parts);
}

/** Joins bytes before decoding, because a continuation may start in the middle of a character. */
function decodeJoined(parts: Uint8Array[]): string {
  const [first] = parts;
  return decodeUtf8(first && parts.length === 1 ? first : joinBytes(parts));
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && bytes[end] !== CARRIAGE_RETURN && bytes[end] !== LINE_FEED) end++;
  return end;
}

function afterLine(bytes: Uint8Array, end: number): number {
  const isPair = bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED;
  return Math.min(bytes.length, end + (isPair ? 2 : 1));
}

function tooMuch(evidence: SignatureEvidence): SignatureProblem {
  return new SignatureProblem('signature.v1.malformed', evidence);
}
