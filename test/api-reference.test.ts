import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DESCRIBED_CALLS, describeApi, STORE_PLACEHOLDER } from '../scripts/api-reference/document.ts';
import { listFields } from '../scripts/api-reference/fields.ts';
import { renderReference } from '../scripts/api-reference/page.ts';
import { inputSchema, type JsonSchema } from '../scripts/api-reference/schemas.ts';
import { typeText } from '../scripts/api-reference/type-text.ts';

const document = describeApi();
const text = JSON.stringify(document);

test('is clean in a linter, with every rule that it recommends', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = text.replaceAll(STORE_PLACEHOLDER, 'https://apps.example.org/quayside');
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  const broken = await lintFromString({
    source: source.replace('"operationId":"apps.create",', ''),
    absoluteRef: '/openapi.json',
    config,
  });
  expect(broken.map(({ ruleId }) => ruleId)).toEqual(['operation-operationId']);
});

test('says that a call with the same idempotency key may still run', () => {
  const keyed = Object.values(document.paths).flatMap((path) =>
    'post' in path && JSON.stringify(path.post).includes('parameters/IdempotencyKey') ? [path.post] : [],
  );
  expect(keyed.length).toBeGreaterThan(20);
  expect(keyed.filter(({ responses }) => !('409' in responses))).toEqual([]);
});

test('every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  // Most responses share the schema of errors.
  const known = new Map<string, ValidateFunction>();
  const examples = listExamples(document);
  const wrong = examples.filter(({ at, schema, value }) => {
    const key = JSON.stringify(schema);
    const validate = known.get(key) ?? ajv.compile({ $ref: `api#${at}/schema` });
    known.set(key, validate);
    return !validate(value);
  });
  expect(wrong).toEqual([]);
  expect(examples.length).toBeGreaterThan(DESCRIBED_CALLS.length * 2);
});

test('every result and every body of a webhook has an example', () => {
  const lacking = [...Object.entries(document.paths), ...Object.entries(document.webhooks)].flatMap(
    ([path, item]) =>
      Object.entries(item as Record<string, Described>).flatMap(
        ([method, { responses = {}, requestBody }]) => [
          ...Object.entries(responses)
            .filter(([status]) => status.startsWith('2'))
            .flatMap(([status, { content = {} }]) => lackingIn(content, `${method} ${path} ${status}`)),
          ...(path.startsWith('/') ? [] : lackingIn(requestBody?.content ?? {}, `${method} ${path}`)),
        ],
      ),
  );
  expect(lacking).toEqual([]);
});

interface Described {
  readonly responses?: Record<string, { content?: Record<string, object> }>;
  readonly requestBody?: { content: Record<string, object> };
}

function lackingIn(content: Record<string, object>, at: string): string[] {
  return Object.entries(content).flatMap(([type, media]) => ('example' in media ? [] : [`${at} ${type}`]));
}

interface Example {
  readonly at: string;
  readonly schema: unknown;
  readonly value: unknown;
}

/** Returns the examples beside a schema, with the JSON pointers of their content. */
function listExamples(value: unknown, at = ''): Example[] {
  if (typeof value !== 'object' || value === null) return [];
  const { schema, example, examples = {} } = value as Record<string, object | undefined>;
  const own =
    schema === undefined
      ? []
      : [example, ...Object.values(examples as Record<string, { value: unknown }>).map((one) => one.value)];
  return [
    ...own.filter((one) => one !== undefined).map((one) => ({ at, schema, value: one })),
    ...Object.entries(value).flatMap(([name, inner]) =>
      name === 'schema'
        ? []
        : listExamples(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}

describe('the page', () => {
  const page = renderReference();

  test('shows every operation once, and leads only to what it has', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, { operationId?: string }>).flatMap(
        ({ operationId }) => operationId ?? [],
      ),
    );
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter((id) => !ids.includes(id))).toEqual([]);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(page).toContain('<a href="#type-VersionSummary">VersionSummary</a>[]');
  });

  test('is whole', () => {
    expect(page).not.toMatch(/undefined|\[object|NaN/);
  });
});

describe('typeText', () => {
  test.each([
    [z.string(), 'string'],
    [z.number().int(), 'number'],
    [z.boolean(), 'boolean'],
    [z.string().nullable(), 'string | null'],
    [z.enum(['a', 'b']), '"a" | "b"'],
    [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
    [z.object({}), '{}'],
    [z.object({ a: z.string(), b: z.number().optional() }), '{ a: string, b?: number }'],
    [z.record(z.string(), z.string()), '{ [key]: string }'],
    [z.literal(true), 'true'],
  ])('reads as a type', (schema, expected) => {
    expect(typeText(inputSchema(schema))).toBe(expected);
  });

  test('a wide object has one field a line', () => {
    const wide = z.object({
      applicationIdentifier: z.string(),
      applicationName: z.string(),
      summary: z.string(),
    });
    expect(typeText(inputSchema(wide))).toBe(
      '{\n  applicationIdentifier: string\n  applicationName: string\n  summary: string\n}',
    );
  });
});

test('fields have their limits and defaults', () => {
  const schema: JsonSchema = inputSchema(
    z.object({
      name: z.string().min(1).max(80),
      limit: z.number().int().min(1).max(100).default(50),
      inner: z.object({ ids: z.array(z.string().max(9)).min(2).max(1000).optional() }),
    }),
  );
  expect(listFields(schema)).toEqual([
    { name: 'name', type: 'string', isRequired: true, limits: ['at least 1', 'at most 80 characters'] },
    { name: 'limit', type: 'number', isRequired: false, limits: ['1 to 100', '50 by default'] },
    { name: 'inner', type: 'object', isRequired: true, limits: [] },
    {
      name: 'inner.ids',
      type: 'string[]',
      isRequired: false,
      limits: ['at least 2', 'at most 1,000 items', 'each at most 9 characters'],
    },
  ]);
});
