import type { ByteSource } from './byte-source.ts';
import type { Finding } from './finding.ts';
import { checkLocalHeaders } from './local-headers.ts';
import { endsInspection, fileFinding } from './rules/file-rules.ts';
import { isUtf8 } from './text.ts';
import { DEFLATED, nameBytes, STORED, type ZipDirectory, type ZipEntry } from './zip.ts';

const ENCRYPTED = 1;
/** Deflate's maximum compression ratio (zlib technical details, "Maximum compression factor"). */
const MAX_DEFLATE_RATIO = 1032;
/** Unpacked sizes up to this are harmless at any ratio. */
const HARMLESS_SIZE = 64 * 1024 * 1024;
/** Real packages unpack to less than ten times their size. */
const BOMB_RATIO = 20;

/**
 * Checks the ZIP container: first its directory, then, when that is sound, each file's own header. The sizes
 * in the directory are reliable limits: Android, iOS and every reader here stop unpacking at them.
 */
export async function checkContainer(source: ByteSource, zip: ZipDirectory): Promise<Finding[]> {
  const findings = [
    ...badNames(zip),
    ...duplicateNames(zip.entries),
    ...bombs(zip.entries, source.size),
    ...unreadableEntries(zip.entries),
  ];
  if (findings.some(endsInspection)) return findings;
  return [...findings, ...(await checkLocalHeaders(source, zip))];
}

/** Finds names that Android's ZIP reader rejects and other readers interpret differently. */
function badNames(zip: ZipDirectory): Finding[] {
  const bad = zip.entries.filter((entry) => {
    const bytes = nameBytes(zip, entry);
    return bytes.length === 0 || bytes.includes(0) || !isUtf8(bytes);
  });
  if (bad.length === 0) return [];
  const names = listed(bad.map(({ name }) => JSON.stringify(name)));
  return [fileFinding('zip-name', `Empty, contains a NUL character or isn’t UTF-8: ${names}.`)];
}

function duplicateNames(entries: ZipEntry[]): Finding[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of entries) (seen.has(name) ? twice : seen).add(name);
  if (twice.size === 0) return [];
  return [fileFinding('zip-duplicates', `Duplicated: ${listed([...twice])}.`)];
}

function bombs(entries: ZipEntry[], fileSize: number): Finding[] {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  const liar = entries.find(
    ({ method, compressedSize, uncompressedSize }) =>
      (method === DEFLATED && uncompressedSize > compressedSize * MAX_DEFLATE_RATIO) ||
      (method === DEFLATED && compressedSize > uncompressedSize * 1.01 + 1024) ||
      (method === STORED && compressedSize !== uncompressedSize),
  );
  const evidence = liar
    ? `${liar.name} claims to unpack from ${liar.compressedSize} to ${liar.uncompressedSize} bytes, which isn’t possible.`
    : `${fileSize} bytes unpack to ${total} bytes.`;
  if (!liar && (total <= HARMLESS_SIZE || total <= fileSize * BOMB_RATIO)) return [];
  return [fileFinding('zip-bomb', evidence)];
}

function unreadableEntries(entries: ZipEntry[]): Finding[] {
  const bad = entries.filter(
    ({ method, flags }) => (flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED),
  );
  if (bad.length === 0) return [];
  return [
    fileFinding(
      'zip-entry',
      `Encrypted, or an unknown compression method: ${listed(bad.map(({ name }) => name))}.`,
    ),
  ];
}

function listed(names: string[]): string {
  const shown = names.slice(0, 5).map(short).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** Truncates a name, which may have up to 65,535 characters, for evidence. */
function short(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}
