import type { z } from 'zod';
import { noteSentences } from '#shared/languages/sentence.ts';
import { type InputIssue, invalidInput } from './invalid.ts';
import { prepare } from './prepare.ts';

/** Parses an input with its schema; modifies the input. Throws `invalid-argument` with the problems. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const tooLarge: InputIssue[] = [];
  prepare(schema)?.(input, '', tooLarge);
  if (tooLarge.length > 0) throw invalidInput(tooLarge);
  // The library writes the texts of issues when they are read.
  const { result, sentenceOf } = noteSentences(() => {
    const { data, error } = schema.safeParse(input);
    return error ? { issues: error.issues.map(({ path, message }) => ({ path, message })) } : { data };
  });
  if ('data' in result) return result.data as z.output<Schema>;
  throw invalidInput(
    result.issues.map(({ path, message }) => ({
      path: path.length > 0 ? path.join('.') : 'data',
      problem: sentenceOf(message),
    })),
  );
}
