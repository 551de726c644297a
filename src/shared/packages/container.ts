import type { Finding } from './finding.ts';
import { fileFinding } from './rules/file-rules.ts';
import { DEFLATED, STORED, type ZipDirectory, type ZipEntry } from './zip.ts';

const ENCRYPTED = 1;
const LOCAL_HEADER_SIZE = 30;
/** Deflate cannot shrink data further than this (zlib technical details, "Maximum compression factor"). */
const MAX_DEFLATE_RATIO = 1032;
/** Unpacked sizes up to here harm nobody, whatever the ratio. */
const HARMLESS_SIZE = 64 * 1024 * 1024;
/** Real packages unpack to less than ten times their size. */
const BOMB_RATIO = 50;

/**
 * Judges the zip around a package by its directory alone. Sizes that the directory claims bind whoever unpacks it:
 * Android and iOS stop at them, as does every reader here.
 * @param fileSize size of the package in bytes
 */
export function checkContainer(zip: ZipDirectory, fileSize: number): Finding[] {
  return [
    ...duplicateNames(zip.entries),
    ...leadingBytes(zip.entries),
    ...overlaps(zip),
    ...bombs(zip.entries, fileSize),
    ...unreadableEntries(zip.entries),
  ];
}

function duplicateNames(entries: ZipEntry[]): Finding[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of entries) (seen.has(name) ? twice : seen).add(name);
  if (twice.size === 0) return [];
  return [fileFinding('zip-duplicates', `More than once: ${listed([...twice])}.`)];
}

function leadingBytes(entries: ZipEntry[]): Finding[] {
  const first = entries.reduce((lowest, entry) => Math.min(lowest, entry.localHeaderOffset), Infinity);
  if (first === 0 || first === Infinity) return [];
  return [fileFinding('zip-leading-bytes', `${first} bytes stand before the first entry.`)];
}

function overlaps(zip: ZipDirectory): Finding[] {
  const sorted = [...zip.entries].sort((a, b) => a.localHeaderOffset - b.localHeaderOffset);
  const index = sorted.findIndex((entry, at) => {
    const next = sorted[at + 1]?.localHeaderOffset ?? zip.centralDirectoryOffset;
    return entry.localHeaderOffset + LOCAL_HEADER_SIZE + entry.compressedSize > next;
  });
  const entry = sorted[index];
  if (!entry) return [];
  return [
    fileFinding(
      'zip-overlap',
      `The data of ${entry.name} reaches into ${sorted[index + 1]?.name ?? 'the directory'}.`,
    ),
  ];
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
    ? `${liar.name} claims to unpack from ${liar.compressedSize} to ${liar.uncompressedSize} bytes, which is not possible.`
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
      `Encrypted or with an unknown compression method: ${listed(bad.map(({ name }) => name))}.`,
    ),
  ];
}

function listed(names: string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
