import { setupI18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { setCatalog, t } from '#shared/languages/translate.ts';
import { nameSchema } from '#shared/name-schema.ts';
import { versionDenialReason } from '#shared/versions/actions.ts';
import { compileCatalog, readCatalog } from '../../../../scripts/messages.ts';
import { callError, requireAllowed } from './call-error.ts';
import { checkInput } from './check.ts';

const messages = readCatalog('de');
const german = setupI18n({
  locale: 'de',
  messages: { de: compileCatalog(messages, Object.keys(messages)) },
  missing: () => '',
});

afterEach(() => setCatalog(null));

/** Returns the error that something throws. */
function errorOf(run: () => unknown): CallError {
  try {
    run();
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('It threw nothing.');
}

/** Returns a text of an error as a German reader gets it. */
function inGerman({ message, sentence }: { message: string; sentence?: unknown }): string {
  setCatalog(german);
  return writeSentence(sentence, message);
}

test('a rule’s sentence is English, and German with the words of its records', () => {
  const { message, details } = errorOf(() =>
    requireAllowed(() => versionDenialReason({ action: 'submit', status: 'in_review', actor: 'publisher' }), {
      reason: 'wrong-status',
    }),
  );
  expect(message).toBe('This version is in review, so it can’t be submitted for review.');
  expect(inGerman({ message, sentence: details?.sentence })).toBe(
    'Diese Version ist in Prüfung und kann daher nicht zur Prüfung eingereicht werden.',
  );
});

test('an allowed action throws nothing', () => {
  expect(() => requireAllowed(() => null, { reason: 'wrong-status' })).not.toThrow();
});

test('a text without messages has no parts', () => {
  expect(callError('aborted', () => String('x'), { reason: 'stale' }).details).toEqual({ reason: 'stale' });
});

test('the problems of an input are written with their fields, and the rest is counted', () => {
  const schema = z.object({
    name: nameSchema(5, () => t`Enter a name.`),
    days: z.number().max(365, { error: () => t`Use at most 365 days.` }),
    a: nameSchema(5, () => t`Enter a name.`),
    b: nameSchema(5, () => t`Enter a name.`),
  });
  const { message, details } = errorOf(() => checkInput(schema, { name: '', days: 400, a: '', b: '' }));
  expect(message).toBe(
    'name: Enter a name. days: Use at most 365 days. a: Enter a name. And 1 more problem.',
  );
  expect(inGerman({ message, sentence: details?.sentence })).toBe(
    'name: Gib einen Namen ein. days: Höchstens 365 Tage. a: Gib einen Namen ein. Und 1 weiteres Problem.',
  );
  const issues = details?.['issues'] as { path: string; message: string; sentence: unknown }[];
  expect(issues.map(({ path, message: text }) => `${path} ${text}`)).toEqual([
    'name Enter a name.',
    'days Use at most 365 days.',
    'a Enter a name.',
    'b Enter a name.',
  ]);
  expect(issues.map(inGerman)[1]).toBe('Höchstens 365 Tage.');
});
