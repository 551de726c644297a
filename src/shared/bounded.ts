import { z } from 'zod';
import { MAX_PARTS } from './languages/sentence.ts';
import { formatNumber, t } from './languages/translate.ts';

/**
 * Schemas that contracts share. Every text, list and record of an input or an output has a limit, and so has every
 * number of an input.
 */

/** Validates the id of any record, or of a user (uid). */
export const idSchema = z.string().max(100, { error: () => t`Use a valid ID.` });

/**
 * Maximum entries of a list whose number is limited where they are created: above every such limit, so that whatever
 * exists is shown, even if a limit was lowered.
 */
export const MAX_LIST_ENTRIES = 1_000;

/** Validates the secret of a link in an email. */
export const secretSchema = z.string().min(1).max(200);

/** An edit counter, within PostgreSQL's `integer` range. */
export const revisionSchema = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/**
 * Maximum length of an email address in characters: RFC 5321, section 4.5.3.1.3, without the angle brackets.
 */
export const MAX_EMAIL_LENGTH = 254;

export const emailSchema = (problem: () => string) =>
  z.email({ error: problem }).max(MAX_EMAIL_LENGTH, { error: problem });

/** A user's name in an output: what they entered, or else their email address. */
export const shownNameSchema = z.string().max(MAX_EMAIL_LENGTH);

/** An email address in an output. */
export const shownEmailSchema = z.string().max(MAX_EMAIL_LENGTH);

/** Text that Quayside writes: a sentence, or a few. */
export const sentenceSchema = z.string().max(2_000);

/** A path below the base path. */
export const pathSchema = z.string().max(1_000);

/** A complete address. */
export const addressSchema = z.string().max(2_000);

const EARLIEST = Date.parse('2000-01-01T00:00:00Z');
const LATEST = Date.parse('2100-01-01T00:00:00Z');
const TIME = { error: () => t`Give the date and time in UTC as ISO 8601, such as 2030-01-31T09:00:00Z.` };

/** A time in this century, in UTC. */
export const timeSchema = z.iso
  .datetime(TIME)
  .max(40, TIME)
  .refine((text) => isInRange(Date.parse(text)), { error: () => t`Choose a date from 2000 to 2099.` });

/** Accepts invalid dates, which already have their own error. */
function isInRange(time: number): boolean {
  return Number.isNaN(time) || (time >= EARLIEST && time < LATEST);
}

/** Limits a value by the length of its JSON, which JSON Schema calls `maxLength`. */
export function boundedJson<Value extends z.ZodType>(max: number, value: Value) {
  return value
    .refine((given) => JSON.stringify(given).length <= max, {
      error: () => t`Use at most ${formatNumber(max)} characters of JSON.`,
    })
    .meta({ maxLength: max });
}

/** Creates a record schema with a limit on its entries, which JSON Schema calls `maxProperties`. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  max: number,
  key: Key,
  value: Value,
) {
  return z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= max, {
      error: () => t`Use at most ${formatNumber(max)} entries.`,
    })
    .meta({ maxProperties: max });
}

/** A sentence that says why something isn't possible, with the parts from which `writeSentence` writes it; null for none. */
export const denialFields = {
  denialReason: sentenceSchema.nullable(),
  sentence: boundedJson(20_000, z.array(z.unknown()).max(MAX_PARTS)).optional(),
};
