import { z } from 'zod';
import { noteSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import type { InputIssue } from './invalid.ts';

/** The part of JSON Schema that zod generates for inputs. */
export interface InputSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly propertyNames?: InputSchema;
  readonly additionalProperties?: InputSchema | boolean;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Converts a schema's input to JSON Schema. */
export function describeInput(schema: z.ZodType): InputSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as InputSchema;
}

/** Modifies a value in place and reports size problems; null for schemas that need neither. */
type Preparation = ((value: unknown, path: string, issues: InputIssue[]) => void) | null;

const prepared = new WeakMap<z.ZodType, Preparation>();

/**
 * Derives the preparation of an input before validation from its schema. Removes null from optional fields
 * that do not accept it, because the stock client SDKs send null for undefined (design, section 4). Checks
 * sizes before contents: rejects a record with too many entries, or a text of more than twice its limit,
 * before looking at any entry or pattern; zod does the same for arrays.
 */
export function prepare(schema: z.ZodType): Preparation {
  const known = prepared.get(schema);
  if (known !== undefined) return known;
  const made = preparationOf(describeInput(schema));
  prepared.set(schema, made);
  return made;
}

function preparationOf(schema: InputSchema): Preparation {
  const options = optionsOf(schema);
  if (options.length > 0) return ofChoice(options);
  if (schema.type === 'array') return ofArray(schema);
  if (schema.type === 'string') return ofString(schema);
  if (schema.type !== 'object') return null;
  return typeof schema.additionalProperties === 'object'
    ? ofRecord(schema, schema.additionalProperties)
    : ofObject(schema);
}

function ofObject({ properties = {}, required = [] }: InputSchema): Preparation {
  const fields = Object.entries(properties)
    .map(([name, field]) => ({
      name,
      inner: preparationOf(field),
      dropsNull: !required.includes(name) && !takesNull(field),
    }))
    .filter(({ inner, dropsNull }) => inner !== null || dropsNull);
  if (fields.length === 0) return null;
  return (value, path, issues) => {
    if (!isObject(value)) return;
    for (const { name, inner, dropsNull } of fields) {
      if (!Object.hasOwn(value, name)) continue;
      if (value[name] !== null) inner?.(value[name], join(path, name), issues);
      else if (dropsNull) delete value[name];
    }
  };
}

function ofArray({ items = {}, maxItems = Infinity }: InputSchema): Preparation {
  const inner = preparationOf(items);
  if (inner === null) return null;
  return (value, path, issues) => {
    if (!Array.isArray(value) || value.length > maxItems) return;
    for (const [index, item] of value.entries()) inner(item, join(path, index), issues);
  };
}

function ofRecord({ maxProperties = Infinity }: InputSchema, entry: InputSchema): Preparation {
  const inner = preparationOf(entry);
  return (value, path, issues) => {
    if (!isObject(value)) return;
    const entries = Object.entries(value);
    if (entries.length > maxProperties)
      issues.push({ path, problem: noteSentence(() => t`Use at most ${maxProperties} entries.`) });
    else if (inner) for (const [name, item] of entries) inner(item, join(path, name), issues);
  };
}

/**
 * A character has at most two code units, so a text of more than twice the limit is too long by any count.
 */
function ofString({ maxLength }: InputSchema): Preparation {
  if (maxLength === undefined) return null;
  return (value, path, issues) => {
    if (typeof value !== 'string' || value.length <= maxLength * 2) return;
    if (value.trim().length > maxLength * 2)
      issues.push({ path, problem: noteSentence(() => t`Use at most ${maxLength} characters.`) });
  };
}

/** Prepares by the only option that matches the value; when several match, only the schema can decide. */
function ofChoice(options: readonly InputSchema[]): Preparation {
  const choices = options.map((option) => ({ option, prepareOption: preparationOf(option) }));
  if (choices.every(({ prepareOption }) => prepareOption === null)) return null;
  return (value, path, issues) => {
    const [meant, ...others] = choices.filter(({ option }) => canBe(option, value));
    if (others.length === 0) meant?.prepareOption?.(value, path, issues);
  };
}

/**
 * Returns true when a value matches an option's type and, for objects, the constants that distinguish
 * options.
 */
function canBe(option: InputSchema, value: unknown): boolean {
  if (option.const !== undefined) return option.const === value;
  if (Array.isArray(value)) return option.type === 'array';
  if (!isObject(value)) return option.type === typeof value;
  return (
    option.type === 'object' &&
    Object.entries(option.properties ?? {}).every(
      ([name, { const: only }]) => only === undefined || only === value[name],
    )
  );
}

/** Returns true when a schema accepts null. */
export function takesNull(schema: InputSchema): boolean {
  const options = optionsOf(schema);
  return options.length > 0 ? options.some(takesNull) : schema.type === 'null';
}

/** Returns the options of a union; an empty list for other schemas. */
export function optionsOf({ anyOf, oneOf }: InputSchema): readonly InputSchema[] {
  return anyOf ?? oneOf ?? [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}
