import {
  packageFiles,
  v2,
  v3,
  withBlocks,
  withJarSignature,
  zipWithoutPadding,
} from '#test/support/apk-signer.ts';
import { type HostileKind, list, times } from './hostile-kind.ts';
import { identity, signer } from './identities.ts';
import type { Random } from './random.ts';
import { type HeaderFields, writeZip } from './zip-writer.ts';

/** Hostile ZIPs: bombs and contradictory headers. */
export const ZIPS: Record<string, HostileKind> = {
  'zip: bomb of many files': {
    rule: /^zip-bomb$/,
    make: (_, scale) =>
      writeZip(
        list(times(60, scale) + 9, (index) => ({
          name: index === 0 ? 'AndroidManifest.xml' : `assets/${index}`,
          content: Buffer.alloc(8_000_000),
          deflated: true,
        })),
      ),
  },
  'zip: bomb signed with v1': {
    rule: /^zip-bomb$/,
    maxCpuMs: 500,
    make: (_, scale) => {
      const files = list(
        times(100, scale) + 14,
        (index) => [`assets/${index}`, Buffer.alloc(5_000_000)] as const,
      );
      return zipWithoutPadding(
        withJarSignature({ ...packageFiles(), ...Object.fromEntries(files) }, [identity('Test')]),
      );
    },
  },
  'zip: overlapping files': {
    rule: /^zip-(overlap|header|bomb)$/,
    make: (random, scale) => {
      const bomb = { name: 'AndroidManifest.xml', content: Buffer.alloc(2_000_000), deflated: true };
      const more = list(times(2_000, scale), (index) => ({
        name: `assets/${index}`,
        content: Buffer.alloc(0),
        directory: { offset: random.below(3) * 7, compressedSize: 1_000, uncompressedSize: 1_000 },
      }));
      return writeZip([bomb, ...more]);
    },
  },
  'zip: a file inside another': {
    rule: /^zip-overlap$/,
    make: (random) => {
      const outer = Buffer.from('x'.repeat(1 + random.below(50)));
      const inner = { name: 'inner', content: Buffer.from('hidden') };
      const size = outer.length + 30 + inner.name.length + inner.content.length;
      const sizes = { compressedSize: size, uncompressedSize: size };
      const files = Object.entries(packageFiles()).map(([name, content]) => ({
        name,
        content,
        deflated: true,
      }));
      const odd = { name: 'outer', content: outer, local: sizes, directory: sizes };
      return withBlocks(writeZip([...files, odd, inner]), v2(signer()), v3(signer()));
    },
  },
  'zip: header that contradicts the directory': {
    rule: /^zip-header$/,
    make: (random) => {
      const field = random.pick(['method', 'crc32', 'compressedSize', 'uncompressedSize'] as const);
      const wrong = { method: 99, crc32: 1, compressedSize: 7, uncompressedSize: 9 }[field];
      return withOneHeader(random, { [field]: wrong });
    },
  },
  'zip: flags in the header that contradict the directory': {
    rule: /^zip-header$/,
    make: (random) => withOneHeader(random, { flags: random.pick([0x01, 0x0800, 0x0801]) }),
  },
  'zip: a different name in the header': {
    rule: /^zip-header$/,
    make: (random) => {
      const files = Object.entries(packageFiles()).map(([name, content]) => ({
        name,
        content,
        deflated: true,
      }));
      const chosen = files[random.below(files.length)];
      const name = Buffer.from(chosen?.name ?? '');
      name[random.below(name.length)] = random.pick([0, 0x20, 0x80, 0xff]);
      const lying = files.map((file) => (file === chosen ? { ...file, local: { name } } : file));
      return withBlocks(writeZip(lying), v2(signer()), v3(signer()));
    },
  },
  'zip: invalid names': {
    rule: /^zip-name$/,
    make: (random) => {
      const bad = random.pick([[0x61, 0], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff], [0xe2, 0x82], []]);
      const name = Uint8Array.from(bad);
      const files = Object.entries(packageFiles()).map(([key, content]) => ({ name: key, content }));
      const odd = { name: 'x', content: Buffer.from('x'), local: { name }, directory: { name } };
      return withBlocks(writeZip([...files, odd]), v2(signer()), v3(signer()));
    },
  },
  'zip: false counts and sizes': {
    rule: /^unreadable$/,
    make: (random) => {
      const files = Object.entries(packageFiles()).map(([name, content]) => ({
        name,
        content,
        deflated: true,
      }));
      const end = random.pick([{ count: 0xffff }, { count: 50 }, { size: 0x7fffffff }, { size: 3 }]);
      return writeZip(files, end);
    },
  },
  'zip: 65,000 files with long names': {
    rule: /^manifest$/,
    make: (random, scale) =>
      writeZip(
        list(times(65_000, scale), (index) => ({
          name: index === 0 ? 'AndroidManifest.xml' : `${index}/${'n'.repeat(180)}${random.below(10)}`,
          content: Buffer.alloc(0),
        })),
      ),
  },
};

/** Builds a signed package, in which the header of one file has fields that the directory doesn't have. */
function withOneHeader(random: Random, local: Partial<HeaderFields>): Buffer {
  const files = Object.entries(packageFiles());
  const chosen = random.below(files.length);
  const written = files.map(([name, content], index) => ({
    name,
    content,
    deflated: true,
    ...(index === chosen && { local }),
  }));
  return withBlocks(writeZip(written), v2(signer()), v3(signer()));
}
