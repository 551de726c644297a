import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkInput } from '#server/platform/input/check.ts';
import { type InputSchema, optionsOf, takesNull } from '#server/platform/input/prepare.ts';
import type { CallContract } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { DATA_AREAS, type DataArea } from '#shared/data-areas.ts';
import { CallError } from '#shared/errors.ts';
import { changesOf, EVENT_NAMES } from '#shared/events.ts';
import {
  callNames,
  exampleInputs,
  inputSchemaOf,
  placesOf,
  replaceAt,
} from '#test/support/contract-inputs.ts';
import { DESCRIBED_CALLS } from '../scripts/api-reference/document.ts';

/** The values that need no limit, besides those with few values. */
interface Exempt {
  /** Formats whose texts are short. */
  readonly formats: readonly string[];
  readonly numbers: boolean;
}

/** A caller may write a time with any number of digits, and any number. */
const INPUT: Exempt = { formats: ['uuid'], numbers: false };
const OUTPUT: Exempt = { formats: ['uuid', 'date', 'date-time'], numbers: true };

/** Returns the problems of a contract's values that have no limit, by their place. */
function unbounded(schema: InputSchema, place: string, exempt: Exempt): string[] {
  if (schema.const !== undefined || schema.enum || schema.maxLength !== undefined) return [];
  const options = optionsOf(schema);
  if (options.length > 0) return options.flatMap((option) => unbounded(option, place, exempt));
  // A type or null, where neither has more to say.
  if (Array.isArray(schema.type)) {
    return schema.type.flatMap((type) => unbounded({ ...schema, type }, place, exempt));
  }
  switch (schema.type) {
    case 'string':
      return exempt.formats.includes(schema.format ?? '') ? [] : [`${place}: text without .max()`];
    case 'number':
    case 'integer':
      return exempt.numbers || isBoundedNumber(schema) ? [] : [`${place}: number without .min() and .max()`];
    case 'boolean':
    case 'null':
      return [];
    case 'array':
      return [
        ...(schema.maxItems === undefined ? [`${place}: list without .max()`] : []),
        ...unbounded(schema.items as InputSchema, `${place}[]`, exempt),
      ];
    case 'object':
      return unboundedObject(schema, place, exempt);
    default:
      return [`${place}: anything at all`];
  }
}

/** Converts a schema's output to JSON Schema. */
function describeOutput(schema: z.ZodType): InputSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as InputSchema;
}

function isBoundedNumber({ minimum, maximum }: InputSchema): boolean {
  return (
    Number.isSafeInteger(minimum) &&
    Number.isSafeInteger(maximum) &&
    Math.max(-(minimum as number), maximum as number) < Number.MAX_SAFE_INTEGER
  );
}

function unboundedObject(schema: InputSchema, place: string, exempt: Exempt): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    unbounded(inner, `${place}.${name}`, exempt),
  );
  if (typeof schema.additionalProperties !== 'object') return fields;
  const names = schema.propertyNames ?? {};
  const isBounded = schema.maxProperties !== undefined || names.enum !== undefined;
  return [
    ...fields,
    ...(isBounded ? [] : [`${place}: record that is not made by boundedRecord`]),
    ...unbounded(names, `${place}{name}`, exempt),
    ...unbounded(schema.additionalProperties, `${place}{}`, exempt),
  ];
}

test('every text, list, record and number that a call takes has a limit', () => {
  expect(callNames.flatMap((name) => unbounded(inputSchemaOf(name), name, INPUT))).toEqual([]);
});

test('every text, list and record that a call returns has a limit', () => {
  expect(callNames.flatMap((name) => unbounded(describeOutput(calls[name].output), name, OUTPUT))).toEqual(
    [],
  );
});

test('only public calls return less to callers who aren’t signed in, and it is a part of the result', () => {
  const isPart = (part: InputSchema, whole: InputSchema | undefined): boolean =>
    whole !== undefined &&
    Object.entries(part.properties ?? {}).every(([name, field]) => isPart(field, whole.properties?.[name]));
  const partial = callNames.filter((name) => 'publicOutput' in calls[name]);
  expect(partial).toContain('settings.get');
  for (const name of partial) {
    const { access, output, publicOutput }: CallContract = calls[name];
    expect([name, access]).toEqual([name, 'public']);
    expect(publicOutput && isPart(describeOutput(publicOutput), describeOutput(output))).toBe(true);
  }
});

test.each([
  ['text', z.string()],
  ['text or null', z.object({ text: z.string().nullable() })],
  ['list', z.array(z.boolean())],
  ['record', z.record(z.string().max(9), z.boolean())],
  ['anything', z.object({ value: z.unknown() })],
])('an output of any %s is reported', (_name, output) => {
  expect(unbounded(describeOutput(output), 'it', OUTPUT)).toHaveLength(1);
});

describe('the API reference, in scripts/api-reference/,', () => {
  const isForTokens = (name: CallName) => 'token' in calls[name] && calls[name].token !== undefined;

  test('describes every call that a token may make, and five that everybody may', () => {
    const described: readonly CallName[] = DESCRIBED_CALLS;
    expect(callNames.filter((name) => isForTokens(name) && !described.includes(name))).toEqual([]);
    const others = described.filter((name) => !isForTokens(name));
    expect(others).toEqual([
      'releases.report',
      'releases.getForDevice',
      'settings.get',
      'tokens.exchange',
      'tokens.reportLeak',
    ]);
    expect(others.map((name) => calls[name].access)).toEqual(others.map(() => 'public'));
  });

  test('has an example of every call that test/api-examples.test.ts runs', () => {
    const text = readFileSync(join(import.meta.dirname, 'api-examples.test.ts'), 'utf8');
    expect(DESCRIBED_CALLS.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });
});

const DATA_AREA_NAMES = Object.keys(DATA_AREAS) as DataArea[];

describe('data areas', () => {
  const areasOf = (areas: readonly DataArea[]) => [...new Set(areas)].sort();

  test('each is read by a call', () => {
    const areas = callNames.flatMap((name) => calls[name].reads ?? []);
    expect(areasOf(areas)).toEqual(areasOf(DATA_AREA_NAMES));
  });

  test('each is changed by an event or a call, except the state of the store, which changes by itself', () => {
    const byCalls = callNames.flatMap((name) => (calls[name] as CallContract).changes ?? []);
    expect(areasOf([...byCalls, ...EVENT_NAMES.flatMap(changesOf), 'system'])).toEqual(
      areasOf(DATA_AREA_NAMES),
    );
  });

  test('every call that a screen shows says what it reads', () => {
    const shown = sources('src/client').flatMap(([, text]) =>
      [...text.matchAll(/\b(?:useCallQuery|useCallPages|documents\.read)\(\s*'([\w.]+)'/g)].map(
        ([, name]) => name,
      ),
    );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((name) => !calls[name as CallName].reads)).toEqual([]);
  });

  test('only the backend knows which results to refetch', () => {
    const elsewhere = sources('src/client')
      .filter(
        ([path, text]) => !path.startsWith('backend/') && /(?:invalidate|refetch|reset)Queries\b/.test(text),
      )
      .map(([path]) => path);
    expect(elsewhere).toEqual([]);
  });
});

/** Every source file below a folder, by its path in there. */
function sources(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
}

describe.each(callNames)('%s', (name) => {
  test('accepts its examples', () => {
    for (const input of exampleInputs(name)) expect(calls[name].input.safeParse(input).error).toBeUndefined();
  });

  test('accepts null for optional fields, and rejects it for required ones', () => {
    const checked = exampleInputs(name).flatMap((input) =>
      placesOf(inputSchemaOf(name), input).map(({ path, schema, isRequired }) => {
        const withNull = read(name, replaceAt(input, path, null));
        const place = path.join('.');
        if (takesNull(schema)) return { place, got: valueAt(withNull, path), expected: null };
        if (isRequired) return { place, got: rejectedPlaces(withNull), expected: [place] };
        return { place, got: withNull, expected: read(name, replaceAt(input, path, undefined)) };
      }),
    );
    expect(checked.map(({ place, got }) => ({ place, got }))).toEqual(
      checked.map(({ place, expected }) => ({ place, got: expected })),
    );
  });
});

/** The input as a handler gets it, or what is wrong with it. */
function read(name: CallName, input: unknown): unknown {
  try {
    return checkInput(calls[name].input, structuredClone(input));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return error.details;
  }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((inner, name) => (inner as Record<string | number, unknown>)?.[name], value);
}

function rejectedPlaces(details: unknown): string[] | undefined {
  return (details as { issues?: { path: string }[] }).issues?.map(({ path }) => path);
}
