import { expect, test } from 'vitest';
import { type CallName, calls } from '#shared/calls.ts';
import { hiddenProblem } from '#shared/visible-text.ts';
import {
  callNames,
  exampleInputs,
  inputSchemaOf,
  placesOf,
  replaceAt,
} from '#test/support/contract-inputs.ts';

/* Every field of a contract in which people enter a name refuses characters that nobody sees. */

const NAME_FIELD = /name$|^title$|^tagline$|^label$|^summary$/i;
/** Fields that are no names, or that are checked elsewhere. */
const OTHERS: ReadonlySet<string> = new Set([
  // The handler checks all texts together; see apply-listing.test.ts.
  'apps.applyListing texts.de.name',
  'apps.applyListing texts.de.summary',
]);

function nameFieldsOf(call: CallName) {
  return exampleInputs(call).flatMap((input) =>
    placesOf(inputSchemaOf(call), input).flatMap(({ path, schema }) => {
      const [field] = path.slice(-1);
      const isText = schema.type === 'string' || schema.anyOf !== undefined;
      const isName = typeof field === 'string' && NAME_FIELD.test(field) && isText && !schema.enum;
      return isName ? [{ input, path, id: `${call} ${path.join('.')}` }] : [];
    }),
  );
}

const fields = callNames.flatMap(nameFieldsOf);

test.each(
  [...new Map(fields.map((field) => [field.id, field])).values()].filter(({ id }) => !OTHERS.has(id)),
)('$id refuses hidden characters', ({ input, path, id }) => {
  const schema = calls[id.split(' ')[0] as CallName].input;
  for (const character of ['\u202E', '\u200B', '\u3164', '\u{E0041}', '\n']) {
    const { error } = schema.safeParse(replaceAt(input, path, `Har${character}bour`));
    expect(error?.issues.map(({ message }) => message)).toEqual([hiddenProblem()]);
  }
  expect(schema.safeParse(replaceAt(input, path, 'می\u200Cخواهم ❤\uFE0F')).error).toBeUndefined();
});

test('finds the fields that are known to be names, and lists no other that is gone', () => {
  const ids = new Set(fields.map(({ id }) => id));
  const known = [
    'users.completeOnboarding displayName',
    'apps.create name',
    'tokens.create name',
    'deviceAuthorizations.start name',
    'settings.update settings.storeName',
  ];
  expect([...known, ...OTHERS].filter((id) => !ids.has(id))).toEqual([]);
});
