import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { copiesOf } from '../../platform/context.ts';
import { embeddedDirectory } from '../../platform/db/embedded/embedded.ts';
import { contentFolder } from './backup-folder.ts';
import { trialFolder } from './scratch-database.ts';

/**
 * Rejects a folder for backups inside a folder of the store, or one whose content would lie there: the store would back up its
 * own backups, delete them as files that nobody names, or lose its files to the deletion of old backups. Symbolic links are
 * followed. Throws `StartupError`.
 */
export async function assertOutsideStore(config: Config, directory: string): Promise<void> {
  const [folder, content] = await Promise.all([
    resolveLinks(directory),
    resolveLinks(contentFolder(directory)),
  ]);
  for (const { path, what } of placesOf(config)) {
    const place = await resolveLinks(path);
    if (!isWithin(folder, place) && !isWithin(content, place)) continue;
    throw new StartupError(
      `${directory} is inside ${what}, ${path}, which a backup is of. Choose a folder elsewhere, best on another disk.`,
    );
  }
  if (folder === (await resolveLinks(config.dataDir)))
    throw new StartupError(
      `${directory} is DATA_DIR itself. Choose a folder elsewhere, best on another disk.`,
    );
}

/** The folders that Quayside fills and empties. */
function placesOf(config: Config): { path: string; what: string }[] {
  const { dataDir, storage } = config;
  return [
    ...(storage.kind === 'disk' ? [{ path: storage.directory, what: 'the storage' }] : []),
    { path: embeddedDirectory(dataDir), what: 'the embedded database' },
    { path: copiesOf(config).directory, what: 'the folder of copies' },
    { path: join(dataDir, 'outbox'), what: 'the folder of emails' },
    { path: trialFolder(dataDir), what: 'the folder of temporary databases' },
    { path: join(dataDir, 'downloads'), what: 'the folder of download counts' },
  ];
}

/** Returns the path without symbolic links; what doesn't exist yet is kept as it is. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent), basename(path));
  }
}

function isWithin(path: string, place: string): boolean {
  const way = relative(place, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
