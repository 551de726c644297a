import { describeInput, type InputSchema, optionsOf } from '#server/platform/input/prepare.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { DETAILS, type FieldRecord } from '#shared/listings/field-records.ts';

export const callNames = Object.keys(calls) as CallName[];

const schemas = new Map<CallName, InputSchema>();

/** Returns the input of a call as JSON Schema. */
export function inputSchemaOf(name: CallName): InputSchema {
  const known = schemas.get(name);
  if (known) return known;
  const made = describeInput(calls[name].input);
  schemas.set(name, made);
  return made;
}

const detailExamples = Object.entries<FieldRecord>(DETAILS)
  .filter(([, record]) => record.example)
  .map(([field, record]) => [field, record.example]);

/** Values of fields that are more than a text of some length. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(detailExamples),
  accent: '#00796b',
  applicationId: 'org.example.sample',
  at: '2050-01-01T00:00:00Z',
  auth: 'a'.repeat(22),
  cursor: Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', 'x'])).toString('base64url'),
  email: 'somebody@people.example',
  endpoint: 'https://push.example.org/1',
  from: '2026-01-01T00:00:00Z',
  host: 'mail.example.org',
  issuer: 'https://gitlab.com',
  id: 'a0000000-0000-4000-8000-000000000001',
  language: 'de',
  locale: 'de',
  marketplaceId: '6478916434',
  defaultLocale: 'de',
  announcementId: '00000000-0000-4000-8000-000000000002',
  p256dh: 'b'.repeat(87),
  ownerId: '65',
  password: 'a passphrase that nobody has',
  sender: 'store@people.example',
  repository: 'octo-org/app',
  repositoryId: '74',
  reviewAt: '2050-01-01T00:00:00Z',
  sha256: 'c'.repeat(64),
  timeZone: 'Europe/Berlin',
  userCode: 'WDJB-MJHT',
  to: '2027-01-01T00:00:00Z',
  workflow: '.gitlab-ci.yml',
};
const ADDRESSES = new Set(['url', 'video', 'support', 'social']);
/** Fields whose form depends on the call. */
const EXAMPLES_OF_CALLS: Readonly<Partial<Record<CallName, Record<string, unknown>>>> = {
  'provenance.require': { requirement: { repository: 'https://github.com/example/app', workflow: 'a.yml' } },
  'provenance.requireByStaff': {
    requirement: { repository: 'https://github.com/example/app', workflow: 'a.yml' },
  },
  'apps.applyListing': { changelogs: { de: { '7': 'a text' } } },
  'antiFeatures.set': { reasons: { 'en-US': 'It needs our server.' } },
  'antiFeatures.setByStaff': { reasons: { 'en-US': 'It needs our server.' } },
  'audit.list': { cursor: '1000' },
  // A value that may be a user's ID, a hash or a file's name.
  'stops.apply': { value: 'd'.repeat(64) },
  'stops.preview': { value: 'd'.repeat(64) },
  'settings.setMail': { before: '2026-01-01T00:00:00.000Z' },
  'settings.setLogo': { image: 'aGFyYm91cg==' },
  'releases.setHaltRule': { rule: { kinds: ['crash'], reports: 20, percentage: 5 } },
  'apps.list': { cursor: Buffer.from('["newest","2026-01-01T00:00:00.000Z","x"]').toString('base64url') },
  'users.list': { cursor: Buffer.from('["waiting","2026-01-01T00:00:00.000Z","x"]').toString('base64url') },
  'reviews.queue': {
    cursor: Buffer.from('["oldest","","2026-01-01T00:00:00.000Z","x"]').toString('base64url'),
  },
};

/** The kind of an example: with every optional field or with none, and its option of each choice. */
interface Manner {
  readonly full: boolean;
  readonly option: number;
}

/** Returns valid inputs of a call: complete ones with every option of every choice, and the smallest ones. */
export function exampleInputs(name: CallName): Record<string, unknown>[] {
  const made = [true, false].flatMap((full) =>
    [0, 1, 2].map((option) => {
      const input = example(inputSchemaOf(name), '', { full, option });
      return { ...(input as Record<string, unknown>), ...(full && EXAMPLES_OF_CALLS[name]) };
    }),
  );
  const [whole, ...others] = [...new Map(made.map((input) => [JSON.stringify(input), input])).values()];
  // A change without fields is not valid.
  return [whole ?? {}, ...others.filter((input) => calls[name].input.safeParse(input).success)];
}

function example(schema: InputSchema, field: string, manner: Manner): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[manner.option % schema.enum.length];
  const options = optionsOf(schema).filter(({ type, const: only }) => type !== 'null' && only !== '');
  if (options.length > 0)
    return example(options[manner.option % options.length] as InputSchema, field, manner);
  switch (schema.type) {
    case 'string':
      return EXAMPLES[field] ?? (ADDRESSES.has(field) ? 'https://example.org/page' : 'a text');
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return true;
    case 'array':
      return [example(schema.items as InputSchema, field, manner)];
    case 'object':
      return exampleObject(schema, manner);
    default:
      return null;
  }
}

function exampleObject(schema: InputSchema, manner: Manner): object {
  if (typeof schema.additionalProperties === 'object') {
    // A record with a pattern for its names has a text for each language.
    const name = schema.propertyNames?.pattern === undefined ? 'debuggable' : 'de';
    return { [name]: example(schema.additionalProperties, '', manner) };
  }
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => manner.full || schema.required?.includes(name))
      .map(([name, inner]) => [name, example(inner, name, manner)]),
  );
}

/** One place in an example, with the schema of what belongs there. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly schema: InputSchema;
  readonly isRequired: boolean;
}

/** Returns every place of an example: fields, items of lists, values of records, and those inside of them. */
export function placesOf(schema: InputSchema, value: unknown, path: Place['path'] = []): Place[] {
  const options = optionsOf(schema);
  if (options.length > 0)
    return options
      .filter((option) => fits(option, value))
      .slice(0, 1)
      .flatMap((option) => placesOf(option, value, path));
  if (Array.isArray(value)) {
    const items = schema.items as InputSchema;
    return value.flatMap((item, index) => [
      { path: [...path, index], schema: items, isRequired: true },
      ...placesOf(items, item, [...path, index]),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const inner = schema.properties?.[name] ?? (schema.additionalProperties as InputSchema);
    const isRequired = schema.properties?.[name] === undefined || schema.required?.includes(name) === true;
    return [{ path: [...path, name], schema: inner, isRequired }, ...placesOf(inner, item, [...path, name])];
  });
}

/** Returns true when a value matches an option of a choice. */
function fits(option: InputSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return option.type === (Array.isArray(value) ? 'array' : typeof value) && option.const === undefined;
  }
  return (
    option.type === 'object' &&
    Object.entries(option.properties ?? {}).every(([name, inner]) => {
      const given = (value as Record<string, unknown>)[name];
      return (inner.const ?? given) === given && (inner.enum ?? [given]).includes(given);
    })
  );
}

/** Returns a copy of an example with another value at one place; `undefined` removes the field. */
export function replaceAt(input: unknown, [name, ...rest]: Place['path'], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = (Array.isArray(input) ? [...input] : { ...(input as object) }) as Record<
    string | number,
    unknown
  >;
  const inner = replaceAt(copy[name], rest, replacement);
  if (inner === undefined) delete copy[name];
  else copy[name] = inner;
  return copy;
}
