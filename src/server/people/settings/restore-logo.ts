import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { findUsedKeys } from '../../platform/files/kinds.ts';
import { lockFile } from '../../platform/files/shared-files.ts';
import { callError } from '../../platform/input/call-error.ts';
import { changeLogo } from './change-logo.ts';

/** The storage keys of logos. */
const LOGO_KEY = /^logos\/[0-9a-f]{64}\.png$/;

/**
 * `settings.restoreLogo`: sets a logo again that the audit log names. Throws `not-found` when it doesn't or the file is
 * gone, `aborted` when the current logo isn't the one that the caller saw.
 */
export const restoreLogo: Handler<'settings.restoreLogo'> = async ({ data, caller, context }) => {
  const { logo: key, before } = data;
  const change = { by: caller.uid, before };
  if (key === null) {
    await context.db.transaction((tx) => changeLogo(tx, { ...change, change: 'removed', logo: null }));
    return {};
  }
  // Other keys never reach the storage.
  const stored = LOGO_KEY.test(key) ? await context.storage.stat(key) : null;
  if (!stored) throw unknownLogo();
  await context.db.transaction(async (tx) => {
    // A logo that the log no longer names may be deleted at this moment.
    await lockFile(tx, key);
    if (!(await findUsedKeys(tx, [key])).has(key)) throw unknownLogo();
    await changeLogo(tx, { ...change, change: 'restored', logo: { key, size: stored.size } });
  });
  return {};
};

function unknownLogo(): CallError {
  return callError('not-found', () => t`This logo isn’t stored any more. Choose the picture again.`);
}
