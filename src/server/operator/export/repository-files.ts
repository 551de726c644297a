import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { readApkFileName } from '../../catalog/versions/package-paths.ts';
import { storeDefaultIcon } from '../../feeds/fdroid/default-icon.ts';
import { findPackage, findPicture } from '../../feeds/fdroid/lookups.ts';
import { feedFileKey, indexName, readDiffName, readStoreIconPath } from '../../feeds/fdroid/names.ts';
import { type Generation } from '../../feeds/generations/generations.ts';
import { groupAt, groupFile } from '../../feeds/generations/rollout.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';

/** A stored file, and its path below the repository. */
export interface ExportedFile {
  readonly path: string;
  readonly key: string;
  /** In lower-case hexadecimal; null where the name contains it. */
  readonly sha256: string | null;
}

/** The files of a generation: those that its index names, and those by which clients notice a new generation. */
export interface RepositoryFiles {
  readonly named: readonly ExportedFile[];
  /** The entry comes last. */
  readonly indexes: readonly ExportedFile[];
}

/** A static repository can't tell devices apart, so it is the one of devices that staged rollouts reach last. */
const LAST_BUCKET = 99;
const INDEXES = ['index-v2.json', 'index-v1.jar', 'entry.json', 'entry.jar'] as const;

const file = z.object({ name: z.string() });
const localised = z.record(z.string(), file).default({});
const indexSchema = z.object({
  repo: z.object({ icon: localised }),
  packages: z.record(
    z.string(),
    z.object({
      metadata: z.object({
        icon: localised,
        featureGraphic: localised,
        screenshots: z.record(z.string(), z.record(z.string(), z.array(file))).default({}),
      }),
      versions: z.record(z.string(), z.object({ file })),
    }),
  ),
});
const entrySchema = z.object({ diffs: z.record(z.string(), file).default({}) });

/** Lists the files of a generation of the feed. Throws `StartupError` when one of them is missing. */
export async function readRepositoryFiles(context: Context, { files }: Generation): Promise<RepositoryFiles> {
  const bucket = groupAt(Object.keys(files), LAST_BUCKET);
  const indexes = INDEXES.map((path) => {
    const stored = files[groupFile(bucket, path)];
    if (!stored) throw new StartupError(`The feed has no ${path}. Start Quayside, which makes it again.`);
    return { path, key: stored.key, sha256: stored.sha256 };
  });
  const [index, , entry] = indexes;
  const { packages, repo } = indexSchema.parse(await readJson(context, index?.key));
  const { diffs } = entrySchema.parse(await readJson(context, entry?.key));
  const apps = Object.values(packages);
  const names = [
    ...Object.values(repo.icon),
    ...Object.values(diffs),
    ...apps.flatMap(({ metadata, versions }) => [
      ...Object.values(metadata.icon),
      ...Object.values(metadata.featureGraphic),
      ...Object.values(metadata.screenshots).flatMap((byLocale) => Object.values(byLocale).flat()),
      ...Object.values(versions).map((version) => version.file),
    ]),
  ].map(({ name }) => name.replace(/^\//, ''));
  const named = [];
  for (const path of new Set(names)) named.push(await findFile(context, path));
  if (index) named.push({ ...index, path: indexName(index.sha256) });
  return { named, indexes };
}

async function findFile(context: Context, path: string): Promise<ExportedFile> {
  const { db, storage } = context;
  const diff = readDiffName(path);
  if (diff !== null) return { path, key: feedFileKey('diff.json', diff), sha256: diff };
  const icon = readStoreIconPath(path);
  if (icon !== null) {
    await storeDefaultIcon(storage, icon);
    return { path, key: `logos/${icon}.png`, sha256: null };
  }
  const name = readApkFileName(path);
  const found = name ? await findPackage(db, { ...name, path }) : await findPicture(db, path);
  if (found === null || found === 'removed' || found === 'held') {
    throw new StartupError(`${path} was unpublished during the export. Run it again.`);
  }
  return { path, key: found.key, sha256: name ? found.sha256 : null };
}

async function readJson({ storage }: Context, key = ''): Promise<unknown> {
  const opened = await storage.open(key);
  if (!opened)
    throw new StartupError(`The file ${key} of the feed is missing. Start Quayside, which makes it again.`);
  return JSON.parse((await buffer(opened.stream)).toString('utf8'));
}
