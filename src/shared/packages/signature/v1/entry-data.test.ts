import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zipWithoutPadding } from '#test/support/apk-signer.ts';
import { bytesSource } from '../../byte-source.ts';
import { readZip, type ZipEntry } from '../../zip.ts';
import { SignatureProblem } from '../problem.ts';
import { readEntryData } from './entry-data.ts';

async function placeOf(zipped: Uint8Array, change: Partial<ZipEntry> = {}) {
  const source = bytesSource(zipped);
  const zip = await readZip(source);
  const [entry] = zip.entries;
  if (!entry) throw new Error('an empty zip');
  return { source, zip, entry: { ...entry, ...change } };
}

/** Large enough for the native inflater. */
const large = Buffer.concat([randomBytes(400_000), Buffer.alloc(100_000, 'quay')]);

describe('readEntryData', () => {
  it.each([
    ['a small file', Buffer.from('small small small')],
    ['a large file', large],
    ['an empty file', Buffer.alloc(0)],
  ])('reads %s', async (_, content) => {
    const place = await placeOf(zipWithoutPadding({ 'a.bin': content }));
    expect(Buffer.from(await readEntryData(place, 1e6)).equals(content)).toBe(true);
  });

  it('treats an unknown method as deflated, like Android', async () => {
    const place = await placeOf(zipWithoutPadding({ 'a.bin': large }), { method: 99 });
    expect(Buffer.from(await readEntryData(place, 1e6)).equals(large)).toBe(true);
  });

  it.each([
    ['small', Buffer.from('small small small')],
    ['large', large],
  ])('ignores only the bytes after the compressed data of a %s file', async (_, content) => {
    const deflated = Buffer.concat([deflateRawSync(content), Buffer.from('rest')]);
    const stored = zipWithoutPadding({ 'a.bin': [deflated, { level: 0 }] });
    const sizes = { method: 8, flags: 8, compressedSize: deflated.length, uncompressedSize: content.length };
    stored[6] = 8;
    expect(Buffer.from(await readEntryData(await placeOf(stored, sizes), 1e6)).equals(content)).toBe(true);
    for (const uncompressedSize of [content.length - 1, content.length + 1]) {
      const lying = await placeOf(stored, { ...sizes, uncompressedSize });
      await expect(readEntryData(lying, 1e6)).rejects.toThrow(SignatureProblem);
    }
    const cut = await placeOf(stored, { ...sizes, compressedSize: deflated.length - 20 });
    await expect(readEntryData(cut, 1e6)).rejects.toThrow(SignatureProblem);
  });

  it.each([
    ['another size', { uncompressedSize: 1 }],
    ['a header past the end', { localHeaderOffset: 0xffffffff }],
    ['data past the end', { compressedSize: 0xffffffff }],
  ])('rejects %s than the local header says', async (_, change) => {
    const place = await placeOf(zipWithoutPadding({ 'a.bin': Buffer.from('small small small') }), change);
    await expect(readEntryData(place, 1e10)).rejects.toThrow(SignatureProblem);
  });

  it('respects its limit, and passes on errors of the source', async () => {
    const zipped = zipWithoutPadding({ 'a.bin': large });
    await expect(readEntryData(await placeOf(zipped), 1000)).rejects.toThrow(SignatureProblem);
    const place = await placeOf(zipped);
    const failing = {
      ...place.source,
      read: (offset: number, length: number) =>
        length > 50_000 ? Promise.reject(new Error('disk gone')) : place.source.read(offset, length),
    };
    await expect(readEntryData({ ...place, source: failing }, 1e6)).rejects.toThrow('disk gone');
  });
});
