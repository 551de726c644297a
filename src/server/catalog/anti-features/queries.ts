import { inArray, sql } from 'drizzle-orm';
import { FOUND_ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import type { DeclaredAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { appAntiFeatures } from '../../platform/db/tables/apps.ts';
import { versions } from '../../platform/db/tables/versions.ts';

/** The findings of a version that are an anti-feature, as JSON. */
export const antiFeatureFindings = sql<StoredFinding[]>`(
  SELECT coalesce(jsonb_agg(finding), '[]') FROM jsonb_array_elements(${versions.findings}) AS finding
  WHERE finding->>'rule' = ANY(${sql.param(Object.keys(FOUND_ANTI_FEATURES))}::text[])
)`;

/** Returns what is declared for some apps, by app. */
export async function readDeclared(
  db: Db | Tx,
  appIds: readonly string[],
): Promise<Map<string, (typeof appAntiFeatures.$inferSelect)[]>> {
  const rows = await db
    .select()
    .from(appAntiFeatures)
    .where(inArray(appAntiFeatures.appId, [...appIds]))
    .orderBy(appAntiFeatures.antiFeature);
  return Map.groupBy(rows, ({ appId }) => appId);
}

const DECLARED = defineStatement('app-anti-features', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: {
    antiFeature: appAntiFeatures.antiFeature,
    setBy: appAntiFeatures.setBy,
    setAt: appAntiFeatures.setAt,
    reasons: appAntiFeatures.reasons,
  },
  from: sql`
    FROM ${appAntiFeatures} WHERE ${appAntiFeatures.appId} = ${appId} ORDER BY ${appAntiFeatures.antiFeature}`,
}));

/** Returns what is declared for an app in the shape of the API. */
export async function listDeclared(db: Db | Tx, appId: string): Promise<DeclaredAntiFeature[]> {
  const rows = await DECLARED.all(db, { appId });
  return rows.map(({ antiFeature, setBy, setAt, reasons }) => ({
    antiFeature,
    setBy,
    setAt: setAt.toISOString(),
    reasons,
  }));
}
