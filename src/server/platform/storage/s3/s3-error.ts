import { StorageAccessError, StorageFullError, StorageUnavailableError } from '../storage.ts';
import { readText } from './xml.ts';

/** Thrown when the storage rejects a request, with its own code, such as `AccessDenied`. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { status: number; code: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Thrown when the storage rejects whatever is asked, because of the keys or the bucket. Only its operator can change
 * that, so for callers it is unavailable.
 */
export class S3AccessError extends StorageAccessError {
  override readonly name = 'S3AccessError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(`${message}. Let the keys list the bucket, and get, put and delete its objects.`);
    this.code = code;
  }
}

/** Codes of a full storage: Ceph's, MinIO's, and RFC 4918's status. */
const FULL_CODES = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', '507']);

/**
 * Codes and statuses of requests that may succeed a moment later.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const TRANSIENT_CODES = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable']);
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Codes and statuses of requests that the storage rejects because of who sends them, or for its missing bucket. */
const ACCESS_CODES = new Set(['NoSuchBucket', 'ExpiredToken', 'InvalidToken']);
const ACCESS_STATUSES = new Set([401, 403]);

/**
 * Returns the error of a failed response: `StorageFullError`, `StorageUnavailableError` when a repetition may
 * succeed, `S3AccessError` when nothing is allowed, else `S3Error`. `body` is the response's XML, which HEAD has none of.
 */
export function errorFrom(request: string, status: number, body: string): Error {
  const code = readText(body, 'Code') ?? String(status);
  const message = `${request} failed with ${status} ${code}: ${readText(body, 'Message') ?? 'no message'}`;
  if (FULL_CODES.has(code) || status === 507) return new StorageFullError(message);
  if (TRANSIENT_CODES.has(code) || TRANSIENT_STATUSES.has(status))
    return new StorageUnavailableError(message);
  if (ACCESS_CODES.has(code) || ACCESS_STATUSES.has(status)) return new S3AccessError(message, code);
  return new S3Error(message, { status, code });
}

/**
 * Throws the error of a response that has status 200 and an error in its body: S3 sends the headers of copies, and of
 * what is put together, before it has done the work.
 */
export function throwIfFailed(request: string, body: string): void {
  if (readText(body, 'Code') !== null) throw errorFrom(request, 200, body);
}

/** Returns null for an object that is missing; throws every other error. */
export function nullIfNoObject(error: unknown): null {
  if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchUpload') return null;
  throw error;
}

/** Returns what an operator should do about an error of the first request, in one sentence. */
export function explainS3Error(error: unknown): string {
  const code = error instanceof S3Error || error instanceof S3AccessError ? error.code : null;
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct the name in STORAGE_URL.';
  if (code === 'InvalidAccessKeyId') return 'Correct S3_ACCESS_KEY_ID.';
  if (code === 'SignatureDoesNotMatch') return 'Correct S3_SECRET_ACCESS_KEY.';
  if (code === 'RequestTimeTooSkewed') return 'Correct the clock of the database server or of the storage.';
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect')
    return 'Set S3_REGION to the region of the bucket, and S3_ENDPOINT to the address of that region.';
  if (code === 'AccessDenied' || code === '403') {
    return 'Let these keys list the bucket, and get, put and delete its objects and multipart uploads.';
  }
  return 'Check S3_ENDPOINT, S3_ADDRESSING and that the storage can be reached from here.';
}
