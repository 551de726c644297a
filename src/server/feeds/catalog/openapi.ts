import { z } from 'zod';
import {
  catalogAppDetailsSchema,
  catalogAppQuerySchema,
  catalogPageSchema,
  catalogQuerySchema,
  catalogStoreSchema,
  catalogVersionsPageSchema,
  catalogVersionsQuerySchema,
} from '#shared/apps/catalog.ts';

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly output: z.ZodType;
}

const OPERATIONS: readonly Operation[] = [
  {
    id: 'getStore',
    path: '/store',
    summary: 'Get the store',
    description: 'Returns the store’s name, its repository and its categories.',
    output: catalogStoreSchema,
  },
  {
    id: 'listApps',
    path: '/apps',
    summary: 'List published apps',
    description: 'Lists published apps, the one with the newest version first.',
    query: catalogQuerySchema,
    output: catalogPageSchema,
  },
  {
    id: 'getApp',
    path: '/apps/{platform}/{applicationId}',
    summary: 'Get a published app',
    description: 'Returns an app with its listing, its permissions and its newest versions.',
    query: catalogAppQuerySchema,
    output: catalogAppDetailsSchema,
  },
  {
    id: 'listVersions',
    path: '/apps/{platform}/{applicationId}/versions',
    summary: 'List published versions',
    description: 'Lists the versions of an app that everyone gets, newest first.',
    query: catalogVersionsQuerySchema,
    output: catalogVersionsPageSchema,
  },
  {
    id: 'getProvenance',
    path: '/apps/{platform}/{applicationId}/provenance/{sha256}',
    summary: 'Get build provenance',
    description: 'Returns the Sigstore bundle of a version, by the SHA-256 of its package.',
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

/** For parameters, without the token of a private store, for what isn't in the store, and for too many requests. */
const ERROR_STATUSES = [400, 401, 404, 429];
const TAG = 'catalog';

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
    tags: [{ name: TAG }],
    paths: Object.fromEntries(OPERATIONS.map((operation) => [operation.path, describeOperation(operation)])),
  };
}

function describeOperation({ id, path, summary, description, query, output }: Operation) {
  return {
    get: {
      operationId: id,
      summary,
      description,
      tags: [TAG],
      // A store that asks for a token says so with 401.
      security: [{}, { readerToken: [] }],
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
          description,
          content: { 'application/json': { schema: schemaOf(output, 'output') } },
        },
        ...Object.fromEntries(
          ERROR_STATUSES.map((status) => [status, { $ref: '#/components/responses/error' }]),
        ),
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
