import { and, eq } from 'drizzle-orm';
import { Hono, type Context as HonoContext } from 'hono';
import { isHeldVersion, isLiveVersion } from '../../catalog/lifecycle/conditions.ts';
import { readIpaFileName } from '../../catalog/versions/package-paths.ts';
import { packageKey } from '../../catalog/versions/queries.ts';
import { respondWithPlainError } from '../../http/error-response.ts';
import { onlyReading } from '../../http/only-reading.ts';
import { respondHeld } from '../../http/running-downloads.ts';
import { serveFile } from '../../http/serve-file.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import type { AltstoreSource, StoredFile } from '../../platform/db/tables/feeds.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { queueRebuildOnce } from '../../platform/queue/queue-rebuild.ts';
import { DamagedObjectError } from '../../platform/storage/storage.ts';
import { guardStore } from '../access/guard-store.ts';
import { rememberOffline } from '../access/remember.ts';
import { callerBucket } from '../downloads/caller-bucket.ts';
import { servePackage } from '../downloads/serve-package.ts';
import { copiesIn } from '../generations/copies.ts';
import { readGeneration } from '../generations/generations.ts';
import { groupAt, groupFile } from '../generations/rollout.ts';
import { SOURCE_FILES } from '../public/addresses.ts';

/** Apple registered none; browsers save an unknown type as a file. */
const PACKAGE_TYPE = 'application/octet-stream';

/** Creates the routes of the store's AltStore sources: `source.json`, `pal.json` and the packages. */
export function createAltstoreRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.use(onlyReading);
  routes.use(guardStore(context, 'clients'));
  const readKnown = rememberOffline(context, () =>
    readReplicated(context, ({ db }) => readGeneration(db, 'altstore')),
  );
  for (const source of Object.keys(SOURCE_FILES) as AltstoreSource[])
    routes.get(`/${SOURCE_FILES[source]}`, async (c) => {
      const { files = {}, timestamp = 0 } = (await readKnown()) ?? {};
      return serveSource(c, context, { source, files, timestamp });
    });
  routes.get('/packages/:file', (c) => serveIpa(c, context));
  routes.all('*', notFound);
  routes.onError(respondWithPlainError);
  return routes;
}

interface ServedSource {
  readonly source: AltstoreSource;
  /** The files of all sources and groups, by name. */
  readonly files: Readonly<Record<string, StoredFile>>;
  readonly timestamp: number;
}

/** Serves the source of the caller's rollout bucket. */
async function serveSource(
  c: HonoContext,
  context: Context,
  { source, files, timestamp }: ServedSource,
): Promise<Response> {
  const bucket = groupAt(Object.keys(files), callerBucket(c, context));
  const path = groupFile(bucket, SOURCE_FILES[source]);
  const file = files[path];
  const served = { storage: context.storage, type: 'application/json', cache: 'revalidate' } as const;
  const state = { modifiedAt: new Date(timestamp), copies: copiesIn(files, path) };
  try {
    if (file) return await serveFile(c, { ...served, ...file, ...state });
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error;
    if (await queueRebuildOnce(context.db))
      context.log.warn({ source }, 'a source is missing or damaged: it is made again');
  }
  c.header('Retry-After', '2');
  return c.text('The source is being made. Try again in a few seconds.', 503);
}

/** Serves the package of a live version, also to those whose source still lists it during a rollout. */
async function serveIpa(c: HonoContext, context: Context): Promise<Response> {
  const versionId = readIpaFileName(c.req.param('file') ?? '');
  if (versionId === null) return notFound(c);
  const row = await readReplicated(context, ({ db }) => findIpa(db, versionId));
  if (!row?.sha256 || row.publishedAt === null || row.package?.platform !== 'ios') return notFound(c);
  if (row.status === 'removed' || row.appStatus === 'removed')
    return c.text('The store has removed this file.', 410);
  if (row.isHeld) return respondHeld(c);
  if (!isLiveVersion(row, { status: row.appStatus })) return notFound(c);
  return servePackage(c, context, {
    versionId,
    key: packageKey(versionId),
    sha256: row.sha256,
    size: row.size,
    type: PACKAGE_TYPE,
    downloadName: `${row.applicationId}_${row.package.versionName}.ipa`,
  });
}

async function findIpa(db: Db, versionId: string) {
  const [row] = await db
    .select({
      sha256: versions.sha256,
      size: versions.size,
      status: versions.status,
      package: versions.package,
      appStatus: apps.status,
      isHeld: isHeldVersion,
      applicationId: apps.applicationId,
      publishedAt: versions.publishedAt,
    })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(and(eq(versions.id, versionId), eq(apps.platform, 'ios')));
  return row;
}

function notFound(c: HonoContext): Response {
  return c.text('This file isn’t in the source. It may no longer be published.', 404);
}
