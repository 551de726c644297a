import { CallError } from '#shared/errors.ts';
import { StorageFullError } from './storage.ts';

/**
 * Status "Insufficient Storage" (RFC 4918, section 11.5) for uploads and images; calls use the status of
 * their code.
 */
export const STORAGE_FULL_STATUS = 507;

/** Converts a full storage to a `resource-exhausted` error; returns null for every other error. */
export function storageError(error: unknown): CallError | null {
  if (!(error instanceof StorageFullError)) return null;
  return new CallError(
    'resource-exhausted',
    'The store is out of disk space, so it can’t take this file now. Try again once its admins have freed up space.',
    { reason: 'storage-full' },
  );
}
