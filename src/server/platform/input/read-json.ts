import { t } from '#shared/languages/translate.ts';
import { invalidField } from './invalid.ts';

/** Maximum nesting of a body; the deepest contract needs six levels. */
const MAX_DEPTH = 16;
/** Maximum values in a body; the largest contract accepts ten thousand ids for an announcement. */
const MAX_VALUES = 20_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads an untrusted JSON body. Throws `invalid-argument` when it is not JSON in UTF-8, nests too deeply, has
 * too many values, repeats a name or uses the name `__proto__`, or contains text that PostgreSQL cannot store
 * (NUL, and unpaired surrogates). Skips a byte order mark (RFC 8259, section 8.1).
 */
export function readJson(body: ArrayBuffer | Uint8Array): unknown {
  const text = decode(body);
  const members = measure(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidBody(() => t`The body isn’t JSON. Send {"data": …}.`);
  }
  const found = { members: 0, hasEscapes: text.includes('\\u') };
  inspect(value, found, []);
  if (found.members !== members)
    throw invalidBody(() => t`The body repeats a name in one object. Use each name once.`);
  return value;
}

function decode(body: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw invalidBody(() => t`The body isn’t UTF-8. Send JSON in UTF-8 without compression.`);
  }
}

/**
 * Counts the members of all objects by the colons outside strings. Checks depth and number of values before
 * the text is parsed.
 */
function measure(text: string): number {
  let depth = 0;
  let values = 1;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        members += 1;
        break;
      case COMMA:
        values += 1;
        if (values > MAX_VALUES)
          throw invalidBody(() => t`The body has more than ${MAX_VALUES} values. Send fewer at once.`);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        values += 1;
        if (depth > MAX_DEPTH)
          throw invalidBody(() => t`The body nests more than ${MAX_DEPTH} levels deep. Use fewer levels.`);
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
    }
  }
  return members;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns the position of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

interface ParsedTotals {
  /** Number of members in the parsed objects: fewer than in the text when a name repeats. */
  members: number;
  /** Without escapes no string can contain NUL or an unpaired surrogate: JSON and UTF-8 forbid them. */
  readonly hasEscapes: boolean;
}

function inspect(value: unknown, found: ParsedTotals, path: string[]): void {
  if (typeof value === 'string') {
    if (found.hasEscapes && !isPlainText(value)) throw invalidField(nameOf(path), NOT_PLAIN);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      path.push(String(index));
      inspect(value[index], found, path);
      path.pop();
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      found.members += 1;
      if (name === '__proto__')
        throw invalidBody(() => t`The body uses the name "__proto__", which isn’t allowed.`);
      if (found.hasEscapes && !isPlainText(name)) throw invalidField(nameOf(path), NOT_PLAIN);
      path.push(name);
      inspect(item, found, path);
      path.pop();
    }
  }
}

/** Returns true when a text has neither NUL nor unpaired surrogates, which PostgreSQL cannot store. */
export function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const NOT_PLAIN = () => t`Remove NUL characters and unpaired surrogates.`;

/** Returns the path of a value for errors, without the leading `data`. */
function nameOf([, ...path]: readonly string[]): string {
  return path.length > 0 ? path.join('.').toWellFormed() : 'data';
}

function invalidBody(write: () => string): Error {
  return invalidField('body', write);
}
