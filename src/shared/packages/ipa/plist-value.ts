import { FormatError } from '../problems/format-error.ts';
/** A property list value. Dates are ISO 8601 strings. */
export type PlistValue = string | number | boolean | null | Uint8Array | PlistValue[] | PlistDict;

/** A dictionary, stored as a Map because its keys come from the file. */
export type PlistDict = Map<string, PlistValue>;

/** Real property lists in packages have a few hundred values, keys included. */
export const MAX_VALUES = 20_000;
/** Total bytes of text and data, counting every reference to them. */
export const MAX_CONTENT = 2 * 1024 * 1024;
export const MAX_DEPTH = 64;

const MAX_KEY_SHOWN = 100;

/** Thrown when a property list can be read in two ways; `readPlist` makes a finding of it. */
export class AmbiguousPlist extends FormatError {}

/** Adds an entry to a dictionary. Programs use the first or the last of two with the same key. */
export function addEntry<Value>(dict: Map<string, Value>, key: string, value: Value): void {
  if (dict.has(key)) {
    const shown = JSON.stringify(key.slice(0, MAX_KEY_SHOWN));
    throw new AmbiguousPlist({ problem: 'repeatedKey', key: shown });
  }
  dict.set(key, value);
}

/** Returns the text under a key, null when there is none. */
export function plistText(dict: PlistDict, key: string): string | null {
  const value = dict.get(key);
  return typeof value === 'string' ? value : null;
}

/** Returns the dictionary under a key, an empty one when there is none. */
export function plistDict(dict: PlistDict, key: string): PlistDict {
  const value = dict.get(key);
  return value instanceof Map ? value : new Map<string, PlistValue>();
}

/** Returns the array under a key, an empty one when there is none. */
export function plistArray(dict: PlistDict, key: string): PlistValue[] {
  const value = dict.get(key);
  return Array.isArray(value) ? value : [];
}
