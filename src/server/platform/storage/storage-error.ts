import { CallError } from '#shared/errors.ts';
import { RETRY_AFTER_SECONDS } from '../db/trouble.ts';
import { StorageFullError, StorageUnavailableError, TooManyBytesError } from './storage.ts';

/**
 * Status "Insufficient Storage" (RFC 4918, section 11.5) for uploads and images; calls use the status of
 * their code.
 */
export const STORAGE_FULL_STATUS = 507;

/**
 * Converts a full storage to a `resource-exhausted` error and one that does not respond to `unavailable`; returns null
 * for every other error.
 */
export function storageError(error: unknown): CallError | null {
  if (error instanceof TooManyBytesError) {
    return new CallError('unavailable', 'Too many uploads at once. Continue in a few seconds.', {
      reason: 'too-many-uploads',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (error instanceof StorageUnavailableError) {
    return new CallError('unavailable', 'The store can’t reach its files. Try again in a few seconds.', {
      reason: 'storage',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (!(error instanceof StorageFullError)) return null;
  return new CallError(
    'resource-exhausted',
    'The store is out of disk space, so it can’t take this file now. Try again once its admins have freed up space.',
    { reason: 'storage-full' },
  );
}
