import { optionsOf } from '#server/platform/input/prepare.ts';
import type { CallName } from '#shared/calls.ts';
import {
  exampleInputs,
  inputSchemaOf,
  type Place,
  placesOf,
  replaceAt,
} from '#test/support/contract-inputs.ts';

/** One input that no call takes, as JSON text, and what is wrong with it. */
export interface HostileInput {
  readonly what: string;
  readonly json: string;
}

const DEEP = `${'['.repeat(200)}1${']'.repeat(200)}`;
/** Stands for values that `JSON.stringify` does not write. */
const HOLE = '@hole@';

/** Every input of a call with one thing wrong: each place of its examples, with each thing that can be wrong there. */
export function hostileInputs(name: CallName): HostileInput[] {
  const schema = inputSchemaOf(name);
  const wholes: HostileInput[] = [
    '[]',
    '"x"',
    '1',
    'true',
    '[{}]',
    DEEP,
    '{"__proto__":{"isAdmin":true}}',
    '{"x":"\\u0000"}',
    '{"\\ud800":1}',
  ].map((json) => ({ what: `data: ${json.slice(0, 40)}`, json }));
  const places = exampleInputs(name).flatMap((input) =>
    placesOf(schema, input).flatMap((place) =>
      replacementsFor(place).map(([what, json]) => ({
        what: `${place.path.join('.')}: ${what}`,
        json: JSON.stringify(replaceAt(input, place.path, HOLE)).replace(`"${HOLE}"`, () => json),
      })),
    ),
  );
  return [...new Map([...wholes, ...places].map((input) => [input.what, input])).values()];
}

function replacementsFor({ schema, isRequired }: Place): [what: string, json: string][] {
  const kinds = new Set([schema, ...optionsOf(schema)].map(({ type }) => type));
  const isText = kinds.has('string') || schema.enum || typeof schema.const === 'string';
  const isNumber = kinds.has('number') || kinds.has('integer');
  return [
    ['deep', DEEP],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ...(kinds.has('object') ? [] : ([['an object', '{"constructor":{"prototype":{}}}']] as const)),
    ['NUL', String.raw`"a\u0000"`],
    ['a lone surrogate', String.raw`"\udc00"`],
    ...(isRequired && !kinds.has('null') && schema.type !== undefined ? ([['null', 'null']] as const) : []),
    ...(isText ? [] : ([['a text', '"x"']] as const)),
    ...(isNumber
      ? ([
          ['a huge number', '1e300'],
          ['a huge negative number', '-1e300'],
          ['infinity', '1e999'],
          ['beyond int8', '9223372036854775808'],
          ['beyond int4', '-2147483649'],
        ] as const)
      : ([['a number', '1e300']] as const)),
    ...(kinds.has('integer') ? ([['a fraction', '1.5']] as const) : []),
    ...(kinds.has('boolean') || schema.const === true ? [] : ([['a boolean', 'false']] as const)),
    ...(kinds.has('array') ? [] : ([['a list', '[]']] as const)),
    ...(isText
      ? ([['far too long', `"${'x'.repeat((schema.maxLength ?? 30_000) + 30_001)}"`]] as const)
      : []),
    ...(schema.maxItems === undefined
      ? []
      : ([['too many', `[${Array(schema.maxItems + 1).fill('"x"')}]`]] as const)),
  ].map(([what, json]) => [what as string, json as string]);
}
