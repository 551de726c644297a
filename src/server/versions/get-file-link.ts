import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { signedFilePath } from './file-links.ts';
import { findVersion } from './queries.ts';

/** `versions.getFileLink`: a link of five minutes with which a browser downloads a file that is not public. */
export const getFileLink: Handler<'versions.getFileLink'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'viewer' });
  if (version.sha256 === null) {
    const reason = 'The file is not there yet: it is still being uploaded or inspected.';
    throw new CallError('failed-precondition', reason, { reason });
  }
  return { path: signedFilePath(context, version.id) };
};
