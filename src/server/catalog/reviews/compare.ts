import { compareVersions } from '#shared/packages/changes.ts';
import type { Handler } from '../../identity/handler.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { presentCompared } from '../versions/present.ts';
import { findAppOfVersion, findComparedVersion, findPublishedVersion } from '../versions/queries.ts';

/** `versions.compare`: returns the changes since the published version, for the app's members and admins. */
export const compareVersion: Handler<'versions.compare'> = async ({ data, caller, context: { db } }) => {
  const app = await findAppOfVersion(db, data.versionId, caller);
  const [version, published] = await Promise.all([
    findComparedVersion(db, data.versionId),
    findPublishedVersion(db, app.id),
  ]);
  const other = published?.id === version.id ? null : published;
  const changes = compareWith(other, version);
  return {
    published: other && presentCompared(other),
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
