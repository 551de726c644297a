import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { checkContainer } from './container.ts';
import { describeFinding } from './rules/catalogue.ts';
import { readZip } from './zip.ts';
import { readEntry } from './zip-entry.ts';

const CONTENT = Buffer.from('All hands on deck. '.repeat(50));
const PACKED = deflateRawSync(CONTENT);
const IN_ZIP64 = 0xffffffff;
const HAS_DESCRIPTOR = 8;
const MARK = 0x08074b50;

const u16 = (value: number) => Buffer.of(value & 0xff, value >> 8);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => Buffer.concat([u32(value), u32(0)]);
const zip64 = (...values: number[]) =>
  Buffer.concat([u16(1), u16(values.length * 8), ...values.map((value) => u64(value))]);

const SHORT = [u32(crc32(CONTENT)), u32(PACKED.length), u32(CONTENT.length)];
const LONG = [u32(crc32(CONTENT)), u64(PACKED.length), u64(CONTENT.length)];

interface Parts {
  flags?: number;
  /** The 32-bit sizes and the extra fields of the local header. */
  localSizes?: [packed: number, unpacked: number];
  localExtra?: Buffer;
  descriptor?: Buffer[];
  /** The same of the directory. */
  listedSizes?: [packed: number, unpacked: number];
  listedExtra?: Buffer;
}

/** Builds a ZIP as programs write it that stream a small file in the ZIP64 form; by default without a fault. */
function streamed({
  flags = HAS_DESCRIPTOR,
  localSizes = [IN_ZIP64, IN_ZIP64],
  localExtra = zip64(0, 0),
  descriptor = [u32(MARK), ...LONG],
  listedSizes = [PACKED.length, CONTENT.length],
  listedExtra = Buffer.alloc(0),
}: Parts = {}): Buffer {
  const name = Buffer.from('a.txt');
  const checksum = (flags & HAS_DESCRIPTOR) === 0 ? crc32(CONTENT) : 0;
  const head = (sum: number, sizes: [number, number]) => [
    u16(flags),
    u16(8),
    u32(0),
    u32(sum),
    ...sizes.map(u32),
  ];
  const local = [
    u32(0x04034b50),
    u16(45),
    ...head(checksum, localSizes),
    u16(name.length),
    u16(localExtra.length),
  ];
  const data = Buffer.concat([...local, name, localExtra, PACKED, ...descriptor]);
  const listed = [u32(0x02014b50), u16(45), u16(45), ...head(crc32(CONTENT), listedSizes)];
  const lengths = [u16(name.length), u16(listedExtra.length), Buffer.alloc(10), u32(0)];
  const directory = Buffer.concat([...listed, ...lengths, name, listedExtra]);
  const end = [u32(0x06054b50), u32(0), u16(1), u16(1), u32(directory.length), u32(data.length), u16(0)];
  return Buffer.concat([data, directory, ...end]);
}

async function inspect(bytes: Buffer) {
  const source = bytesSource(bytes);
  const zip = await readZip(source);
  const [entry] = zip.entries;
  if (!entry) throw new Error('The ZIP is empty');
  const findings = await checkContainer(source, zip);
  return { findings, read: () => readEntry({ source, zip, entry }, CONTENT.length) };
}

describe('reads a small file with ZIP64 sizes before its data descriptor', () => {
  test.each<[string, Parts]>([
    ['zeros, and a marked descriptor', {}],
    ['zeros, and a descriptor without its mark', { descriptor: LONG }],
    ['the sizes of the directory', { localExtra: zip64(CONTENT.length, PACKED.length) }],
    [
      'other extra fields around them',
      { localExtra: Buffer.concat([u16(0x5455), u16(1), u16(9).subarray(0, 1), zip64(0, 0)]) },
    ],
    [
      'the same sizes in the directory’s ZIP64 field',
      { listedExtra: zip64(CONTENT.length, PACKED.length, 0) },
    ],
  ])('%s', async (_, parts) => {
    const { findings, read } = await inspect(streamed(parts));
    expect(findings).toEqual([]);
    expect(Buffer.from(await read())).toEqual(CONTENT);
  });

  test('and an ordinary file as before', async () => {
    const none = Buffer.alloc(0);
    const plain = {
      localSizes: [0, 0] as [number, number],
      localExtra: none,
      descriptor: [u32(MARK), ...SHORT],
    };
    expect((await inspect(streamed(plain))).findings).toEqual([]);
  });
});

describe('rejects what can be read in two ways:', () => {
  const right = [PACKED.length, CONTENT.length] as [number, number];
  test.each<[string, Parts, RegExp]>([
    ['a short descriptor after ZIP64 sizes', { descriptor: [u32(MARK), ...SHORT] }, /descriptor/],
    [
      'a long descriptor after short sizes',
      { localSizes: [0, 0], localExtra: Buffer.alloc(0) },
      /descriptor/,
    ],
    [
      'a long descriptor with another size',
      { descriptor: [u32(MARK), u32(crc32(CONTENT)), u64(PACKED.length), u64(7)] },
      /descriptor/,
    ],
    [
      'a size whose upper half differs',
      { descriptor: [u32(MARK), u32(crc32(CONTENT)), u64(PACKED.length), u32(CONTENT.length), u32(1)] },
      /descriptor/,
    ],
    [
      'ZIP64 sizes without a descriptor',
      { flags: 0, localExtra: zip64(CONTENT.length, PACKED.length), descriptor: [] },
      /compressed size 4294967295/,
    ],
    ['ZIP64 sizes without their field', { localExtra: Buffer.alloc(0) }, /no sizes/],
    ['a ZIP64 field with one size', { localExtra: zip64(0) }, /no sizes/],
    ['two ZIP64 fields', { localExtra: Buffer.concat([zip64(0, 0), zip64(0, 0)]) }, /several ZIP64 fields/],
    ['one ZIP64 size', { localSizes: [IN_ZIP64, 0] }, /compressed size 4294967295/],
    [
      'other sizes in the header’s field',
      { localExtra: zip64(CONTENT.length + 1, PACKED.length) },
      /contradicts/,
    ],
    ['other sizes in the directory’s field', { listedExtra: zip64(CONTENT.length + 1) }, /contradicts/],
    [
      'another offset in the directory’s field',
      { listedExtra: zip64(CONTENT.length, PACKED.length, 9) },
      /contradicts/,
    ],
    ['zeros in the directory’s field', { listedExtra: zip64(0, 0) }, /contradicts/],
    [
      'a field without use and with other sizes',
      { flags: 0, localSizes: right, localExtra: zip64(1, 1), descriptor: [] },
      /contradicts/,
    ],
  ])('%s', async (_, parts, evidence) => {
    const { findings } = await inspect(streamed(parts));
    expect(findings.map(describeFinding)).toMatchObject([
      { rule: 'zip-header', evidence: expect.stringMatching(evidence) },
    ]);
  });

  test('ZIP64 sizes in the directory', async () => {
    const parts = { listedSizes: [IN_ZIP64, IN_ZIP64] as [number, number], listedExtra: zip64(...right) };
    const { findings } = await inspect(streamed(parts));
    expect(findings).toMatchObject([{ severity: 'error' }]);
  });
});
