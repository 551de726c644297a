import { t } from '#shared/languages/translate.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { denied } from '../../platform/input/call-error.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { signedFilePath } from './file-links.ts';
import { findVersion } from './queries.ts';

/** `versions.getFileLink`: returns a link, valid for five minutes, to download a version's file. */
export const getFileLink: Handler<'versions.getFileLink'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'viewer' });
  if (caller.role !== 'admin') await requireNotHeld(context.db, { version, app });
  if (version.sha256 === null) {
    throw denied(() => t`The file isn’t available yet: it’s still being uploaded or inspected.`, {
      reason: 'not-inspected',
    });
  }
  if (version.fileRemovedAt !== null) {
    throw denied(() => t`This file was deleted. Its findings are still available.`, {
      reason: 'file-deleted',
    });
  }
  return { path: signedFilePath(context, version.id, caller.uid) };
};
