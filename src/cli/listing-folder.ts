import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readImageHeader } from '#shared/images/read-header.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { UsageError } from './usage-error.ts';

/** The files of a listing in a layout of fastlane, by their paths below the folder, with forward slashes. */
export interface ListingFolder {
  readonly texts: Readonly<Record<string, string>>;
  readonly pictures: ReadonlyMap<string, PictureFacts>;
  /** Paths of files that are neither, without those of the project that keeps the folder. */
  readonly others: readonly string[];
}

interface PictureFacts {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Null for a file that isn't the picture that its name promises. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const TEXT = /\.txt$/i;
const PICTURE = /\.(?:png|jpe?g|webp)$/i;
/** Files of the system, an editor or Git. */
const HIDDEN = /(?:^|\/)\./;
/** A folder `fastlane` has files of a project beside its listing. */
const LISTING_PARTS = /^(?:metadata|screenshots)\//;

interface FolderOptions {
  /** A project's `fastlane` folder can also have the listing of its Android app. */
  readonly platform: Platform;
  readonly mayBeMissing?: boolean;
}

/** Reads a folder; one that doesn't exist is empty if it may be missing. Throws `UsageError` when it can't be read. */
export async function readListingFolder(
  folder: string,
  { platform, mayBeMissing = false }: FolderOptions,
): Promise<ListingFolder> {
  const texts: Record<string, string> = {};
  const pictures = new Map<string, PictureFacts>();
  const others: string[] = [];
  for (const path of await listFiles(folder, mayBeMissing)) {
    if (HIDDEN.test(path) || (platform === 'ios' && path.startsWith('metadata/android/'))) continue;
    if (TEXT.test(path)) texts[path] = await readFile(join(folder, path), 'utf8');
    else if (PICTURE.test(path)) {
      const bytes = await readFile(join(folder, path));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      pictures.set(path, { sha256, size: readImageHeader(bytes) });
    } else if (platform === 'android' || LISTING_PARTS.test(path)) others.push(path);
  }
  return { texts, pictures, others };
}

async function listFiles(folder: string, mayBeMissing: boolean): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .sort();
  } catch (error) {
    if (mayBeMissing && error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new UsageError(`${folder} can’t be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Writes a file below a folder. Throws `UsageError` for a path that would lead out of it. */
export async function writeBelow(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const target = resolve(folder, path);
  if (!target.startsWith(resolve(folder) + sep)) {
    throw new UsageError(`The store named the file ${path}, which isn’t below ${folder}.`);
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}
