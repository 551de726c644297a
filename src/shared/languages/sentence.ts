import {
  type Catalog,
  formatNumber,
  type MessageValue,
  messageLanguage,
  noteMessages,
  pageCatalog,
} from './translate.ts';

/*
 * A sentence keeps the messages that it was written from, so that its reader gets it in their language: the server sends
 * the parts of an error beside its English text.
 */

/** A message, by the id of its key, with its values. */
interface MessagePart {
  readonly id: string;
  readonly values: Readonly<Record<string, number | readonly SentencePart[]>>;
}

/** A number, which each language writes differently. */
interface NumberPart {
  readonly number: number;
  readonly options?: Intl.NumberFormatOptions;
}

/** A part of a sentence; texts stay as they are. */
export type SentencePart = string | MessagePart | NumberPart;

export interface Sentence {
  /** In English. */
  readonly text: string;
  readonly parts: readonly SentencePart[];
}

/** Maximum length of a text among the parts. */
const MAX_TEXT_LENGTH = 500;
/** Maximum messages and numbers of a sentence, all its parts, and how deep they stand within each other. */
const MAX_NOTES = 100;
export const MAX_PARTS = 2 * MAX_NOTES + 1;
const MAX_DEPTH = 5;

interface Note {
  readonly part: MessagePart | NumberPart;
  readonly english: string;
}

/** Stands for a note in the text that is written, so that a message can contain others. Users can't guess the word. */
const MARK_WORD = Math.random().toString(36).slice(2);
const MARK = new RegExp(`\uE000${MARK_WORD}-(\\d+)\uE001`);

/** Writes texts and returns the result, with a function that returns each text in it as a sentence. */
export function noteSentences<Result>(write: () => Result): {
  readonly result: Result;
  readonly sentenceOf: (text: string) => Sentence;
} {
  const notes: Note[] = [];
  const add = (note: Note) =>
    notes.length < MAX_NOTES ? `\uE000${MARK_WORD}-${notes.push(note) - 1}\uE001` : note.english;
  const result = noteMessages(
    {
      message: (key, values, english) => {
        const read = (value: MessageValue) => (typeof value === 'number' ? value : partsOf(value, notes));
        const named = Object.entries(values).map(([name, value]) => [name, read(value)] as const);
        return add({
          part: { id: messageId(key), values: Object.fromEntries(named) },
          english: englishOf(english, notes),
        });
      },
      number: (number, options) =>
        add({
          part: { number, ...(options && { options }) },
          english: number.toLocaleString(messageLanguage(), options),
        }),
    },
    write,
  );
  return {
    result,
    sentenceOf: (text) => ({ text: englishOf(text, notes), parts: partsOf(text, notes) }),
  };
}

/** Returns a text that consists of messages as a sentence. */
export function noteSentence(write: () => string): Sentence {
  const { result, sentenceOf } = noteSentences(write);
  return sentenceOf(result);
}

/** Returns sentences and texts as one. */
export function joinSentences(...pieces: readonly (Sentence | string)[]): Sentence {
  return {
    text: pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join(''),
    parts: pieces.flatMap((piece) => (typeof piece === 'string' ? [cutText(piece)] : piece.parts)),
  };
}

function partsOf(text: string, notes: readonly Note[]): SentencePart[] {
  // Every second piece is the number of a note.
  return text.split(MARK).flatMap((piece, at) => {
    const part = at % 2 === 1 ? notes[Number(piece)]?.part : cutText(piece);
    return part === undefined || part === '' ? [] : [part];
  });
}

function englishOf(text: string, notes: readonly Note[]): string {
  return text
    .split(MARK)
    .map((piece, at) => (at % 2 === 1 ? (notes[Number(piece)]?.english ?? '') : piece))
    .join('');
}

function cutText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`;
}

/** Returns the short id of a message, from its key (FNV-1a). A test finds two messages with the same one. */
export function messageId(key: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Returns a sentence of the server in the page's language; its text when a part of it is unknown. */
export function writeSentence(parts: unknown, text: string): string {
  const catalog = pageCatalog();
  if (catalog === null) return text;
  try {
    return writeParts(catalog, parts, MAX_DEPTH);
  } catch {
    return text;
  }
}

/** Throws for anything that isn't a list of parts, or that the catalogue lacks. */
function writeParts(catalog: Catalog, parts: unknown, depth: number): string {
  if (!Array.isArray(parts) || parts.length > MAX_PARTS || depth === 0)
    throw new TypeError('Not a sentence.');
  return parts.map((part: SentencePart) => writePart(catalog, part, depth)).join('');
}

function writePart(catalog: Catalog, part: SentencePart, depth: number): string {
  if (typeof part === 'string') return part;
  if ('number' in part) return formatNumber(Number(part.number), part.options);
  const values = Object.entries(part.values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : writeParts(catalog, value, depth - 1),
  ]);
  const message = catalog._(keyOf(catalog, part.id), Object.fromEntries(values));
  if (message === '') throw new TypeError('No such message.');
  return message;
}

/** The ids of each catalogue's messages, which are found when the first sentence needs them. */
const keysById = new WeakMap<Catalog, ReadonlyMap<string, string>>();

function keyOf(catalog: Catalog, id: string): string {
  let keys = keysById.get(catalog);
  if (!keys) {
    keys = new Map(Object.keys(catalog.messages).map((key) => [messageId(key), key]));
    keysById.set(catalog, keys);
  }
  return keys.get(id) ?? '';
}
