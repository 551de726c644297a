import type { ByteSource } from './byte-source.ts';
import { cutEvidence, type Finding, someNames } from './finding.ts';
import { checkLocalHeaders } from './local-headers.ts';
import { endsInspection, fileFinding } from './rules/file-rules.ts';
import { isUtf8 } from './text.ts';
import { DEFLATED, nameBytes, STORED, type ZipDirectory, type ZipEntry } from './zip.ts';

const ENCRYPTED = 1;
/** Deflate's maximum compression ratio (zlib technical details, "Maximum compression factor"). */
const MAX_DEFLATE_RATIO = 1032;
const MAX_NAMED = 5;
const MAX_NAME_SHOWN = 100;
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
    ...findBombs(zip.entries, source.size),
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
  return [fileFinding('zip-name', someFiles(bad.map(({ name }) => JSON.stringify(name))))];
}

function duplicateNames(entries: ZipEntry[]): Finding[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of entries) (seen.has(name) ? twice : seen).add(name);
  if (twice.size === 0) return [];
  return [fileFinding('zip-duplicates', someFiles([...twice]))];
}

function findBombs(entries: ZipEntry[], fileSize: number): Finding[] {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  const liar = entries.find(
    ({ method, compressedSize, uncompressedSize }) =>
      (method === DEFLATED && uncompressedSize > compressedSize * MAX_DEFLATE_RATIO) ||
      (method === DEFLATED && compressedSize > uncompressedSize * 1.01 + 1024) ||
      (method === STORED && compressedSize !== uncompressedSize),
  );
  if (liar) {
    const { name: file, compressedSize: size, uncompressedSize: unpacked } = liar;
    return [fileFinding('zip-bomb', { found: 'impossible', file, size, unpacked })];
  }
  if (total <= HARMLESS_SIZE || total <= fileSize * BOMB_RATIO) return [];
  return [fileFinding('zip-bomb', { found: 'total', size: fileSize, unpacked: total })];
}

function unreadableEntries(entries: ZipEntry[]): Finding[] {
  const bad = entries.filter(
    ({ method, flags }) => (flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED),
  );
  if (bad.length === 0) return [];
  return [fileFinding('zip-entry', { found: 'unsupported', ...someFiles(bad.map(({ name }) => name)) })];
}

/** Returns the first few names, of which each may have up to 65,535 characters. */
function someFiles(names: readonly string[]) {
  const { names: shown, more } = someNames(names, MAX_NAMED);
  return { names: shown.map((name) => cutEvidence(name, MAX_NAME_SHOWN)), more };
}
