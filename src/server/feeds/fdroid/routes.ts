import { Hono, type Context as HonoContext } from 'hono';
import { t } from '#shared/languages/translate.ts';
import { readApkFileName } from '../../catalog/versions/package-paths.ts';
import { acceptedEncodings } from '../../http/encodings.ts';
import { respondWithPlainError } from '../../http/error-response.ts';
import { onlyReading } from '../../http/only-reading.ts';
import { respondHeld } from '../../http/running-downloads.ts';
import { rejectObject, serveFile, serveHashedFile } from '../../http/serve-file.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { queueRebuildOnce } from '../../platform/queue/queue-rebuild.ts';
import { guardStore } from '../access/guard-store.ts';
import { rememberOffline } from '../access/remember.ts';
import { callerBucket } from '../downloads/caller-bucket.ts';
import { servePackage } from '../downloads/serve-package.ts';
import { copiesIn, findCopies, isCompressible } from '../generations/copies.ts';
import { areFilesThere } from '../generations/damage.ts';
import { type Generation, readGeneration } from '../generations/generations.ts';
import { groupAt, groupFile } from '../generations/rollout.ts';
import { storeDefaultIcon } from './default-icon.ts';
import { type Found, findPackage, findPicture } from './lookups.ts';
import { feedFileKey, readDiffName, readIndexName, readStoreIconPath } from './names.ts';
import { XML_INDEX } from './xml-generation.ts';

const FEED_TYPES: ReadonlyMap<string, string> = new Map([
  ['entry.jar', 'application/java-archive'],
  ['entry.json', 'application/json'],
  ['index-v1.jar', 'application/java-archive'],
  ['index-v2.json', 'application/json'],
]);
const PACKAGE_TYPE = 'application/vnd.android.package-archive';

/** The generation to serve, for requests of files with fixed names. */
interface FeedEnv {
  readonly Variables: { generation: Promise<Generation> };
}

/** Returns the current generation, and makes the first one. */
type MakeGeneration = (context: Context) => Promise<Generation>;

/** Creates the routes of the store's F-Droid repository: index, packages and icons. */
export function createFdroidRoutes(context: Context, makeGeneration: MakeGeneration): Hono<FeedEnv> {
  const routes = new Hono<FeedEnv>();
  const readCurrent = rememberGeneration(context, makeGeneration);
  const readXml = rememberOffline(context, () =>
    readReplicated(context, ({ db }) => readGeneration(db, 'fdroid-xml')),
  );
  routes.use(onlyReading);
  routes.get('/:file', async (c, next) => {
    if (!FEED_TYPES.has(c.req.param('file'))) return next();
    // Read beside the store's settings: each of them may wait for a database that hangs.
    const generation = readCurrent();
    generation.catch(() => {});
    c.set('generation', generation);
    return next();
  });
  routes.use(guardStore(context, 'clients'));
  routes.get('/:file', async (c) => {
    const file = c.req.param('file');
    if (file === 'index.xml') return serveXmlIndex(c, context, await readXml());
    if (FEED_TYPES.has(file))
      return serveFeedFile(c, context, { name: file, generation: await c.get('generation') });
    const sha256 = readIndexName(file);
    if (sha256 === null) return serveApk(c, context, file);
    return serveHashed(c, context, { key: feedFileKey('index-v2.json', sha256), sha256 });
  });
  routes.get('/diff/:file', (c) => {
    const sha256 = readDiffName(`diff/${c.req.param('file')}`);
    if (sha256 === null) return notFound(c);
    return serveHashed(c, context, { key: feedFileKey('diff.json', sha256), sha256 });
  });
  routes.get('/icons/:file', (c) => serveStoreIcon(c, context));
  routes.get('/:applicationId/:locale/:file', (c) => servePicture(c, context));
  routes.get('/:applicationId/:locale/:kind/:file', (c) => servePicture(c, context));
  routes.all('*', notFound);
  routes.onError(respondWithPlainError);
  return routes;
}

/** Returns how to read the current generation, also while the database is gone. The first one is made for its reader. */
function rememberGeneration(context: Context, makeGeneration: MakeGeneration): () => Promise<Generation> {
  const readKnown = rememberOffline(context, () => readCurrentGeneration(context));
  return async () => {
    const known = await readKnown();
    if (known) return known;
    const made = await makeGeneration(context);
    await readKnown();
    return made;
  };
}

function readCurrentGeneration(context: Context): Promise<Generation | null> {
  return readReplicated(context, ({ db }) => readGeneration(db, 'fdroid'));
}

interface NamedFile {
  readonly name: string;
  readonly generation: Generation;
}

/**
 * Serves a file with a fixed name according to the caller's rollout bucket; the entry then names the matching
 * index.
 */
async function serveFeedFile(
  c: HonoContext,
  context: Context,
  { name, generation: { files, timestamp } }: NamedFile,
): Promise<Response> {
  const path = groupFile(groupAt(Object.keys(files), callerBucket(c, context)), name);
  const file = files[path];
  const type = FEED_TYPES.get(name);
  if (!file || !type) return notFound(c);
  const copies = isCompressible(name) ? copiesIn(files, path) : [];
  const served = { storage: context.storage, ...file, type, cache: 'revalidate' } as const;
  const modifiedAt = new Date(timestamp);
  try {
    return await serveFile(c, { ...served, modifiedAt, ...(isCompressible(name) && { copies }) });
  } catch (error) {
    if (await areFilesThere(context, [file, ...copies])) throw error;
    return makeAgain(context, name);
  }
}

/** Serves `index.xml`, which is made after the other indexes. */
async function serveXmlIndex(
  c: HonoContext,
  context: Context,
  generation: Generation | null,
): Promise<Response> {
  const { files = {}, timestamp = 0 } = generation ?? {};
  const path = groupFile(groupAt(Object.keys(files), callerBucket(c, context)), XML_INDEX);
  const file = files[path];
  const copies = copiesIn(files, path);
  const isThere = file && (await areFilesThere(context, [file, ...copies]));
  if (!isThere) return makeAgain(context, XML_INDEX);
  const served = { storage: context.storage, ...file, type: 'application/xml', cache: 'revalidate' } as const;
  return serveFile(c, { ...served, modifiedAt: new Date(timestamp), copies });
}

/** Has the feed made again, because a file of the current generation is missing or too short. */
async function makeAgain({ db, log }: Context, name: string): Promise<never> {
  if (await queueRebuildOnce(db)) {
    log.warn({ name }, 'a file of the feed is missing or damaged: the feed is made again');
  }
  throw callError('unavailable', () => t`The feed is being made again. Try again in a few seconds.`, {
    reason: 'feed-not-ready',
    retryAfterSeconds: 1,
  });
}

/** Serves an index or diff of any generation that is kept. The key contains the hash, so a file needs no database. */
async function serveHashed(
  c: HonoContext,
  context: Context,
  file: { readonly key: string; readonly sha256: string },
): Promise<Response> {
  const { storage } = context;
  const info = await storage.stat(file.key);
  if (!info) {
    const current = await readCurrentGeneration(context);
    const isCurrent = Object.values(current?.files ?? {}).some(({ key }) => key === file.key);
    return isCurrent ? makeAgain(context, file.key) : notFound(c);
  }
  const { size, modifiedAt } = info;
  const copies = await findCopies(storage, file.key, acceptedEncodings(c.req.header('Accept-Encoding')));
  const served = { storage, ...file, size, type: 'application/json', cache: 'forever' } as const;
  return serveFile(c, { ...served, modifiedAt, copies });
}

async function serveApk(c: HonoContext, context: Context, path: string): Promise<Response> {
  const name = readApkFileName(path);
  const found = name && (await readReplicated(context, ({ db }) => findPackage(db, { ...name, path })));
  if (found === null || found === 'removed' || found === 'held') return missing(c, found);
  return servePackage(c, context, { ...found, type: PACKAGE_TYPE, downloadName: path });
}

async function serveStoreIcon(c: HonoContext, { storage }: Context): Promise<Response> {
  const sha256 = readStoreIconPath(`icons/${c.req.param('file')}`);
  if (sha256 === null) return notFound(c);
  await storeDefaultIcon(storage, sha256);
  const icon = { storage, key: `logos/${sha256}.png`, sha256, type: 'image/png', cache: 'forever' } as const;
  return (await serveHashedFile(c, icon)) ?? notFound(c);
}

async function servePicture(c: HonoContext, context: Context): Promise<Response> {
  const { applicationId, locale, kind, file } = c.req.param();
  const path = [applicationId, locale, ...(kind === undefined ? [] : [kind]), file].join('/');
  const { storage } = context;
  const found = await readReplicated(context, ({ db }) => findPicture(db, path));
  if (found === null || found === 'removed' || found === 'held') return missing(c, found);
  const { key, sha256, extension } = found;
  const type = `image/${extension}`;
  const picture = { storage, key, sha256, type, cache: 'forever', canRedirect: true } as const;
  return (await serveHashedFile(c, picture)) ?? rejectObject(picture, 'missing');
}

function missing(c: HonoContext, found: Extract<Found<never>, null | string>): Response {
  if (found === 'held') return respondHeld(c);
  return found === 'removed' ? c.text('The store has removed this file.', 410) : notFound(c);
}

function notFound(c: HonoContext): Response {
  return c.text('This file isn’t in the repository. It may no longer be published.', 404);
}
