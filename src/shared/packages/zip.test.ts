import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { checkContainer } from './container.ts';
import { readZip } from './zip.ts';
import { readEntry, readEntryPart } from './zip-entry.ts';

const TEXT = strToU8('All hands on deck. '.repeat(5_000));
const SIGNATURE = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };

function archive(options: { level?: 0 | 9 } = { level: 9 }): Uint8Array {
  return zipSync({ 'a.txt': TEXT, 'b/c.txt': strToU8('c') }, options);
}

/** Copies the ZIP and changes numbers at offsets from the first record of a type. */
function patched(
  zip: Uint8Array,
  kind: keyof typeof SIGNATURE,
  changes: [at: number, value: number, size: 2 | 4][],
) {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  let start = 0;
  while (view.getUint32(start, true) !== SIGNATURE[kind]) start += 1;
  for (const [at, value, size] of changes) {
    if (size === 2) view.setUint16(start + at, value, true);
    else view.setUint32(start + at, value, true);
  }
  return copy;
}

async function open(bytes: Uint8Array) {
  const source = bytesSource(bytes);
  const zip = await readZip(source);
  const entry = zip.entries[0];
  if (!entry) throw new Error('The zip is empty');
  return { source, zip, entry };
}

async function rulesOf(bytes: Uint8Array): Promise<string[]> {
  const { source, zip } = await open(bytes);
  return (await checkContainer(source, zip)).map(({ rule }) => rule);
}

describe('a valid ZIP', () => {
  test.each([0, 9] as const)('lists its entries at compression level %d', async (level) => {
    const location = await open(archive({ level }));
    expect(location.zip.entries.map(({ name }) => name)).toEqual(['a.txt', 'b/c.txt']);
    expect(await readEntry(location, TEXT.length)).toEqual(TEXT);
    expect(await readEntryPart(location, { offset: 4, length: 5 })).toEqual(strToU8('hands'));
    expect(await readEntryPart(location, { offset: TEXT.length - 2, length: 9 })).toEqual(strToU8('. '));
    expect(await checkContainer(location.source, location.zip)).toEqual([]);
  });

  test('may end with a comment', async () => {
    const zip = archive();
    const commented = new Uint8Array([...patched(zip, 'end', [[20, 3, 2]]), 1, 2, 3]);
    expect((await open(commented)).zip.entries).toHaveLength(2);
  });
});

describe('rejected', () => {
  test.each([
    ['an entry count beyond the directory', patched(archive(), 'end', [[10, 3, 2]]), /entry 3 is missing/],
    ['a directory past the end', patched(archive(), 'end', [[16, 0xffffff, 4]]), /past the end record/],
    [
      'a directory of gigabytes',
      patched(archive(), 'end', [[12, 0xffffffff, 4]]),
      /declares 4294967295 bytes/,
    ],
    ['a name that is cut off', patched(archive(), 'directory', [[28, 0xffff, 2]]), /cut off/],
  ])('%s', async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toThrow(message);
  });

  test.each([
    ['an entry outside of the file', [[42, 0xfffffff0, 4]], /its header is out of bounds/],
    ['an entry where none starts', [[42, 5, 4]], /no entry starts at byte 5/],
    ['data that is cut off', [[20, 0xffffff, 4]], /its data is cut off/],
    ['more data than announced', [[24, 10, 4]], /larger than the 10 bytes/],
    ['less data than announced', [[24, TEXT.length + 1, 4]], /directory declares 95001/],
    ['an impossible size', [[24, 30_000_000, 4]], /can’t unpack to/],
    ['a wrong checksum', [[16, 1, 4]], /checksum doesn’t match/],
    ['an unknown method', [[10, 99, 2]], /compression method 99/],
    ['encryption', [[8, 1, 2]], /encrypted/],
    ['more than the caller takes', [[24, 40_000_000, 4]], /maximum is 33554432/],
  ] as const)('%s', async (_, changes, message) => {
    const location = await open(
      patched(
        archive(),
        'directory',
        changes.map((change) => [...change]),
      ),
    );
    await expect(readEntry(location, 33_554_432)).rejects.toThrow(message);
  });

  test('damaged compressed data', async () => {
    const bytes = archive();
    bytes.fill(0xff, 40, 60);
    const location = await open(bytes);
    await expect(readEntry(location, TEXT.length)).rejects.toMatchObject({ finding: { rule: 'zip-entry' } });
  });

  test('ZIP64', async () => {
    const zip = archive();
    const locator = [...Uint8Array.of(0x50, 0x4b, 0x06, 0x07), ...new Uint8Array(16)];
    const end = zip.length - 22;
    const bytes = new Uint8Array([...zip.slice(0, end), ...locator, ...zip.slice(end)]);
    await expect(open(bytes)).rejects.toThrow(/ZIP64/);
  });
});

describe('the container', () => {
  test('must not have overlapping entries', async () => {
    const size = TEXT.length + 30 + 'b/c.txt'.length + 1;
    const claimed = patched(archive({ level: 0 }), 'directory', [
      [20, size, 4],
      [24, size, 4],
    ]);
    const overlapping = patched(claimed, 'local', [
      [18, size, 4],
      [22, size, 4],
    ]);
    expect(await rulesOf(overlapping)).toEqual(['zip-overlap']);
  });

  test('must not claim what deflate cannot do', async () => {
    expect(await rulesOf(patched(archive(), 'directory', [[24, 0xfffffff, 4]]))).toEqual(['zip-bomb']);
    expect(await rulesOf(patched(archive({ level: 0 }), 'directory', [[24, 7, 4]]))).toEqual(['zip-bomb']);
  });

  test('must not hold encrypted files', async () => {
    const encrypted = patched(patched(archive(), 'directory', [[8, 1, 2]]), 'local', [[6, 1, 2]]);
    expect(await rulesOf(encrypted)).toEqual(['zip-entry']);
  });
});
