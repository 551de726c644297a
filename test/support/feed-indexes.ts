import { z } from 'zod';
import { DETAILS, type FieldRecord } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';

/*
 * Describes the two indexes of an F-Droid repository in the same terms, as fdroidclient converts the older one
 * (`org.fdroid.index.IndexConverter`). Fields that only `index-v2.json` has are left out.
 */

const localised = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).default({});
const named = z.object({ name: z.string().startsWith('/') });

const firstText = z
  .array(z.string())
  .optional()
  .transform((texts) => texts?.[0]);

/** Returns the schemas of a listing's details, by their names in the indexes. */
function detailsOf(schemaOf: (record: FieldRecord) => z.ZodType<string | undefined>) {
  return Object.fromEntries(
    fieldsWith(DETAILS, 'fdroid').map(({ record }) => [record.fdroid, schemaOf(record)]),
  );
}

const permissionsV2 = z.array(z.object({ name: z.string(), maxSdkVersion: z.number().optional() }));

const versionV2 = z.object({
  added: z.number(),
  file: z.object({ name: z.string().startsWith('/'), sha256: z.string(), size: z.number() }),
  manifest: z.object({
    versionName: z.string(),
    versionCode: z.number(),
    usesSdk: z.object({ minSdkVersion: z.number(), targetSdkVersion: z.number() }),
    maxSdkVersion: z.number().optional(),
    signer: z.object({ sha256: z.array(z.string()).min(1) }),
    usesPermission: permissionsV2.default([]),
    usesPermissionSdk23: permissionsV2.default([]),
    nativecode: z.array(z.string()).default([]),
    features: z.array(z.object({ name: z.string() })).default([]),
  }),
  releaseChannels: z.array(z.string()).default([]),
  antiFeatures: z.record(z.string(), z.unknown()).default({}),
  whatsNew: localised(z.string()),
});

const indexV2 = z.object({
  repo: z.object({
    name: localised(z.string()),
    description: localised(z.string()),
    icon: localised(named),
    address: z.string(),
    timestamp: z.number(),
    categories: z.record(z.string(), z.object({ name: localised(z.string()) })).default({}),
  }),
  packages: z.record(
    z.string(),
    z.object({
      metadata: z.object({
        added: z.number(),
        lastUpdated: z.number(),
        name: localised(z.string()),
        summary: localised(z.string()),
        description: localised(z.string()),
        video: localised(z.string()),
        icon: localised(named),
        featureGraphic: localised(named),
        screenshots: z.record(z.string(), localised(z.array(named))).default({}),
        categories: z.array(z.string()).default([]),
        ...detailsOf(({ isFdroidList }) => (isFdroidList ? firstText : z.string().optional())),
        license: z.string().default('Unknown'),
        authorName: z.string().optional(),
      }),
      versions: z.record(z.string(), versionV2),
    }),
  ),
});

/** Returns what `index-v2.json` says, as far as the older index can say it. */
export function describeIndexV2(index: unknown) {
  const { repo, packages } = indexV2.parse(index);
  const apps = Object.entries(packages).map(([applicationId, { metadata, versions }]) => {
    const all = Object.values(versions).sort((a, b) => b.manifest.versionCode - a.manifest.versionCode);
    const suggested = all.find(({ releaseChannels }) => releaseChannels.length === 0);
    const described = {
      ...metadata,
      icon: mapValues(metadata.icon, ({ name }) => name),
      featureGraphic: mapValues(metadata.featureGraphic, ({ name }) => name),
      screenshots: mapValues(metadata.screenshots, (byLocale) =>
        mapValues(byLocale, (files) => files.map(({ name }) => name)),
      ),
      categories: metadata.categories.map((id) => repo.categories[id]?.name['en-US']),
      whatsNew: suggested?.whatsNew ?? {},
      versions: all.map(({ manifest, file, ...version }) => ({
        added: version.added,
        path: file.name,
        sha256: file.sha256,
        size: file.size,
        versionName: manifest.versionName,
        versionCode: manifest.versionCode,
        minSdk: manifest.usesSdk.minSdkVersion,
        targetSdk: manifest.usesSdk.targetSdkVersion,
        maxSdk: manifest.maxSdkVersion,
        signer: manifest.signer.sha256[0],
        permissions: manifest.usesPermission.map(({ name, maxSdkVersion }) => [name, maxSdkVersion ?? null]),
        permissionsSdk23: manifest.usesPermissionSdk23.map(({ name, maxSdkVersion }) => [
          name,
          maxSdkVersion ?? null,
        ]),
        abis: manifest.nativecode,
        features: manifest.features.map(({ name }) => name),
        antiFeatures: Object.keys(version.antiFeatures).sort(),
        isBeta: version.releaseChannels.includes('Beta'),
      })),
    };
    return [applicationId, described] as const;
  });
  return {
    repo: {
      name: repo.name['en-US'],
      description: repo.description['en-US'],
      icon: repo.icon['en-US']?.name ?? '/icons/',
      address: repo.address,
      timestamp: repo.timestamp,
    },
    apps: Object.fromEntries(apps),
  };
}

const localisedV1 = z.strictObject({
  name: z.string().optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  whatsNew: z.string().optional(),
  video: z.string().optional(),
  icon: z.string().optional(),
  featureGraphic: z.string().optional(),
  phoneScreenshots: z.array(z.string()).optional(),
  sevenInchScreenshots: z.array(z.string()).optional(),
  tenInchScreenshots: z.array(z.string()).optional(),
  tvScreenshots: z.array(z.string()).optional(),
  wearScreenshots: z.array(z.string()).optional(),
});

const DEVICES = ['phone', 'sevenInch', 'tenInch', 'tv', 'wear'] as const;

const indexV1 = z.strictObject({
  repo: z.strictObject({
    timestamp: z.number(),
    version: z.int(),
    name: z.string(),
    icon: z.string(),
    address: z.string(),
    description: z.string(),
  }),
  requests: z.strictObject({ install: z.array(z.string()), uninstall: z.array(z.string()) }),
  apps: z.array(
    z.strictObject({
      packageName: z.string(),
      added: z.number(),
      lastUpdated: z.number(),
      categories: z.array(z.string()),
      antiFeatures: z.array(z.string()).default([]),
      ...detailsOf(() => z.string().optional()),
      license: z.string(),
      suggestedVersionName: z.string().optional(),
      suggestedVersionCode: z.string().default('0'),
      authorName: z.string().optional(),
      localized: z.record(z.string(), localisedV1),
    }),
  ),
  packages: z.record(
    z.string(),
    z.array(
      z.strictObject({
        packageName: z.string(),
        added: z.number(),
        apkName: z.string(),
        hash: z.string(),
        hashType: z.literal('sha256'),
        size: z.number(),
        versionName: z.string(),
        versionCode: z.number(),
        minSdkVersion: z.number(),
        targetSdkVersion: z.number(),
        maxSdkVersion: z.number().optional(),
        signer: z.string(),
        'uses-permission': z.array(z.tuple([z.string(), z.number().nullable()])).default([]),
        'uses-permission-sdk-23': z.array(z.tuple([z.string(), z.number().nullable()])).default([]),
        nativecode: z.array(z.string()).default([]),
        features: z.array(z.string()).default([]),
        antiFeatures: z.array(z.string()).default([]),
      }),
    ),
  ),
});

/** Returns what `index-v1.json` says, in the terms of `describeIndexV2`. */
export function describeIndexV1(index: unknown): ReturnType<typeof describeIndexV2> {
  const { repo, apps, packages } = indexV1.parse(index);
  const described = apps.map(({ packageName: id, localized, antiFeatures, ...app }) => {
    const { suggestedVersionCode, suggestedVersionName: _, ...metadata } = app;
    const texts = (field: 'name' | 'summary' | 'description' | 'video' | 'whatsNew') =>
      present(localized, (locale) => locale[field]);
    const files = (field: 'icon' | 'featureGraphic') =>
      present(localized, (fields, locale) => fields[field] && `/${id}/${locale}/${fields[field]}`);
    const screenshots = DEVICES.map((device) => {
      const kind = `${device}Screenshots` as const;
      const byLocale = present(localized, (fields, locale) =>
        fields[kind]?.map((file) => `/${id}/${locale}/${kind}/${file}`),
      );
      return [device, byLocale] as const;
    });
    const versions = (packages[id] ?? []).map((version) => ({
      added: version.added,
      path: `/${version.apkName}`,
      sha256: version.hash,
      size: version.size,
      versionName: version.versionName,
      versionCode: version.versionCode,
      minSdk: version.minSdkVersion,
      targetSdk: version.targetSdkVersion,
      maxSdk: version.maxSdkVersion,
      signer: version.signer,
      permissions: version['uses-permission'],
      permissionsSdk23: version['uses-permission-sdk-23'],
      abis: version.nativecode,
      features: version.features,
      antiFeatures: [...new Set([...antiFeatures, ...version.antiFeatures])].sort(),
      isBeta: version.versionCode > Number(suggestedVersionCode),
    }));
    return [
      id,
      {
        ...metadata,
        name: texts('name'),
        summary: texts('summary'),
        description: texts('description'),
        video: texts('video'),
        whatsNew: texts('whatsNew'),
        icon: files('icon'),
        featureGraphic: files('featureGraphic'),
        screenshots: Object.fromEntries(
          screenshots.filter(([, byLocale]) => Object.keys(byLocale).length > 0),
        ),
        versions,
      },
    ] as const;
  });
  const { version: _, icon, ...about } = repo;
  return { repo: { ...about, icon: `/icons/${icon}` }, apps: Object.fromEntries(described) };
}

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function present<Value, Result>(
  record: Readonly<Record<string, Value>>,
  select: (value: Value, key: string) => Result | undefined,
): Record<string, Result> {
  const found: Record<string, Result> = {};
  for (const [key, value] of Object.entries(record)) {
    const selected = select(value, key);
    if (selected !== undefined) found[key] = selected;
  }
  return found;
}
