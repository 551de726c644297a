import { z } from 'zod';
import { t } from './languages/translate.ts';
import { hiddenProblem, isVisible } from './visible-text.ts';

/** A text of one line in which everything can be seen; empty where that is allowed. */
export const lineSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => t`Use at most ${max} characters.` })
    .refine(isVisible, { error: hiddenProblem });

/**
 * A name that people enter. Every one in a contract is made by this or `lineSchema`: `test/names.test.ts` finds others.
 * @param missing what to say when it is empty
 */
export const nameSchema = (max: number, missing: () => string) => lineSchema(max).min(1, { error: missing });
