import type { z } from 'zod';
import type { CallContract } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_LIMITS,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '#shared/idempotency.ts';
import { SCOPES, type TokenScope } from '#shared/token-scope.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import manifest from '../../package.json' with { type: 'json' };
import { APP_CALLS } from './app-calls.ts';
import type { CallText } from './call-texts.ts';
import { CATALOG_RESPONSES, describeEndpoints } from './endpoints.ts';
import { ERROR_SCHEMA, errorResponses } from './errors.ts';
import { withExamples } from './results.ts';
import { inputSchema, type JsonSchema, outputSchema, sharedTypes } from './schemas.ts';
import { VERSION_CALLS } from './version-calls.ts';
import { describeWebhooks } from './webhooks.ts';

/** The calls of the reference, by their name. */
export const CALL_TEXTS = { ...APP_CALLS, ...VERSION_CALLS };
export type DescribedCall = keyof typeof CALL_TEXTS;
export const DESCRIBED_CALLS = Object.keys(CALL_TEXTS) as DescribedCall[];

/** The groups of operations, in the order in which they are listed. */
const TAGS = {
  apps: 'Create apps, find them and change what all languages share.',
  listings: 'Texts and pictures in each language, and anti-features.',
  versions: 'Create, inspect, submit and delete versions.',
  uploads:
    'Send packages with the resumable upload protocol [tus 1.0.0](https://tus.io/protocols/resumable-upload).',
  reviews: 'Messages with reviewers, and how long reviews take.',
  releases: 'Publish, roll out, halt and roll back.',
  statistics: 'Downloads, and usage of quotas.',
  webhooks:
    'Send the events of an app to your servers. Each delivery is signed as in [Standard Webhooks](https://www.standardwebhooks.com/); the examples verify that in JavaScript, Python and Java.',
  store: 'The store’s settings and repository, and leaked tokens.',
  'store clients': 'Calls for those who install apps. They need no account.',
  catalog: 'What the store publishes, for websites and programs. It needs no account.',
  events: 'Changes as they happen.',
  health: 'Checks for load balancers and monitoring.',
} as const;
type Tag = keyof typeof TAGS;

/** The groups of calls whose name doesn't begin with that of their group. */
const OTHER_TAGS: Partial<Record<DescribedCall, Tag>> = {
  'apps.getListing': 'listings',
  'apps.updateListing': 'listings',
  'apps.publishListing': 'listings',
  'apps.discardListingChanges': 'listings',
  'apps.listingHistory': 'listings',
  'apps.deleteLocale': 'listings',
  'apps.orderScreenshots': 'listings',
  'apps.deleteGraphic': 'listings',
  'apps.applyListing': 'listings',
  'apps.importListing': 'listings',
  'apps.exportListing': 'listings',
  'apps.versionDownloads': 'statistics',
  'apps.dailyDownloads': 'statistics',
  'releases.report': 'store clients',
  'releases.getForDevice': 'store clients',
};
const TAG_OF_AREA: Readonly<Record<string, Tag>> = {
  apps: 'apps',
  antiFeatures: 'listings',
  account: 'statistics',
  versions: 'versions',
  provenance: 'versions',
  reviews: 'reviews',
  releases: 'releases',
  webhooks: 'webhooks',
  settings: 'store',
  tokens: 'store',
};

/** The address of the store, which the server fills in. */
export const STORE_PLACEHOLDER = '{{publicUrl}}';

const ABOUT = `Create apps, upload, submit and release versions from your own programs, and read what the store publishes.

**Calls** are POST requests to \`us-central1/\` and the call’s name, with JSON that contains \`data\`. The response contains \`result\`, or \`error\` with a status, a message and sometimes details. An optional field may be null, which means the same as leaving it out. Bodies have at most 1 MiB, those of \`apps.applyListing\` at most 4 MiB.

**Firebase:** Its client library for callable functions works with \`getFunctions(app, '${STORE_PLACEHOLDER}/us-central1')\`, and in versions that drop the path with \`httpsCallableFromURL\`. \`.stream()\` returns the result without messages before it. By itself the library sends only tokens of Firebase Authentication, so give it the API token with a component \`auth-internal\`, or use it for calls that need no token. It doesn’t work at the store’s address alone, in pages of other websites, or with \`connectFunctionsEmulator\`, which puts the project’s name before the path.

**Tokens** are created on the store’s API page and sent as bearer tokens. Each call names the scope that it needs. A token may make ${TOKEN_REQUESTS_PER_MINUTE} requests a minute at each server; \`RateLimit\` in each response says how many are left.

**Repeating a call:** Send \`${IDEMPOTENCY_HEADER}\` with a new UUID for each call that writes. When a response is lost, send the same call with the same key: it is made once, and you get its result or error again, with the header \`${REPLAYED_HEADER}\`. Keys are kept for ${IDEMPOTENCY_LIMITS.hours} hours, up to ${IDEMPOTENCY_LIMITS.perAccount} of an account; each token has its own. After a reason that waiting changes, such as \`not-inspected\`, use a new key.

**Lists** are pages: pass \`nextCursor\` on as \`cursor\` until it is null.

**Stability:** Calls, fields, error codes and values of \`details.reason\` keep their names and meanings. Later releases may add calls, optional fields, fields of results and values of enumerations, so ignore what you don’t know. What is going to be removed is marked \`deprecated\` here, and named in the changelog, for at least two releases before.`;

/** Values for the `$NAMES` of examples, such as `$APP_ID`. */
export const EXAMPLE_ID = 'a0000000-0000-4000-8000-000000000001';

/** Returns the OpenAPI 3.1 description of all that programs use, with a placeholder for the store's address. */
export function describeApi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quayside API',
      version: manifest.version,
      description: ABOUT,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    // Paths begin with a slash.
    servers: [{ url: STORE_PLACEHOLDER, description: 'This store' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: withExamples({
      ...Object.fromEntries(DESCRIBED_CALLS.map((name) => [`/us-central1/${name}`, describeCall(name)])),
      ...describeEndpoints(),
    }),
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'qs_ and 42 characters',
          description: `An API token. Its scopes: ${scopeList()}.`,
        },
        readerToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that a private store asks for in its catalog.',
        },
      },
      headers: HEADERS,
      parameters: {
        IdempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          description: 'Makes the call once, however often it is sent with the same key.',
          schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_LIMITS.keyLength },
        },
      },
      responses: CATALOG_RESPONSES,
      schemas: { ...sharedTypes(), Error: ERROR_SCHEMA },
    },
  };
}

function scopeList(): string {
  return Object.entries(SCOPES)
    .map(([scope, meaning]) => `\`${scope}\` (${meaning})`)
    .join(', ');
}

const HEADERS = {
  RequestId: {
    description: 'Identifies the request in the logs of the store.',
    schema: { type: 'string', maxLength: 100 },
  },
  RateLimit: {
    description: 'The requests that are left (`r`), and the seconds until the next minute (`t`).',
    schema: { type: 'string' },
    example: '"token";r=599;t=60',
  },
  RateLimitPolicy: {
    description: 'The requests that a token may make (`q`) in so many seconds (`w`).',
    schema: { type: 'string' },
    example: `"token";q=${TOKEN_REQUESTS_PER_MINUTE};w=60`,
  },
  Replayed: {
    description: 'The result of an earlier call with the same key.',
    schema: { const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

/** Returns the group of a call. */
function tagOf(name: DescribedCall): Tag {
  const tag = OTHER_TAGS[name] ?? TAG_OF_AREA[name.split('.')[0] ?? ''];
  if (tag === undefined) throw new Error(`${name} belongs to no group of the reference.`);
  return tag;
}

function describeCall(name: DescribedCall) {
  const { summary, description, example, scopes }: CallText = CALL_TEXTS[name];
  const contract: CallContract = calls[name as CallName];
  const { access, input, output, publicOutput, errors } = contract;
  const isPublic = access === 'public';
  const takesKey = takesIdempotencyKey(contract);
  return {
    post: {
      operationId: name,
      summary,
      description,
      tags: [tagOf(name)],
      security: securityOf(contract, scopes),
      ...(takesKey && {
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      }),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: envelope('data', inputSchema(input)),
            example: { data: fillIn(example) },
          },
        },
      },
      responses: {
        200: {
          description: 'The result.',
          headers: {
            'X-Request-Id': { $ref: '#/components/headers/RequestId' },
            ...(takesKey && {
              [REPLAYED_HEADER]: { $ref: '#/components/headers/Replayed' },
            }),
            ...(!isPublic && {
              RateLimit: { $ref: '#/components/headers/RateLimit' },
              'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
            }),
          },
          content: {
            'application/json': {
              schema: envelope('result', outputSchema(output as z.ZodType, publicOutput)),
            },
          },
        },
        // A call with the same key may still run.
        ...errorResponses(takesKey ? [...errors, 'aborted'] : errors, isPublic),
      },
    },
  };
}

/** Returns the ways to authenticate: by a token with one of the scopes, by none, or by both when the result differs. */
function securityOf({ token, publicOutput }: CallContract, scopes: readonly TokenScope[] | undefined) {
  if (token !== undefined) return [{ apiToken: scopes ?? [token] }];
  return publicOutput === undefined ? [] : [{}, { apiToken: [] }];
}

function envelope(field: 'data' | 'result', schema: JsonSchema): JsonSchema {
  return { type: 'object', required: [field], properties: { [field]: schema } };
}

/** Returns an example with an id for each of its `$NAMES`. */
function fillIn(example: unknown): unknown {
  return JSON.parse(JSON.stringify(example).replaceAll(/\$[A-Z_]+/g, EXAMPLE_ID));
}
