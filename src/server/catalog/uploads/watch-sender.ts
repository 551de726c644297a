import type { Readable } from 'node:stream';
import { t } from '#shared/languages/translate.ts';
import { readUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Interval of checks, in milliseconds: a suspension ends an upload within a second, also one that stalls. */
const CHECK_MS = 500;

interface WatchedUpload {
  /** The account that sends the bytes. */
  readonly uid: string;
  readonly content: Readable;
}

/**
 * Ends the content of an upload with `permission-denied` once its sender is suspended, or their account deleted. Stop by
 * disposing the result.
 */
export function watchSender(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { uid, content }: WatchedUpload,
): AsyncDisposable {
  let checking: Promise<void> | null = null;
  const check = async () => {
    const sender = await readUser(db, uid);
    if (sender && !sender.suspendedAt) return;
    content.destroy(
      callError('permission-denied', () => t`This account is suspended, so the upload ended.`, {
        reason: 'suspended',
      }),
    );
  };
  const timer = setInterval(() => {
    checking ??= check()
      // The next check may succeed; the upload goes on while the database is gone.
      .catch((error: unknown) => log.debug({ err: error }, 'the sender of an upload was not checked'))
      .finally(() => {
        checking = null;
      });
  }, CHECK_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await checking;
    },
  };
}
