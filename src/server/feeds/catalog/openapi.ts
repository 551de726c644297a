import { z } from 'zod';
import {
  catalogAppDetailsSchema,
  catalogAppQuerySchema,
  catalogPageSchema,
  catalogQuerySchema,
  catalogStoreSchema,
  catalogVersionsPageSchema,
  catalogVersionsQuerySchema,
} from '#shared/catalog/catalog.ts';

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly output: z.ZodType;
}

const OPERATIONS: readonly Operation[] = [
  {
    id: 'getStore',
    path: '/store',
    summary: 'The store, its repository and its categories',
    output: catalogStoreSchema,
  },
  {
    id: 'listApps',
    path: '/apps',
    summary: 'Published apps, newest version first',
    query: catalogQuerySchema,
    output: catalogPageSchema,
  },
  {
    id: 'getApp',
    path: '/apps/{platform}/{applicationId}',
    summary: 'One app with its newest versions',
    query: catalogAppQuerySchema,
    output: catalogAppDetailsSchema,
  },
  {
    id: 'listVersions',
    path: '/apps/{platform}/{applicationId}/versions',
    summary: 'The versions of an app, newest first',
    query: catalogVersionsQuerySchema,
    output: catalogVersionsPageSchema,
  },
  {
    id: 'getProvenance',
    path: '/apps/{platform}/{applicationId}/provenance/{sha256}',
    summary: 'The Sigstore bundle of a version, by the SHA-256 of its package',
    output: z.record(z.string(), z.unknown()),
  },
];

const ERROR_SCHEMA = z.object({
  error: z.object({
    status: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Returns the OpenAPI 3.1 description of the catalog API, derived from its schemas. */
export function describeCatalog({
  publicUrl,
  storeName,
}: {
  readonly publicUrl: string;
  readonly storeName: string;
}) {
  return {
    openapi: '3.1.0',
    info: { title: `Catalog of ${storeName}`, version: '1' },
    servers: [{ url: `${publicUrl}catalog/v1` }],
    components: {
      securitySchemes: { readerToken: { type: 'http', scheme: 'bearer' } },
      responses: {
        error: {
          description: 'What happened, and what to do.',
          content: { 'application/json': { schema: schemaOf(ERROR_SCHEMA, 'output') } },
        },
      },
    },
    // A store that asks for a token says so with 401.
    security: [{}, { readerToken: [] }],
    paths: Object.fromEntries(OPERATIONS.map((operation) => [operation.path, describeOperation(operation)])),
  };
}

function describeOperation({ id, path, summary, query, output }: Operation) {
  return {
    get: {
      operationId: id,
      summary,
      parameters: [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: name === 'platform' ? { enum: ['android', 'ios'] } : { type: 'string' },
        })),
        ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
          name,
          in: 'query',
          schema: schemaOf(schema as z.ZodType, 'input'),
        })),
      ],
      responses: {
        200: {
          description: summary,
          content: { 'application/json': { schema: schemaOf(output, 'output') } },
        },
        default: { $ref: '#/components/responses/error' },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return described;
}
