import { ERROR_STATUS, type ErrorCode, wireStatus } from '#shared/errors.ts';
import { REASONS } from '#shared/reasons.ts';

interface ErrorText {
  /** Says what happened and what a program does about it. */
  readonly meaning: string;
  readonly message: string;
  readonly details?: object;
}

/** The errors that calls return. */
const ERRORS = {
  'invalid-argument': {
    meaning: 'The data is invalid. `details.issues` names up to 20 fields with their problems.',
    message: 'Enter a name.',
    details: { issues: [{ path: 'name', message: 'Enter a name.' }] },
  },
  'failed-precondition': {
    meaning: 'A rule prevents it. `details.reason` says which one.',
    message: 'This version isn’t published.',
    details: { reason: 'not-published' },
  },
  unauthenticated: {
    meaning: 'The token is missing, expired or revoked. Get a new one.',
    message: 'Sign in first: this call needs a token.',
  },
  'permission-denied': {
    meaning: 'The account isn’t allowed to do this, or the token lacks the scope.',
    message: 'This API token lacks the scope submit. Create one that has it.',
    details: { reason: 'scope', scope: 'submit' },
  },
  'not-found': {
    meaning: 'It doesn’t exist, or you don’t have access.',
    message: 'This app doesn’t exist, or you don’t have access to it.',
  },
  'already-exists': {
    meaning: 'The name or ID is already in use.',
    message: 'This application ID is taken.',
  },
  aborted: {
    meaning:
      'Somebody else changed it at the same time: read it again, then repeat the change. Or a call with the same idempotency key still runs: repeat it after `Retry-After`.',
    message: 'Somebody else changed this since you read it.',
  },
  'resource-exhausted': {
    meaning: 'Too many requests, or a quota is used up. With `Retry-After`, wait so many seconds.',
    message: 'This token may make 600 requests a minute.',
    details: { reason: 'too-many-requests', retryAfterSeconds: 40 },
  },
  internal: {
    meaning: 'Something went wrong on the server. Tell the store’s operator the `X-Request-Id`.',
    message: 'Something went wrong on our side; nothing was changed.',
  },
  unavailable: {
    meaning: 'The server can’t be used for a moment. Try again after the seconds in `Retry-After`.',
    message: 'The store can’t be reached at the moment.',
  },
  'deadline-exceeded': {
    meaning: 'The request took too long. Try again.',
    message: 'This took too long.',
  },
} satisfies Partial<Record<ErrorCode, ErrorText>>;

type DescribedCode = keyof typeof ERRORS;

/** The codes that every call may return. */
const GENERAL_CODES: readonly DescribedCode[] = [
  'invalid-argument',
  'resource-exhausted',
  'internal',
  'unavailable',
  'deadline-exceeded',
];
/** The codes whose responses may say when to try again. */
const RETRIED: ReadonlySet<DescribedCode> = new Set(['resource-exhausted', 'unavailable', 'aborted']);
/** The codes that a call with a token may return besides. */
const TOKEN_CODES: readonly DescribedCode[] = ['unauthenticated', 'permission-denied'];

export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'message'],
      properties: {
        status: { type: 'string', enum: Object.keys(ERRORS).map((code) => wireStatus(code as ErrorCode)) },
        message: { type: 'string', description: 'Says what happened and what to do, for people.' },
        details: {
          type: 'object',
          description: 'For programs; depends on the error.',
          properties: { reason: { type: 'string', enum: Object.keys(REASONS) } },
          additionalProperties: true,
        },
      },
    },
  },
} as const;

export interface DescribedError {
  readonly status: number;
  readonly wire: string;
  readonly meaning: string;
}

/** Returns every error of the reference. */
export function describeErrors(): DescribedError[] {
  return (Object.keys(ERRORS) as DescribedCode[]).map((code) => ({
    status: ERROR_STATUS[code],
    wire: wireStatus(code),
    meaning: ERRORS[code].meaning,
  }));
}

/** Returns the error responses of a call by HTTP status, from the codes of its contract. */
export function errorResponses(codes: readonly ErrorCode[], isPublic: boolean) {
  const all = new Set<ErrorCode>([...GENERAL_CODES, ...(isPublic ? [] : TOKEN_CODES), ...codes]);
  const described = (Object.keys(ERRORS) as DescribedCode[]).filter((code) => all.has(code));
  if (described.length < all.size) throw new Error(`An error has no text: ${[...all].join(', ')}`);
  const byStatus = Map.groupBy(described, (code) => ERROR_STATUS[code]);
  return Object.fromEntries([...byStatus].map(([status, of]) => [status, errorResponse(of)]));
}

function errorResponse(codes: readonly DescribedCode[]) {
  const mayRetry = codes.some((code) => RETRIED.has(code));
  return {
    description: codes.map((code) => `\`${wireStatus(code)}\`: ${ERRORS[code].meaning}`).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(mayRetry && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [wireStatus(code), { value: exampleOf(code) }])),
      },
    },
  };
}

/** Returns the response of an address that isn't a call, with the body of a call's error. */
export function plainError(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function exampleOf(code: DescribedCode) {
  const { message, details }: ErrorText = ERRORS[code];
  return { error: { status: wireStatus(code), message, ...(details && { details }) } };
}
