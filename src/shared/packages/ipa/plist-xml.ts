import { FormatError } from '../problems/format-error.ts';
import { decodeUtf8, decodeUtf16 } from '../text.ts';
import {
  AmbiguousPlist,
  addEntry,
  MAX_DEPTH,
  MAX_VALUES,
  type PlistDict,
  type PlistValue,
} from './plist-value.ts';

/** Comments and CDATA sections split a text into pieces. */
const MAX_PIECES = 1_000;
/** Characters shown of what isn’t as it should be. */
const MAX_SHOWN = 40;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
interface Token {
  open?: string;
  close?: string;
  text?: string;
}

interface Reader {
  tokens: Iterator<Token>;
  values: number;
}

/**
 * Reads an XML property list. Leaves entities other than XML's own five unresolved: none can be declared.
 * @throws RangeError when it is damaged, nests too deeply or holds too much
 * @see Apple PropertyList-1.0.dtd
 */
export function readXmlPlist(bytes: Uint8Array): PlistValue {
  const reader: Reader = { tokens: tokensOf(decode(bytes)), values: 0 };
  if (nextTag(reader).open !== 'plist') throw new FormatError({ problem: 'notPlist' });
  const value = readValue(reader, nextTag(reader), 0);
  // CoreFoundation refuses a second value, and other programs take the last.
  if (nextTag(reader).close !== 'plist') throw new AmbiguousPlist({ problem: 'severalValues' });
  return value;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), false);
  return decodeUtf8(bytes).replace(/^\uFEFF/, '');
}

/** Tokenises by searching forwards only, which takes linear time. */
function* tokensOf(xml: string): Generator<Token> {
  for (let at = 0; at < xml.length; ) {
    const [start, end] = boundsAt(xml, at);
    const until = xml.indexOf(end, at + start.length);
    if (until < 0 && start !== '') throw new FormatError({ problem: 'openMarkup', at });
    const inner = xml.slice(at + start.length, until < 0 ? xml.length : until);
    if (start === '<!--') checkComment(inner);
    if (start === '') yield { text: withoutEntities(inner) };
    if (start === '<![CDATA[') yield { text: inner };
    if (start === '<') yield* tagTokens(inner);
    at += start.length + inner.length + (start === '' ? 0 : end.length);
  }
}

/**
 * Rejects comments that XML forbids: some programs end them at the first `--`, and read what follows (CVE-2020-9842).
 * @see XML 1.0, section 2.5 (comments)
 */
function checkComment(inner: string): void {
  if (inner.includes('--') || inner.endsWith('-') || /^-?>/.test(inner))
    throw new AmbiguousPlist({ problem: 'comment' });
}

/**
 * Returns the delimiters of the token at a position: comment, CDATA, processing instruction, doctype, tag or
 * text.
 */
function boundsAt(xml: string, at: number): [start: string, end: string] {
  if (xml[at] !== '<') return ['', '<'];
  if (xml.startsWith('<!--', at)) return ['<!--', '-->'];
  if (xml.startsWith('<![CDATA[', at)) return ['<![CDATA[', ']]>'];
  if (xml.startsWith('<?', at)) return ['<?', '?>'];
  return xml.startsWith('<!', at) ? ['<!', '>'] : ['<', '>'];
}

function* tagTokens(inner: string): Generator<Token> {
  const name = /^\/?\s*([\w.:-]+)/.exec(inner)?.[1];
  if (name === undefined) throw new FormatError({ problem: 'notTag', text: inner.slice(0, MAX_SHOWN) });
  const closing = inner.startsWith('/');
  if (!closing) yield { open: name };
  if (closing || inner.endsWith('/')) yield { close: name };
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, ...groups) => {
    const [decimal, hex, name] = groups;
    if (name) return ENTITIES[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function nextToken(reader: Reader): Token {
  const { done, value } = reader.tokens.next();
  if (done) throw new FormatError({ problem: 'openElement' });
  return value;
}

/** Returns the next tag; only white space may come before it. */
function nextTag(reader: Reader): Token {
  for (;;) {
    const token = nextToken(reader);
    if (token.text === undefined) return token;
    if (token.text.trim() !== '') throw new FormatError({ problem: 'strayText' });
  }
}

function readValue(reader: Reader, { open }: Token, depth: number): PlistValue {
  countValue(reader);
  if (depth > MAX_DEPTH) throw new FormatError({ problem: 'plistDepth', max: MAX_DEPTH });
  if (open === 'dict') return readDict(reader, depth);
  if (open === 'array') return readArray(reader, depth);
  if (open === undefined) throw new FormatError({ problem: 'missingValue' });
  return scalar(open, readText(reader, open));
}

function countValue(reader: Reader): void {
  reader.values += 1;
  if (reader.values > MAX_VALUES) throw new FormatError({ problem: 'plistValues', max: MAX_VALUES });
}

function readDict(reader: Reader, depth: number): PlistDict {
  const dict: PlistDict = new Map();
  for (let tag = nextTag(reader); tag.close !== 'dict'; tag = nextTag(reader)) {
    if (tag.open !== 'key') throw new FormatError({ problem: 'missingKey' });
    const key = readText(reader, 'key');
    countValue(reader);
    addEntry(dict, key, readValue(reader, nextTag(reader), depth + 1));
  }
  return dict;
}

function readArray(reader: Reader, depth: number): PlistValue[] {
  const values: PlistValue[] = [];
  for (let tag = nextTag(reader); tag.close !== 'array'; tag = nextTag(reader)) {
    values.push(readValue(reader, tag, depth + 1));
  }
  return values;
}

function readText(reader: Reader, name: string): string {
  const pieces: string[] = [];
  for (let token = nextToken(reader); token.close !== name; token = nextToken(reader)) {
    if (token.text === undefined)
      throw new FormatError({ problem: 'innerElement', name: name.slice(0, MAX_SHOWN) });
    pieces.push(token.text);
    if (pieces.length > MAX_PIECES)
      throw new FormatError({ problem: 'pieces', name: name.slice(0, MAX_SHOWN) });
  }
  return pieces.join('');
}

function scalar(name: string, text: string): PlistValue {
  switch (name) {
    case 'string':
      return text;
    case 'true':
      return true;
    case 'false':
      return false;
    case 'integer':
    case 'real':
      return numberOf(name, text.trim());
    case 'date':
      return new Date(requireFinite(Date.parse(text.trim()), text)).toISOString();
    case 'data':
      return base64(text);
    default:
      throw new FormatError({ problem: 'unknownElement', name: name.slice(0, MAX_SHOWN) });
  }
}

/** @see Apple CoreFoundation, CFPropertyList.c: whole numbers are decimal or hexadecimal, and an empty one is none */
function numberOf(name: string, text: string): number {
  const isWhole = /^[+-]?(?:\d+|0x[0-9a-f]+)$/i.test(text);
  return requireFinite(text === '' || (name === 'integer' && !isWhole) ? Number.NaN : Number(text), text);
}

function requireFinite(value: number, text: string): number {
  if (!Number.isFinite(value))
    throw new FormatError({ problem: 'notNumber', text: text.slice(0, MAX_SHOWN) });
  return value;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const digit = BASE64.indexOf(character);
    if (digit < 0) continue; // White space, and the padding at the end.
    bits = ((bits << 6) | digit) & 0x3fff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length] = bits >> held;
    length += 1;
  }
  return bytes.slice(0, length);
}
