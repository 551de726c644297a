import { type Finding, someNames } from '../finding.ts';
import { fileFinding } from '../rules/file-rules.ts';
import type { ZipDirectory, ZipEntry } from '../zip.ts';

const MAX_NAMED = 5;
const MAX_NAME_SHOWN = 100;
/** Bytes from the external attributes in an entry of the directory to its name. */
const ATTRIBUTES_BEFORE_NAME = 8;
const FILE_TYPE = 0xf000;
const LINK = 0xa000;

/**
 * Returns what in the paths of an IPA can be read in two ways: several apps, paths that another path leads to, names that
 * are the same on a computer that ignores case or composition, and files in folders that are links.
 */
export function ambiguousPaths(zip: ZipDirectory): Finding[] {
  const names = zip.entries.map(({ name }) => name);
  return [
    ...ambiguityFinding('apps', appsOf(names), 1),
    ...ambiguityFinding('indirect', names.filter(isIndirect)),
    ...ambiguityFinding('alike', findAlike(names)),
    ...ambiguityFinding('linkedFolders', linkedFolders(zip)),
  ];
}

function ambiguityFinding(
  problem: 'apps' | 'indirect' | 'alike' | 'linkedFolders',
  paths: readonly string[],
  most = 0,
): Finding[] {
  if (paths.length <= most) return [];
  const { names, more } = someNames(paths, MAX_NAMED);
  const shown = names.map((path) => JSON.stringify(path.slice(0, MAX_NAME_SHOWN)));
  return [fileFinding('ipa-ambiguous', { found: problem, names: shown, more })];
}

function appsOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => /^Payload\/[^/]+\.app(?=\/)/i.exec(name)?.[0] ?? []))];
}

/** Returns true for a path such as `a//b`, `./a`, `a/../b` or `/a`; a folder's own ends in a slash. */
function isIndirect(name: string): boolean {
  const parts = name.replace(/\/$/, '').split(/[/\\]/);
  return name.includes('\\') || parts.some((part) => part === '' || part === '.' || part === '..');
}

function findAlike(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.normalize('NFC').toLowerCase();
    const isSeen = seen.has(folded);
    seen.add(folded);
    return isSeen;
  });
}

/** Returns the links below which the archive has files: programs that unpack it write them elsewhere. */
function linkedFolders(zip: ZipDirectory): string[] {
  const links = new Set(zip.entries.filter((entry) => isLink(zip, entry)).map(({ name }) => `${name}/`));
  if (links.size === 0) return [];
  const parents = zip.entries.flatMap(({ name }) => foldersOf(name));
  return [...new Set(parents.filter((folder) => links.has(folder)))];
}

const MAX_FOLDERS = 50;

function foldersOf(name: string): string[] {
  const parts = name.split('/', MAX_FOLDERS);
  return parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

/** Returns true when an entry is unpacked as a symbolic link, by the mode that Unix tools store. */
export function isLink({ bytes }: ZipDirectory, { nameOffset }: Pick<ZipEntry, 'nameOffset'>): boolean {
  const at = nameOffset - ATTRIBUTES_BEFORE_NAME + 2;
  return (((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) & FILE_TYPE) === LINK;
}
