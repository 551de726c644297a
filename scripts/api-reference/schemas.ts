import { z } from 'zod';
import { appSchema } from '#shared/apps/app.ts';
import { receiptSchema } from '#shared/audit/approval.ts';
import { appDetailsSchema } from '#shared/listings/details.ts';
import { graphicSchema } from '#shared/listings/graphics.ts';
import { haltRuleSchema } from '#shared/releases/halt-rule.ts';
import { liveSchema } from '#shared/releases/live.ts';
import { releaseSchema } from '#shared/releases/release.ts';
import { repositorySchema } from '#shared/settings/calls.ts';
import { versionSchema, versionSummarySchema } from '#shared/versions/version.ts';
import { webhookDeliverySchema, webhookSchema } from '#shared/webhooks/calls.ts';

/** The parts of JSON Schema 2020-12 that the contracts turn into. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** The types of responses that several calls share, by their name in the reference. */
const TYPES = {
  App: appSchema,
  AppDetails: appDetailsSchema,
  Graphic: graphicSchema,
  HaltRule: haltRuleSchema,
  Live: liveSchema,
  Receipt: receiptSchema,
  Release: releaseSchema,
  Repository: repositorySchema,
  Version: versionSchema,
  VersionSummary: versionSummarySchema,
  Webhook: webhookSchema,
  WebhookDelivery: webhookDeliverySchema,
};

/** The names of the shared types. */
export const SHARED_TYPES = [...Object.keys(TYPES), 'Json'];

/** The start of a schema's reference to a shared type. */
export const TYPE_PATH = '#/components/schemas/';

/** Returns the schema of an input, with its limits and defaults. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => withoutLongPattern(jsonSchema),
  });
  return described as JsonSchema;
}

/**
 * Returns the schema of an output, which refers to shared types. Fields that `publicSchema` lacks are optional: only
 * callers with a token get them.
 */
export function outputSchema(schema: z.ZodType, publicSchema?: z.ZodType): JsonSchema {
  const described = describe(schema);
  return publicSchema === undefined ? described : requireOnly(described, describe(publicSchema));
}

/** Returns the schema of an object that requires only the fields that a part of it requires. */
function requireOnly(whole: JsonSchema, part: JsonSchema): JsonSchema {
  const { properties: fields, ...rest } = whole;
  if (fields === undefined) return whole;
  const properties = Object.entries(fields).map(([name, field]) => {
    const inPart = part.properties?.[name];
    return [name, inPart === undefined ? field : requireOnly(field, inPart)];
  });
  return { ...rest, properties: Object.fromEntries(properties), required: part.required ?? [] };
}

/** Returns the shared types. */
export function sharedTypes(): Readonly<Record<string, JsonSchema>> {
  const described = Object.entries(TYPES).map(([id, schema]) => [id, describe(schema, id)] as const);
  return { ...Object.fromEntries(described), Json: { description: 'Any JSON value.' } };
}

/** Describes an output; `self` is the shared type that it is, which does not refer to itself. */
function describe(schema: z.ZodType, self?: string): JsonSchema {
  const metadata = z.registry<{ id: string }>();
  for (const [id, type] of Object.entries(TYPES)) if (id !== self) metadata.add(type, { id });
  const {
    $schema: _,
    $defs: _types,
    ...described
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    metadata,
    override: ({ zodSchema, jsonSchema }) => {
      // Limits that `boundedRecord` and `boundedJson` keep in the global registry.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // Later releases may add fields.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      withoutLongPattern(jsonSchema);
    },
  });
  const text = JSON.stringify(described)
    // The only schema that contains itself.
    .replaceAll('"#/$defs/__schema0"', `"${TYPE_PATH}Json"`)
    .replaceAll('"#/$defs/', `"${TYPE_PATH}`);
  return JSON.parse(text) as JsonSchema;
}

/** Removes the pattern of a format, such as that of dates with their leap years: the format says the same. */
function withoutLongPattern(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
}
