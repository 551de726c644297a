import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { readOffset, uploadUrl } from '../uploads/store.ts';
import { findVersion, presentVersion } from './queries.ts';

/** `versions.get`: one version with its status, package facts and findings, and where an unfinished upload goes on. */
export const getVersion: Handler<'versions.get'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'viewer' });
  const offset = version.status === 'uploading' ? await readOffset(context, version.id) : null;
  return {
    version: presentVersion(version, app),
    upload: offset === null ? null : { url: uploadUrl(context.config, version.id), offset },
  };
};
