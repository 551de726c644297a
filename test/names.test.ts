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

/* Every field of a contract in which people enter a name or a label refuses characters that nobody sees, and counts as people do. */

const NAME_FIELD = /name$|^title$|^tagline$|^label$|^summary$|^license$/i;
/** Lists of labels. */
const NAME_LIST = /^tags$/;
/** Fields that are no names, or that are checked elsewhere. */
const OTHERS: ReadonlySet<string> = new Set([
  // The handler checks all texts together; see apply-listing.test.ts.
  'apps.applyListing texts.de.name',
  'apps.applyListing texts.de.summary',
]);

function nameFieldsOf(call: CallName) {
  return exampleInputs(call).flatMap((input) =>
    placesOf(inputSchemaOf(call), input).flatMap(({ path, schema }) => {
      const [list, field] = path.slice(-2);
      const isText = schema.type === 'string' || schema.anyOf !== undefined;
      const isNamed = NAME_FIELD.test(String(field ?? list)) || NAME_LIST.test(String(list));
      const isName = isNamed && isText && !schema.enum;
      const max = schema.maxLength ?? schema.anyOf?.find(({ type }) => type === 'string')?.maxLength ?? 0;
      return isName ? [{ input, path, id: `${call} ${path.join('.')}`, max }] : [];
    }),
  );
}

const fields = callNames.flatMap(nameFieldsOf);

const known = [...new Map(fields.map((field) => [field.id, field])).values()].filter(
  ({ id }) => !OTHERS.has(id),
);

test.each(known)('$id refuses hidden characters', ({ input, path, id }) => {
  const schema = calls[id.split(' ')[0] as CallName].input;
  for (const character of ['\u202E', '\u200B', '\u3164', '\u{E0041}', '\n', '\u2028', '⟨U+202E⟩']) {
    const { error } = schema.safeParse(replaceAt(input, path, `Har${character}bour`));
    expect(error?.issues.map(({ message }) => message)).toEqual([hiddenProblem()]);
  }
  expect(schema.safeParse(replaceAt(input, path, 'می\u200Cخواهم ❤\uFE0F')).error).toBeUndefined();
});

test.each(known)('$id has a limit that counts characters as people do', ({ input, path, id, max }) => {
  const schema = calls[id.split(' ')[0] as CallName].input;
  const isFine = (text: string) => schema.safeParse(replaceAt(input, path, text)).success;
  expect(max).toBeGreaterThan(0);
  expect(['x', '😀', 'é'.normalize('NFD')].map((one) => isFine(one.repeat(max)))).toEqual([true, true, true]);
  expect(['x', '😀', 'é'.normalize('NFD')].map((one) => isFine(one.repeat(max + 1)))).toEqual([
    false,
    false,
    false,
  ]);
});

test('finds the fields that are known to be names, and lists no other that is gone', () => {
  const ids = new Set(fields.map(({ id }) => id));
  const expected = [
    'users.completeOnboarding displayName',
    'apps.create name',
    'tokens.create name',
    'deviceAuthorizations.start name',
    'settings.update settings.storeName',
    'apps.updateDetails details.tags.0',
    'apps.updateDetails details.license',
  ];
  expect([...expected, ...OTHERS].filter((id) => !ids.has(id))).toEqual([]);
});
