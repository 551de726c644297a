import { currentGeneration, rebuildFeeds } from '../../feeds/rebuild/rebuild.ts';
import { fingerprint, readSigningKey } from '../../feeds/signing/key.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import { type ExportedFile, readRepositoryFiles } from './repository-files.ts';

/**
 * Writes the F-Droid feed as a static repository that any web server can serve: first the files that the index names, then
 * the index, and the signed entry last, so that clients always find a whole repository. Files of the earlier export stay
 * until the next one, for clients that have read its index. Returns a summary; throws `StartupError`.
 */
export async function exportRepository(context: Context, directory: string): Promise<string> {
  const folder = await openExportFolder(directory);
  // `busy` means that a server is bringing it up to date.
  await rebuildFeeds(context);
  const { named, indexes } = await readRepositoryFiles(context, await currentGeneration(context));
  const files = [...named, ...indexes];
  const paths = files.map(({ path }) => path);
  await folder.plan(paths);
  let written = 0;
  for (const file of files) if (await writeStored(context, folder, file)) written += 1;
  const removed = await folder.finish(paths);
  const signer = fingerprint(await readSigningKey(context));
  return [
    `${directory}/repo has ${files.length} files: ${written} were written and ${removed} old ones removed.`,
    `Fingerprint: ${signer}`,
  ].join('\n');
}

/** Copies a file unless it is there already. Returns true when it was copied. */
async function writeStored(
  { storage }: Context,
  folder: ExportFolder,
  { path, key, sha256 }: ExportedFile,
): Promise<boolean> {
  if (sha256 !== null && (await folder.has(path, sha256))) return false;
  const opened = await storage.open(key);
  if (!opened) throw new StartupError(`The file ${key} is missing, which ${path} needs. See Feed problems.`);
  await folder.write(path, opened.stream);
  return true;
}
