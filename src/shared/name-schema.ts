import { z } from 'zod';
import { fitsIn } from './characters.ts';
import { t } from './languages/translate.ts';
import { hasMark, hiddenProblem, isVisible } from './visible-text.ts';

/**
 * A text of one line in which everything can be seen; empty where that is allowed. What the reading of a package marked is refused,
 * too: a name has nothing else in its place.
 */
export const lineSchema = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => fitsIn(text, max), { error: () => t`Use at most ${max} characters.` })
    .refine((text) => isVisible(text) && !hasMark(text), { error: hiddenProblem })
    .meta({ maxLength: max });

/**
 * A name that people enter. Every one in a contract is made by this or `lineSchema`: `test/names.test.ts` finds others.
 * @param missing what to say when it is empty
 */
export const nameSchema = (max: number, missing: () => string) => lineSchema(max).min(1, { error: missing });
