import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makeIdentity, packageFiles, v2, v3, withBlocks, zipFiles } from '#test/support/apk-signer.ts';
import { bytesSource } from './byte-source.ts';
import { inspectPackage } from './inspect.ts';
import { describeFinding } from './rules/catalogue.ts';

const signer = { identity: makeIdentity() };
const LOCAL = 0x04034b50;
const DIRECTORY = 0x02014b50;

/** Signs a ZIP with v2 and v3 after applying `change`, so that the signature itself is valid. */
async function inspect(change: (zip: Buffer) => Buffer = (zip) => zip) {
  const zip = change(zipFiles(packageFiles()));
  const { signature, findings } = await inspectPackage(bytesSource(withBlocks(zip, v2(signer), v3(signer))));
  const errors = findings.filter(({ severity }) => severity === 'error');
  return { verified: signature.verified, findings: errors };
}

/** Changes the record of `name` of one type: writes `value` at `at`, in two or four bytes. */
function set(kind: number, name: string, [at, value, size]: [number, number, 2 | 4]) {
  return (zip: Buffer) => {
    const copy = Buffer.from(zip);
    const start = recordOf(copy, kind, name);
    if (size === 2) copy.writeUInt16LE(value, start + at);
    else copy.writeUInt32LE(value, start + at);
    return copy;
  };
}

function recordOf(zip: Buffer, kind: number, name: string): number {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(kind);
  const nameAt = kind === LOCAL ? 30 : 46;
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 1)) {
    if (zip.toString('utf8', at + nameAt, at + nameAt + name.length) === name) return at;
  }
  throw new Error(`no record of ${name}`);
}

function rename(kind: number, name: string, bytes: Uint8Array) {
  return (zip: Buffer) => {
    const copy = Buffer.from(zip);
    copy.set(bytes, recordOf(copy, kind, name) + (kind === LOCAL ? 30 : 46));
    return copy;
  };
}

const NAME = 'assets/data.bin';

test('verifies a package whose headers match', async () => {
  expect(await inspect()).toEqual({ verified: true, findings: [] });
});

describe('does not verify a signed package that Android’s own reader rejects:', () => {
  test.each([
    ['a different name', rename(LOCAL, NAME, strToU8('assets/dato.bin')), 'a different name'],
    ['a longer name', set(LOCAL, NAME, [26, 16, 2]), 'a different name'],
    ['another method', set(LOCAL, NAME, [8, 0, 2]), 'compression method 0, but the directory has 8'],
    ['other flags', set(LOCAL, NAME, [6, 1, 2]), 'flags 0x0001, but the directory has 0x0000'],
    ['another checksum', set(LOCAL, NAME, [14, 7, 4]), 'checksum 7'],
    ['another packed size', set(LOCAL, NAME, [18, 7, 4]), 'compressed size 7'],
    ['another size', set(LOCAL, NAME, [22, 7, 4]), 'size 7'],
    ['no header', set(LOCAL, NAME, [0, 0, 4]), 'no file starts'],
    ['data past the end', set(LOCAL, NAME, [28, 0xffff, 2]), 'its data is out of bounds'],
  ])('%s in a file’s own header', async (_, change, evidence) => {
    const { verified, findings } = await inspect(change);
    expect(verified).toBe(false);
    expect(findings.map(describeFinding)).toMatchObject([
      {
        rule: 'zip-header',
        severity: 'error',
        evidence: expect.stringContaining(evidence),
        fix: expect.stringMatching(/Rebuild/),
      },
    ]);
  });

  test.each([
    ['NUL', [0x61, 0]],
    ['a lone continuation', [0x61, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more than Unicode has', [0xf5, 0x80, 0x80, 0x80]],
    [
      'a character that is cut off',
      [0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0xe2],
    ],
  ])('%s in a name', async (_, bytes) => {
    const name = Uint8Array.from(bytes);
    const both = (zip: Buffer) => rename(DIRECTORY, NAME, name)(rename(LOCAL, NAME, name)(zip));
    const { verified, findings } = await inspect(both);
    expect(verified).toBe(false);
    expect(findings).toMatchObject([{ rule: 'zip-name', severity: 'error' }]);
  });

  test('detects a file in the signing block, which no signature covers', async () => {
    const zip = zipFiles(packageFiles());
    const directory = zip.readUInt32LE(zip.length - 6);
    const { findings } = await inspect(set(DIRECTORY, NAME, [42, directory + 100, 4]));
    expect(findings).toMatchObject([{ rule: expect.stringMatching(/zip-(header|overlap)/) }]);
  });
});

describe('a data descriptor', () => {
  const content = strToU8('All hands on deck. '.repeat(50));
  const packed = deflateRawSync(content);

  /** Builds a ZIP whose only file has a data descriptor. */
  function described(descriptor: number[], flags = 8): Uint8Array {
    const plain = zipSync({ 'a.txt': content }, { level: 9 });
    const view = new DataView(plain.buffer);
    const dataEnd = 35 + view.getUint32(18, true);
    const numbers = [14, 18, 22].map((at) => view.getUint32(at, true));
    const tail = new Uint8Array(descriptor.length * 4);
    descriptor.forEach((value, index) => {
      const known = value < 3 ? (numbers[value] ?? 0) : value;
      new DataView(tail.buffer).setUint32(index * 4, known, true);
    });
    const bytes = new Uint8Array([...plain.slice(0, dataEnd), ...tail, ...plain.slice(dataEnd)]);
    const changed = new DataView(bytes.buffer);
    const directory = dataEnd + tail.length;
    changed.setUint16(6, flags, true);
    changed.setUint16(directory + 8, flags, true);
    for (const at of [14, 18, 22]) changed.setUint32(at, 0, true);
    changed.setUint32(bytes.length - 6, directory, true);
    return bytes;
  }
  const MARK = 0x08074b50;

  test.each([
    ['with its mark', [MARK, 0, 1, 2]],
    ['without', [0, 1, 2]],
  ])('is taken %s', async (_, descriptor) => {
    expect(packed.length).toBeGreaterThan(3);
    const { findings } = await inspectPackage(bytesSource(described(descriptor)));
    expect(findings.map(({ rule }) => rule)).toEqual(['unreadable']);
  });

  test.each([
    ['another checksum', [MARK, 99, 1, 2]],
    ['another size', [MARK, 0, 1, 99]],
    ['nothing at all', []],
  ])('with %s is rejected', async (_, descriptor) => {
    const { findings } = await inspectPackage(bytesSource(described(descriptor)));
    expect(findings).toMatchObject([{ rule: 'zip-header', values: { found: 'descriptor' } }]);
  });
});

describe('bytes before the first file', () => {
  /** Builds a virtual entry like zipflinger's for a gap of `size` bytes. */
  function virtual(size: number): Buffer {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32LE(LOCAL);
    bytes.writeUInt16LE(size - 30, 28);
    return bytes;
  }

  const behind = (prefix: Buffer) => (zip: Buffer) => {
    const copy = Buffer.concat([prefix, zip]);
    const view = new DataView(copy.buffer, copy.byteOffset);
    const directory = view.getUint32(copy.length - 6, true) + prefix.length;
    view.setUint32(copy.length - 6, directory, true);
    for (let at = directory; view.getUint32(at, true) === DIRECTORY; ) {
      view.setUint32(at + 42, view.getUint32(at + 42, true) + prefix.length, true);
      at +=
        46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return copy;
  };

  test.each([
    ['one virtual entry', virtual(4096)],
    ['several', Buffer.concat([virtual(30), virtual(65_535)])],
  ])('are fine when they are %s of the build tools', async (_, prefix) => {
    expect(await inspect(behind(prefix))).toEqual({ verified: true, findings: [] });
  });

  test.each([
    ['a program', Buffer.from('dex\n035\0'.padEnd(200, 'x'))],
    ['a program behind a virtual entry', Buffer.concat([virtual(64), Buffer.from('dex\n035\0')])],
    ['a header with a name', Buffer.from(zipSync({ hidden: strToU8('x') }, { level: 0 })).subarray(0, 37)],
    ['a virtual entry that reaches too far', Object.assign(virtual(64), { 28: 0xff })],
  ])('are rejected when they are %s', async (_, prefix) => {
    const { verified, findings } = await inspect(behind(prefix));
    expect(verified).toBe(false);
    expect(findings).toMatchObject([{ rule: 'zip-leading-bytes', severity: 'error' }]);
  });
});
