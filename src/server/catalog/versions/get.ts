import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readOffset } from './files.ts';
import { presentVersion } from './present.ts';
import { findVersion } from './queries.ts';
import { uploadUrl } from './upload-address.ts';

/**
 * `versions.get`: returns a version with its status, package facts and findings, and its unfinished upload if any.
 */
export const getVersion: Handler<'versions.get'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'viewer' });
  const offset = version.status === 'uploading' ? await readOffset(context, version.id) : null;
  return {
    version: await presentVersion(context.db, { version, app }, caller),
    upload: offset === null ? null : { url: uploadUrl(context.config, version.id), offset },
  };
};
