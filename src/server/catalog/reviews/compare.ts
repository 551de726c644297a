import { compareVersions } from '#shared/packages/changes.ts';
import type { Handler } from '../../identity/handler.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { presentCompared } from '../versions/present.ts';
import { findAppOfVersion, findComparedVersion, findComparison } from '../versions/queries.ts';

/** `versions.compare`: returns the changes since the published version, for the app's members and admins. */
export const compareVersion: Handler<'versions.compare'> = async ({ data, caller, context: { db } }) => {
  const app = await findAppOfVersion(db, data.versionId, caller);
  const version = await findComparedVersion(db, data.versionId);
  const published = await findComparison(db, { appId: app.id, ...version });
  const changes = compareWith(published, version);
  return {
    published: published && presentCompared(published),
    changes: changes && changes.sort((a, b) => Number(b.sensitive) - Number(a.sensitive)),
  };
};

type ComparedVersion = Pick<VersionRow, 'package' | 'signature'>;

/** Compares a version with an earlier one; null without one, or when one of them couldn't be read. */
export function compareWith(earlier: ComparedVersion | null, version: ComparedVersion) {
  if (!earlier?.package || !earlier.signature || !version.package || !version.signature) return null;
  return compareVersions(
    { package: earlier.package, signature: earlier.signature },
    { package: version.package, signature: version.signature },
  );
}
