import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FOUND_ANTI_FEATURES, MAX_REASON_LOCALES } from '#shared/anti-features/anti-feature.ts';
import { MAX_VERSION_ANTI_FEATURES, type VersionAntiFeature } from '#shared/anti-features/calls.ts';
import { requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { antiFeatureFindings, listDeclared } from './queries.ts';

/** `antiFeatures.list`: returns the anti-features of an app and of its published versions. */
export const listAntiFeatures: Handler<'antiFeatures.list'> = async ({ data, caller, context: { db } }) => {
  const { app } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  const { defaultLocale } = app.details;
  const [declared, ofVersions, others] = await Promise.all([
    listDeclared(db, app.id),
    listOfVersions(db, app.id),
    db
      .select({ locale: appListings.locale })
      .from(appListings)
      .where(and(eq(appListings.appId, app.id), ne(appListings.locale, defaultLocale)))
      .orderBy(asc(appListings.locale))
      .limit(MAX_REASON_LOCALES - 1),
  ]);
  return { declared, ofVersions, locales: [defaultLocale, ...others.map(({ locale }) => locale)] };
};

const findingsSchema = z.array(z.object({ rule: z.string(), evidence: z.string() }));

async function listOfVersions(db: Db, appId: string): Promise<VersionAntiFeature[]> {
  const rows = await db
    .select({
      versionId: versions.id,
      versionName: sql<string | null>`${versions.package}->>'versionName'`,
      versionCode: versions.versionCode,
      vulnerability: versions.vulnerability,
      found: antiFeatureFindings,
    })
    .from(versions)
    .where(
      and(
        eq(versions.appId, appId),
        eq(versions.status, 'published'),
        or(isNotNull(versions.vulnerability), sql`${antiFeatureFindings} <> '[]'`),
      ),
    )
    .orderBy(desc(versions.buildOrder))
    .limit(MAX_VERSION_ANTI_FEATURES);
  const all = rows.flatMap(({ vulnerability, found, ...version }) => [
    ...(vulnerability === null
      ? []
      : [{ ...version, antiFeature: 'KnownVuln' as const, reason: vulnerability }]),
    ...findingsSchema.parse(found).flatMap(({ rule, evidence }) => {
      const antiFeature = FOUND_ANTI_FEATURES[rule];
      return antiFeature === undefined ? [] : [{ ...version, antiFeature, reason: evidence }];
    }),
  ]);
  return all.slice(0, MAX_VERSION_ANTI_FEATURES);
}
