import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { RETRY_AFTER_SECONDS } from '../db/trouble.ts';
import { callError } from '../input/call-error.ts';
import {
  DamagedObjectError,
  StorageAccessError,
  StorageFullError,
  StorageReadOnlyError,
  StorageUnavailableError,
  TooManyBytesError,
} from './storage.ts';

/** Time after which to try again what only the operator can correct. */
const OPERATOR_RETRY_SECONDS = 60;
/** Time after which to try again what someone has to restore from a backup. */
const REPAIR_RETRY_SECONDS = 3_600;

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
    return callError('unavailable', () => t`Too many uploads at once. Continue in a few seconds.`, {
      reason: 'too-many-uploads',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (error instanceof DamagedObjectError) {
    return callError(
      'unavailable',
      () => t`This file is damaged or missing in the store. Its staff have been notified. Try again later.`,
      { reason: 'file-damaged', retryAfterSeconds: REPAIR_RETRY_SECONDS },
    );
  }
  if (error instanceof StorageAccessError) {
    const details = { reason: 'storage', retryAfterSeconds: OPERATOR_RETRY_SECONDS } as const;
    return error instanceof StorageReadOnlyError
      ? callError(
          'unavailable',
          () => t`The store’s storage can’t be written to until its operator corrects that. Try again later.`,
          details,
        )
      : callError(
          'unavailable',
          () => t`The store has no access to its storage until its operator corrects that. Try again later.`,
          details,
        );
  }
  if (error instanceof StorageUnavailableError) {
    return callError('unavailable', () => t`The store can’t reach its files. Try again in a few seconds.`, {
      reason: 'storage',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (!(error instanceof StorageFullError)) return null;
  return callError(
    'resource-exhausted',
    () =>
      t`The store is out of disk space, so it can’t take this file now. Try again once its admins have freed up space.`,
    { reason: 'storage-full' },
  );
}
