import type { JsonSchema } from './schemas.ts';
import { typeText } from './type-text.ts';

/** One field of an input, as a table shows it. */
export interface Field {
  /** With the fields around it, such as `listing.name`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Limits and default, such as `at most 80 characters`. */
  readonly limits: readonly string[];
}

/** Returns the fields of an object, each followed by those inside it. */
export function listFields(schema: JsonSchema, around = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.properties === undefined ? [] : listFields(field, `${around}${name}.`);
    return [
      {
        name: `${around}${name}`,
        type: field.properties === undefined ? typeText(field) : 'object',
        isRequired: schema.required?.includes(name) ?? false,
        limits: limitsOf(field),
      },
      ...inner,
    ];
  });
}

function limitsOf(schema: JsonSchema): string[] {
  const { anyOf, oneOf, default: otherwise, description } = schema;
  const options = anyOf ?? oneOf ?? [];
  const own = [
    ...options.flatMap(limitsOf),
    ...textLimits(schema),
    ...numberLimits(schema),
    ...listLimits(schema),
  ];
  return [
    ...new Set(own),
    ...(otherwise === undefined ? [] : [`${JSON.stringify(otherwise)} by default`]),
    ...(description === undefined ? [] : [description]),
  ];
}

function textLimits({ minLength, maxLength, format }: JsonSchema): string[] {
  const limits = maxLength === undefined ? [] : [`at most ${count(maxLength)} characters`];
  if (minLength !== undefined && minLength > 0) limits.unshift(`at least ${count(minLength)}`);
  return format === undefined ? limits : [format, ...limits];
}

function numberLimits({ minimum, maximum }: JsonSchema): string[] {
  if (minimum === undefined || maximum === undefined) return [];
  return [`${count(minimum)} to ${count(maximum)}`];
}

function listLimits({ minItems, maxItems, maxProperties, items }: JsonSchema): string[] {
  const limits = maxItems === undefined ? [] : [`at most ${count(maxItems)} items`];
  if (minItems !== undefined && minItems > 0) limits.unshift(`at least ${count(minItems)}`);
  if (maxProperties !== undefined) limits.push(`at most ${count(maxProperties)} entries`);
  return items === undefined ? limits : [...limits, ...textLimits(items).map((limit) => `each ${limit}`)];
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
