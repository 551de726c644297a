import { sql } from 'drizzle-orm';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { provenanceBundles } from '../../platform/db/tables/versions.ts';
import { findAppOfVersion } from '../versions/queries.ts';

const BUNDLE = defineStatement('provenance.get', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: { bundle: provenanceBundles.bundle },
  from: sql`FROM ${provenanceBundles} WHERE ${provenanceBundles.versionId} = ${versionId}`,
}));

/** `provenance.get`: returns the bundle of a version that the caller may see; null without one. */
export const getProvenance: Handler<'provenance.get'> = async ({ data, caller, context: { db } }) => {
  await findAppOfVersion(db, data.versionId, caller);
  return { bundle: (await BUNDLE.first(db, { versionId: data.versionId }))?.bundle ?? null };
};
