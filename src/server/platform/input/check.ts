import type { z } from 'zod';
import { noteSentences } from '#shared/languages/sentence.ts';
import { type InputIssue, invalidInput } from './invalid.ts';
import { prepare } from './prepare.ts';

/** Parses an input with its schema; modifies the input. Throws `invalid-argument` with the problems. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const tooLarge: InputIssue[] = [];
  prepare(schema)?.(input, '', tooLarge);
  if (tooLarge.length > 0) throw invalidInput(tooLarge);
  const { result: checked, sentenceOf } = noteSentences(() => schema.safeParse(input));
  if (checked.success) return checked.data;
  throw invalidInput(
    checked.error.issues.map(({ path, message }) => ({
      path: path.length > 0 ? path.join('.') : 'data',
      problem: sentenceOf(message),
    })),
  );
}
