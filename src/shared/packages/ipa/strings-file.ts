import { decodeUtf8, decodeUtf16 } from '../text.ts';
import { addEntry } from './plist-value.ts';

/**
 * Reads the pairs of a text `.strings` file, in UTF-8 or UTF-16, and skips everything else. Scans the text
 * once, in linear time.
 * @throws AmbiguousPlist when a key occurs twice with different texts
 * @see Apple "Internationalization and Localization Guide", strings files
 */
export function readStringsFile(bytes: Uint8Array): Map<string, string> {
  const pairs = new Map<string, string>();
  const tokens: Token[] = [];
  for (const token of tokensOf(decode(bytes))) {
    tokens.push(token);
    if (tokens.length > 4) tokens.shift();
    const [key, equals, value, end] = tokens;
    const isPair =
      key?.text !== undefined && equals?.mark === '=' && value?.quoted === true && end?.mark === ';';
    if (!isPair) continue;
    const [name = '', text = ''] = [key.text, value.text];
    if (pairs.get(name) !== text) addEntry(pairs, name, text);
  }
  return pairs;
}

/** A text, quoted or not, or a single punctuation mark. */
interface Token {
  text?: string;
  quoted?: boolean;
  mark?: string;
}

const WORD = /[\w.-]+/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"?/y;
const COMMENT = /\/(?:\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/[^\n]*)?/y;
const SPACE = /\s+/y;

function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    const first = text[at] ?? '';
    const pattern = first === '"' ? QUOTED : first === '/' ? COMMENT : /\s/.test(first) ? SPACE : WORD;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (pattern === QUOTED) yield { text: unescape(match?.[1] ?? ''), quoted: true };
    else if (pattern === WORD) yield match ? { text: match[0] } : { mark: first };
    at += match?.[0].length ?? 1;
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), false);
  return decodeUtf8(bytes);
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:U([0-9a-fA-F]{4})|([\s\S]))/g, (_, code?: string, character?: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return character === 'n' ? '\n' : character === 't' ? '\t' : (character ?? '');
  });
}
