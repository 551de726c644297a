import type { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { invalidField } from '../input/invalid.ts';
import { isPlainText } from '../input/read-json.ts';

/** The page requested by a list call: at most `limit` rows after the row in `cursor`. */
export interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Creates a cursor from a row's time and id, so that the next page starts after it even when rows change. */
export function cursorOf(time: Date, id: string): string {
  return Buffer.from(JSON.stringify([time.toISOString(), id])).toString('base64url');
}

/** Returns the time and id in a cursor; empty without one. Throws `invalid-argument` for an invalid cursor. */
export function readTimeCursor(cursor: string | undefined): { afterTime: string; afterId: string } {
  if (cursor === undefined) return { afterTime: '', afterId: '' };
  const [at = '', id = ''] = readCursor(cursor, 2);
  return { afterTime: readCursorTime(at), afterId: id };
}

/** Returns the given number of texts from a cursor. Throws `invalid-argument` for an invalid cursor. */
export function readCursor(cursor: string, count: number): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === count && parts.every(isKeepable)) return parts;
  } catch {
    // Every invalid cursor gets the same error.
  }
  throw invalidCursor();
}

function isKeepable(part: unknown): part is string {
  return typeof part === 'string' && isPlainText(part);
}

/** Returns a cursor's time as PostgreSQL reads it. Throws `invalid-argument`. */
export function readCursorTime(kept: string): string {
  const time = Date.parse(kept);
  if (time >= 0 && time < END_OF_TIME) return new Date(time).toISOString();
  throw invalidCursor();
}

/** JavaScript formats later years in a way that PostgreSQL cannot read. */
const END_OF_TIME = Date.UTC(10_000, 0);

/** Returns the error for an invalid cursor. */
export function invalidCursor(): CallError {
  return invalidField('cursor', () => t`Use nextCursor from the previous page.`);
}
