import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { packageKey } from '#server/catalog/versions/queries.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { type Context, openContext } from '#server/platform/context.ts';
import { apps } from '#server/platform/db/tables/apps.ts';
import { authUsers } from '#server/platform/db/tables/identity.ts';
import { users } from '#server/platform/db/tables/users.ts';
import { versions } from '#server/platform/db/tables/versions.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { setDatabaseTimeouts } from './database-timeouts.ts';
import { createTestDatabase } from './postgres.ts';
import { shareProcesses } from './share-processes.ts';
import { testOutput } from './test-output.ts';

/** A server's context with a database and a data directory of its own, and a clock that the test may set. */
export interface TestStore extends Context {
  /** The time that the clock shows; null for the true time. */
  now: Date | null;
}

/** Opens an empty store; disposing removes its files. `env` adds to the configuration. */
export async function openTestStore(env: NodeJS.ProcessEnv = {}): Promise<TestStore> {
  await using opening = new AsyncDisposableStack();
  setDatabaseTimeouts('patient');
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-store-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = { DATABASE_URL: await createTestDatabase(), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env };
  const context = opening.use(await openContext(readConfig(config), { logDestination: testOutput }));
  shareProcesses(context.services);
  const opened = opening.move();
  const store: TestStore = {
    ...context,
    now: null,
    clock: () => store.now ?? context.clock(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
  return store;
}

/** A version to publish; what is missing is made up. */
export interface PublishedDraft {
  readonly applicationId: string;
  readonly versionCode: number;
  readonly name?: string;
  readonly summary?: string;
  readonly icon?: Uint8Array;
  readonly bytes?: Uint8Array;
  readonly facts?: Partial<AndroidFacts>;
  readonly publishedAt?: Date;
}

/** Writes a published version into database and storage, with its app and publisher if they are new. */
export async function publishDirectly(context: Context, draft: PublishedDraft) {
  const bytes = draft.bytes ?? randomBytes(1000);
  const sha256 = sha256Of(bytes);
  const iconSha256 = draft.icon ? sha256Of(draft.icon) : null;
  const { applicationId, name = 'Tide Tables', summary = null } = draft;
  const appId = await findOrCreateApp(context, { platform: 'android', applicationId, name, summary });
  const versionId = randomUUID();
  const facts = { ...plainFacts(draft), size: bytes.length, iconSha256, ...draft.facts };
  await context.storage.put(packageKey(versionId), bytes);
  if (draft.icon) await context.storage.put(`icons/${iconSha256}.png`, draft.icon);
  await context.db.insert(versions).values({
    id: versionId,
    appId,
    status: 'published',
    fileName: 'app-release.apk',
    size: bytes.length,
    sha256,
    package: facts,
    signature: {
      verified: true,
      schemes: { v1: false, v2: true, v3: false, v31: false },
      signers: ['ab'.repeat(32)],
      certificates: [],
      lineage: [],
    },
    iconKey: iconSha256 && `icons/${iconSha256}.png`,
    iconSize: draft.icon?.length ?? null,
    versionCode: draft.versionCode,
    buildOrder: [String(draft.versionCode)],
    createdByUid: 'publisher',
    publishedAt: draft.publishedAt ?? context.clock(),
  });
  return { appId, versionId, bytes, sha256, iconSha256 };
}

type PublishedApp = Pick<
  typeof apps.$inferInsert,
  'platform' | 'applicationId' | 'name' | 'summary' | 'marketplaceId'
>;

/** Returns the id of a published app of one publisher; creates both if they are new. */
export async function findOrCreateApp({ db }: Context, app: PublishedApp): Promise<string> {
  const [known] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.applicationId, app.applicationId), eq(apps.platform, app.platform)));
  if (known) return known.id;
  const email = 'publisher@example.org';
  await db.insert(authUsers).values({ id: 'publisher', name: 'Pia', email }).onConflictDoNothing();
  await db
    .insert(users)
    .values({ uid: 'publisher', email, developerName: 'Harbour Works' })
    .onConflictDoNothing();
  const id = randomUUID();
  await db.insert(apps).values({
    id,
    ownerUid: 'publisher',
    publicDeveloperName: 'Harbour Works',
    status: 'published',
    ...app,
  });
  return id;
}

function plainFacts({ applicationId, versionCode }: PublishedDraft): AndroidFacts {
  return {
    platform: 'android',
    applicationId,
    versionCode,
    versionName: `1.${versionCode}`,
    label: 'Tides',
    labels: {},
    minSdk: 24,
    targetSdk: 35,
    permissions: [],
    features: [],
    abis: [],
    debuggable: false,
    testOnly: false,
    hasInstrumentation: false,
    split: null,
    requiresSplits: false,
    size: 0,
    iconSha256: null,
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
