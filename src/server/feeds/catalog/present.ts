import type { CatalogApp, CatalogAppDetails, CatalogFields, CatalogVersion } from '#shared/apps/catalog.ts';
import { ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import { DETAILS, TEXTS } from '#shared/listings/field-records.ts';
import { fieldsWith, linkOf } from '#shared/listings/fields.ts';
import { explainPermission } from '#shared/packages/capabilities.ts';
import { packagePath } from '../../catalog/versions/package-paths.ts';
import { addressesOf } from '../../platform/store-addresses.ts';
import type { ListedRow } from '../public/listed-apps.ts';
import type { PublicApp } from '../public/public-app.ts';
import { chooseNotes, type PublicVersion } from '../public/public-versions.ts';

const CATALOG_FIELDS = fieldsWith({ ...DETAILS, ...TEXTS }, 'catalog');

/** Returns an app as the catalog API lists it. */
export function presentListedApp(publicUrl: string, app: ListedRow): CatalogApp {
  const addresses = addressesOf(publicUrl);
  return {
    platform: app.platform,
    applicationId: app.applicationId,
    name: app.name,
    summary: app.summary,
    language: app.locale,
    developerName: app.authorName,
    category: app.category || null,
    iconUrl: app.icon === null ? null : addresses.file(app.icon),
    pageUrl: addresses.page(app),
    versionName: app.versionName,
    updatedAt: app.publishedAt.toISOString(),
  };
}

/** Returns an app as the catalog API shows it. */
export function presentPublicApp(publicUrl: string, app: PublicApp): CatalogAppDetails {
  const { listed, locale, name, summary, details } = app;
  const { file } = addressesOf(publicUrl);
  return {
    ...presentListedApp(publicUrl, { ...listed, locale, name, summary }),
    descriptionHtml: app.descriptionHtml,
    languages: [...app.locales],
    tags: details.tags,
    ...presentFields(app),
    featureGraphicUrl: app.featureGraphic && file(app.featureGraphic.path),
    screenshots: app.screenshots.map(({ kind, path, width, height }) => ({
      kind,
      url: file(path),
      width,
      height,
    })),
    permissions: app.permissions.map((permission) => ({
      name: permission,
      explanation: explainPermission(permission),
    })),
    antiFeatures: app.antiFeatures.map(({ id, reason }) => ({
      id,
      explanation: ANTI_FEATURES[id].explanation(),
      reason,
    })),
    versions: app.versions.map((version) =>
      presentPublicVersion(publicUrl, { listed, version, languages: [locale] }),
    ),
    nextVersionsCursor: app.nextVersionsCursor,
  };
}

/** Returns the fields of a listing by their names in the catalog; null for those without a value. */
function presentFields({ texts, details }: PublicApp): CatalogFields {
  const values = { ...details, ...texts };
  return Object.fromEntries(
    CATALOG_FIELDS.map(({ field, record }) => [
      record.catalog,
      linkOf(record, values[field]) ?? (values[field] || null),
    ]),
  ) as CatalogFields;
}

interface PresentedVersion {
  readonly listed: ListedRow;
  readonly version: PublicVersion;
  /** The wanted languages of release notes. */
  readonly languages: readonly string[];
}

/** Returns a version as the catalog API shows it. */
export function presentPublicVersion(
  publicUrl: string,
  { listed, version, languages }: PresentedVersion,
): CatalogVersion {
  const { versionName, versionCode, publishedAt, size, sha256, minimumOs, provenance } = version;
  return {
    versionName,
    versionCode,
    publishedAt: publishedAt.toISOString(),
    size,
    sha256,
    minimumOs,
    releaseNotes: chooseNotes(version, [...languages, listed.locale]),
    downloadUrl: `${publicUrl}${packagePath(listed, version)}`,
    provenance: provenance && {
      repository: provenance.repository,
      commit: provenance.commit,
      ref: provenance.ref,
      workflow: provenance.workflow,
      runUrl: provenance.runUrl,
      bundleUrl: addressesOf(publicUrl).bundle(listed, sha256),
    },
  };
}
