import type { SentencePart } from './languages/sentence.ts';
import type { Reason } from './reasons.ts';

/**
 * The closed list of error codes with their HTTP statuses. Source: specification section 7, "Generic
 * call-failure mapping"; `failed-precondition`, `already-exists` and `out-of-range` come from the callable
 * wire protocol and share a status with a listed code.
 */
export const ERROR_STATUS = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'already-exists': 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unknown: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The parts of an error that programs may rely on, as JSON. */
export interface ErrorDetails {
  /** The rule or limit behind the error, of the closed list in `reasons.ts`. */
  readonly reason?: Reason;
  /** The parts of the message, from which the client writes it in the reader's language. */
  readonly sentence?: readonly SentencePart[];
  readonly [name: string]: unknown;
}

/** The error of a failed call. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

const CODE_BY_STATUS: Record<number, ErrorCode | 'ok'> = {
  0: 'internal',
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

/**
 * Returns the code for an HTTP status, by the table of specification section 7; 0 means that there was no
 * response.
 */
export function codeForStatus(status: number): ErrorCode | 'ok' {
  if (status >= 200 && status < 300) return 'ok';
  return CODE_BY_STATUS[status] ?? 'unknown';
}

/** Returns the code in the callable protocol's `error.status`, for example `NOT_FOUND`. */
export function wireStatus(code: ErrorCode): string {
  return code.replaceAll('-', '_').toUpperCase();
}

/** Parses `error.status` of a callable response; undefined when the code is unknown. */
export function codeForWireStatus(status: unknown): ErrorCode | undefined {
  if (typeof status !== 'string') return undefined;
  const code = status.replaceAll('_', '-').toLowerCase();
  return Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : undefined;
}
