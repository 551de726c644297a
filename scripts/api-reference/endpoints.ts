import { z } from 'zod';
import { describeCatalog } from '#server/feeds/catalog/openapi.ts';
import { MAX_GRAPHIC_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import { graphicKindSchema, graphicSchema, stagedGraphicSchema } from '#shared/listings/graphics.ts';
import { STAGED_LIMITS } from '#shared/listings/limits.ts';
import { localeSchema } from '#shared/listings/listing.ts';
import { errorResponses, plainError } from './errors.ts';
import { inputSchema, outputSchema } from './schemas.ts';

const ID = { type: 'string', maxLength: 100 } as const;
const TUS_VERSION = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  description: 'The version of the protocol.',
  schema: { const: '1.0.0' },
} as const;
const OFFSET_HEADER = {
  description: 'The number of bytes that the store has.',
  schema: { type: 'integer', minimum: 0 },
} as const;
const TUS_HEADERS = {
  'Tus-Resumable': { description: 'The version of the protocol.', schema: { const: '1.0.0' } },
  'Upload-Offset': OFFSET_HEADER,
};

const pathParameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const UPLOAD_ERRORS = {
  400: plainError('The request isn’t one of tus 1.0.0.'),
  401: plainError('The token is missing, expired or revoked.'),
  403: plainError('The token lacks the scope `upload`.'),
  404: plainError('The upload doesn’t exist.'),
  409: plainError(
    'The file doesn’t end at this `Upload-Offset`, or it is complete. Get its offset with HEAD; if it is the size, call `versions.get` for the result.',
  ),
  410: plainError('The upload expired. Create the version again.'),
  413: plainError('More bytes than the size given in `versions.create`.'),
  423: plainError('Another request is sending this file. Try again in a moment.'),
  429: plainError('Too many requests. Wait for the seconds in `Retry-After`.'),
  503: plainError('The server can’t be used for a moment. Wait for the seconds in `Retry-After`.'),
  507: plainError('The store is out of disk space. What has arrived is kept.'),
};

const UPLOAD = {
  parameters: [pathParameter('versionId', ID, 'Part of `upload.url`, which is used unchanged.')],
  head: {
    operationId: 'getUploadOffset',
    summary: 'Get the offset of an upload',
    description: 'Says from which byte to continue an upload that was interrupted.',
    tags: ['uploads'],
    security: [{ apiToken: ['upload'] }],
    parameters: [TUS_VERSION],
    responses: {
      200: { description: 'The offset; it is the size when nothing is left to send.', headers: TUS_HEADERS },
      ...UPLOAD_ERRORS,
    },
  },
  patch: {
    operationId: 'sendUpload',
    summary: 'Send the bytes of a package',
    description:
      'Sends the bytes from the offset to the end, or a part of them. After the last byte the inspection begins: call `versions.get` with `waitSeconds`.',
    tags: ['uploads'],
    security: [{ apiToken: ['upload'] }],
    parameters: [
      TUS_VERSION,
      {
        name: 'Upload-Offset',
        in: 'header',
        required: true,
        description: 'The position of the first byte of the body.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      204: { description: 'The bytes are stored, or nothing was left to send.', headers: TUS_HEADERS },
      ...UPLOAD_ERRORS,
    },
  },
};

const PICTURE = {
  required: true,
  content: Object.fromEntries(
    PICTURE_TYPES.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary', maxLength: MAX_GRAPHIC_BYTES } },
    ]),
  ),
};

/** Returns the responses of an address that takes a picture. */
const pictureResponses = (description: string, graphic: z.ZodType) => ({
  200: {
    description,
    content: {
      'application/json': { schema: outputSchema(z.object({ result: z.object({ graphic }) })) },
    },
  },
  ...errorResponses(['not-found', 'failed-precondition'], false),
  507: errorResponses(['resource-exhausted'], true)[429],
});

const GRAPHIC = {
  post: {
    operationId: 'uploadGraphic',
    summary: 'Upload a picture of a listing',
    description:
      'Uploads a PNG, JPEG or WebP of at most 8 MiB as the body. An icon or feature graphic replaces the one before; a screenshot is appended. Problems of the picture are in `details.findings`.',
    tags: ['listings'],
    security: [{ apiToken: ['listing'] }],
    parameters: [
      pathParameter('appId', ID, 'The ID of the app.'),
      pathParameter('locale', inputSchema(localeSchema), 'The language, such as `en-US`.'),
      pathParameter('kind', inputSchema(graphicKindSchema), 'The kind of picture.'),
    ],
    requestBody: PICTURE,
    responses: pictureResponses('The picture as it is stored.', graphicSchema),
  },
};

const STAGED_GRAPHIC = {
  post: {
    operationId: 'stageGraphic',
    summary: 'Stage a picture',
    description: `Uploads a picture that \`apps.applyListing\` adds to a listing later; nobody sees it before. Staged pictures expire after ${STAGED_LIMITS.hours} hours. An app and an account may have ${STAGED_LIMITS.graphics} of them, of ${STAGED_LIMITS.bytes / 1024 ** 2} MiB together; a new one then replaces the oldest that the account staged for the app.`,
    tags: ['listings'],
    security: [{ apiToken: ['listing'] }],
    parameters: [
      pathParameter('appId', ID, 'The ID of the app.'),
      pathParameter('kind', inputSchema(graphicKindSchema), 'The kind of picture.'),
    ],
    requestBody: PICTURE,
    responses: pictureResponses('The staged picture.', stagedGraphicSchema),
  },
};

const DOWNLOADS = {
  get: {
    operationId: 'exportDownloads',
    summary: 'Export downloads as CSV',
    description:
      'Returns the downloads of an app by day, version and kind of client, oldest first. An account may export 60 times an hour.',
    tags: ['statistics'],
    security: [{ apiToken: ['read'] }],
    parameters: [
      pathParameter('appId', ID, 'The ID of the app.'),
      {
        name: 'days',
        in: 'query',
        description: 'The number of days up to today.',
        schema: { type: 'integer', minimum: 1, maximum: 365, default: 30 },
      },
    ],
    responses: {
      200: {
        description: 'Columns: `day`, `version`, `build`, `version_id`, `client` and `downloads`.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      ...errorResponses(['not-found'], false),
    },
  },
};

const EVENTS = {
  get: {
    operationId: 'readEvents',
    summary: 'Read events as they happen',
    description:
      'Streams server-sent events. Each `changes` names the data that changed and its app; after `resync`, read everything again. Before the stream begins, errors are those of calls, such as `too-many-streams`: a token may open four. The stream ends when the token expires, and at once when it is revoked.',
    tags: ['events'],
    security: [{ apiToken: ['read'] }],
    responses: {
      200: {
        description: 'The stream, until the client or the server ends it.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...errorResponses([], false),
    },
  },
};

const stateSchema = { type: 'string', enum: ['ok', 'degraded', 'unavailable', 'unknown'] } as const;
const readySchema = {
  type: 'object',
  required: ['status', 'parts'],
  properties: {
    status: stateSchema,
    parts: { type: 'object', additionalProperties: stateSchema },
  },
} as const;
const tooMany = { description: 'The reverse proxy limits requests.' };

const HEALTH = {
  '/healthz': {
    get: {
      operationId: 'getHealth',
      summary: 'Check that the server runs',
      description: 'Responds while the process runs.',
      tags: ['health'],
      security: [],
      responses: {
        200: {
          description: 'It runs.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['status'],
                properties: { status: { const: 'ok' } },
              },
            },
          },
        },
        429: tooMany,
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      summary: 'Check that the server can be used',
      description: 'Returns the state of each part: database, storage, disk, files, jobs and feed.',
      tags: ['health'],
      security: [],
      responses: {
        200: { description: 'It can be used.', content: { 'application/json': { schema: readySchema } } },
        429: tooMany,
        503: {
          description: 'The database or the storage can’t be used.',
          content: { 'application/json': { schema: readySchema } },
        },
      },
    },
  },
};

const CATALOG = describeCatalog({ publicUrl: '/', storeName: '' });

/** The responses that addresses of the catalog refer to. */
export const CATALOG_RESPONSES = CATALOG.components.responses;

/** Returns the addresses that aren't calls, by their path. */
export function describeEndpoints() {
  const catalog = Object.entries(CATALOG.paths).map(([path, item]) => [`/catalog/v1${path}`, item] as const);
  return {
    '/uploads/{versionId}': UPLOAD,
    '/graphics/{appId}/{locale}/{kind}': GRAPHIC,
    '/graphics/{appId}/{kind}': STAGED_GRAPHIC,
    '/downloads/{appId}/export': DOWNLOADS,
    ...Object.fromEntries(catalog),
    '/events': EVENTS,
    ...HEALTH,
  };
}
