import { sql } from 'drizzle-orm';
import { FOUND_ANTI_FEATURES, MAX_REASON_LOCALES } from '#shared/listings/anti-feature.ts';
import { MAX_VERSION_ANTI_FEATURES, type VersionAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { markedFact } from '../../platform/db/marked-fact.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, orNull, type StatementValues } from '../../platform/db/statement.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { antiFeatureFindings, listDeclared } from './queries.ts';

const OTHER_LOCALES = defineStatement(
  'antiFeatures.list:locales',
  ({ appId, defaultLocale }: StatementValues<{ appId: string; defaultLocale: string }>) => ({
    select: { locale: appListings.locale },
    from: sql`
      FROM ${appListings}
      WHERE ${appListings.appId} = ${appId} AND ${appListings.locale} <> ${defaultLocale}
      ORDER BY ${appListings.locale} LIMIT ${MAX_REASON_LOCALES - 1}`,
  }),
);

const OF_VERSIONS = defineStatement(
  'antiFeatures.list:versions',
  ({ appId }: StatementValues<{ appId: string }>) => ({
    select: {
      versionId: versions.id,
      versionName: markedFact(versions.package, 'versionName'),
      versionCode: versions.versionCode,
      vulnerability: orNull(versions.vulnerability),
      found: antiFeatureFindings,
    },
    from: sql`
      FROM ${versions}
      WHERE ${versions.appId} = ${appId} AND ${versions.status} = 'published'
        AND (${versions.vulnerability} IS NOT NULL OR ${antiFeatureFindings} <> '[]')
      ORDER BY ${versions.buildOrder} DESC LIMIT ${MAX_VERSION_ANTI_FEATURES}`,
  }),
);

/** `antiFeatures.list`: returns the anti-features of an app and of its published versions. */
export const listAntiFeatures: Handler<'antiFeatures.list'> = async ({ data, caller, context: { db } }) => {
  const { app } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  const { defaultLocale } = app.details;
  const [declared, ofVersions, others] = await Promise.all([
    listDeclared(db, app.id),
    listOfVersions(db, app.id),
    OTHER_LOCALES.all(db, { appId: app.id, defaultLocale }),
  ]);
  return { declared, ofVersions, locales: [defaultLocale, ...others.map(({ locale }) => locale)] };
};

async function listOfVersions(db: Db, appId: string): Promise<VersionAntiFeature[]> {
  const rows = await OF_VERSIONS.all(db, { appId });
  const all = rows.flatMap(({ vulnerability, found, ...version }) => [
    ...(vulnerability === null
      ? []
      : [{ ...version, antiFeature: 'KnownVuln' as const, reason: vulnerability, finding: null }]),
    ...found.map(describeFinding).flatMap((finding) => {
      const antiFeature = FOUND_ANTI_FEATURES[finding.rule];
      return antiFeature === undefined
        ? []
        : [{ ...version, antiFeature, reason: finding.evidence, finding }];
    }),
  ]);
  return all.slice(0, MAX_VERSION_ANTI_FEATURES);
}
