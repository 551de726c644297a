import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { packageKey } from '#server/catalog/versions/queries.ts';
import type { Context } from '#server/platform/context.ts';
import { versions } from '#server/platform/db/tables/versions.ts';
import type { IosFacts } from '#shared/packages/facts.ts';
import { UNSIGNED } from '#shared/packages/facts.ts';
import { findOrCreateApp } from './store.ts';

/** An iOS version to publish; what is missing is made up. */
interface IpaDraft {
  readonly applicationId: string;
  readonly build?: number;
  readonly facts?: Partial<IosFacts>;
  readonly marketplaceId?: string;
  /** False for an app without an icon. */
  readonly hasIcon?: boolean;
}

/** Writes a published iOS version into database and storage, with its app and publisher if they are new. */
export async function publishIpa(context: Context, draft: IpaDraft) {
  const { applicationId, build = 1, hasIcon = true } = draft;
  const bytes = randomBytes(1000);
  const versionId = randomUUID();
  const appId = await findOrCreateApp(context, {
    platform: 'ios',
    applicationId,
    name: 'Tide Tables',
    summary: 'Shows the tides',
    marketplaceId: draft.marketplaceId ?? null,
  });
  await context.storage.put(packageKey(versionId), bytes);
  const facts: IosFacts = {
    platform: 'ios',
    applicationId,
    buildVersion: String(build),
    versionName: `1.${build}`,
    label: 'Tides',
    labels: {},
    minimumOs: '15.0',
    deviceFamilies: ['iphone'],
    usageTexts: {},
    profile: null,
    entitlements: {},
    entitlementsFrom: null,
    extensions: [],
    extensionEntitlements: [],
    extensionUsageTexts: {},
    architectures: ['arm64'],
    encrypted: false,
    debuggable: false,
    size: bytes.length,
    iconSha256: null,
    ...draft.facts,
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await context.db.insert(versions).values({
    id: versionId,
    appId,
    status: 'published',
    fileName: 'App.ipa',
    size: bytes.length,
    sha256,
    package: facts,
    signature: UNSIGNED,
    iconKey: hasIcon ? `icons/${'1'.repeat(64)}.png` : null,
    buildOrder: [String(build)],
    createdByUid: 'publisher',
    publishedAt: new Date('2026-01-31T12:00:00.123Z'),
  });
  return { appId, versionId, bytes, sha256 };
}
