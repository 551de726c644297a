import { createReadStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { StartupError } from '../../platform/config/startup-error.ts';
import { type RepositorySource, SourceError, splitPath } from './source.ts';

/** Any of them makes a folder a repository. */
const INDEXES = ['entry.json', 'index-v2.json', 'index-v1.json', 'index-v1.jar'];

/**
 * Opens a repository in a folder: its `repo` folder, or the folder above it. Throws `StartupError` when it is neither.
 */
export async function openFolder(directory: string): Promise<RepositorySource> {
  const root = await findRoot(directory);
  return { name: root, open: (path, maxBytes) => openFile(root, path, maxBytes) };
}

async function findRoot(directory: string): Promise<string> {
  for (const folder of [join(directory, 'repo'), directory]) {
    for (const index of INDEXES) {
      const isThere = await access(join(folder, index)).then(
        () => true,
        () => false,
      );
      if (isThere) return realpath(folder);
    }
  }
  throw new StartupError(
    `${directory} has no F-Droid repository: neither it nor its folder "repo" contains ${INDEXES.join(', ')}.`,
  );
}

async function openFile(root: string, path: string, maxBytes: number) {
  // A link may lead elsewhere.
  const file = await realpath(join(root, ...splitPath(path))).catch(() => null);
  if (file === null) return null;
  if (!file.startsWith(`${root}${sep}`)) throw new SourceError(`${path} is a link out of the repository.`);
  const info = await stat(file);
  if (!info.isFile()) throw new SourceError(`${path} isn’t a file.`);
  if (info.size > maxBytes) throw new SourceError(`${path} has ${info.size} bytes, more than ${maxBytes}.`);
  return createReadStream(file, { end: Math.max(info.size - 1, 0) });
}
