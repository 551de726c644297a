import { unzipSync } from 'fflate';
import {
  attribute,
  lineage,
  makeIdentity,
  packageFiles,
  rawBlock,
  u32,
  v2,
  v3,
  v31,
  withBlocks,
  withJarSignature,
  zipFiles,
  zipWithoutPadding,
} from '#test/support/apk-signer.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { type HostileKind, list, times } from './hostile-kind.ts';
import * as plists from './hostile-plists.ts';
import { identity, signer } from './identities.ts';

function signed(...blocks: Parameters<typeof withBlocks>[1][]): Buffer {
  return withBlocks(zipFiles(packageFiles()), ...blocks);
}

/** Returns the files of a package that needs only a JAR signature. */
function packageForJars(): Record<string, Uint8Array> {
  const files = Object.entries(unzipSync(readFixture('v1-only.apk')));
  return Object.fromEntries(files.filter(([name]) => !name.startsWith('META-INF/')));
}

/** Hostile signatures with too many signers, certificates and sections. */
export const SIGNATURES: Record<string, HostileKind> = {
  'signature: too many signers': {
    rule: /^signature\./,
    make: (random, scale) => {
      const signers = list(times(400, scale) + 11, () => signer());
      return signed(random.pick([v2, v3, v31])(...signers));
    },
  },
  'signature: too many certificates': {
    rule: /^signature\./,
    make: (_, scale) => {
      const certificates = list(times(900, scale) + 30, () => identity('Test').certificate);
      return signed(v2(signer({ certificates })), v3(signer()));
    },
  },
  'signature: too many attributes': {
    rule: /^signature\./,
    make: (_, scale) => {
      const attributes = list(times(900_000, scale) + 1_001, (index) => attribute(index + 1, u32(index)));
      return signed(v2(signer({ attributes })), v3(signer()));
    },
  },
  'signature: too many values in the block': {
    rule: null,
    make: (_, scale) =>
      signed(v2(signer()), ...list(times(50_000, scale), (index) => rawBlock(index + 1, u32(1)))),
  },
  'signature: too many rotations': {
    rule: /^signature\./,
    make: (_, scale) => {
      const names = list(Math.max(34, times(40, scale)), (index) => identity(`Rotation ${index}`));
      const proof = lineage(...names.map((one) => ({ identity: one })));
      const last = names.at(-1) ?? identity('Test');
      const ranges = list(9, (index): [number, number] => [
        28 + index,
        index === 8 ? 0x7fffffff : 28 + index,
      ]);
      return signed(v3(...ranges.map((sdk) => ({ identity: last, sdk, attributes: [proof] }))));
    },
  },
  'signature: a name as long as the certificate': {
    rule: null,
    make: (_, scale) =>
      signed(v2({ identity: makeIdentity('EC', { name: 'n'.repeat(times(25_000, scale)) }) })),
  },
  'signature: JAR manifest of empty sections': {
    rule: /^signature\./,
    make: (_, scale) => {
      const files = withJarSignature(packageFiles(), [identity('Test')]);
      const sections = Buffer.from('Name: x\n\n'.repeat(times(1_500_000, scale) + 70_000));
      return zipWithoutPadding({
        ...files,
        'META-INF/MANIFEST.MF': Buffer.concat([Buffer.from('A: 1\n\n'), sections]),
      });
    },
  },
  'signature: JAR signature file of attributes': {
    rule: /^signature\.v1\.malformed$/,
    make: (_, scale) => {
      const signatureFileLines = list(times(300_000, scale) + 1_100, (index) => `X-${index.toString(36)}: 1`);
      const files = withJarSignature(packageForJars(), [identity('Test')], { signatureFileLines });
      return zipWithoutPadding(files);
    },
  },
  'signature: JAR block of tiny values': {
    rule: /^signature\./,
    make: (_, scale) => {
      const files = withJarSignature(packageFiles(), [identity('Test')]);
      const tiny = Buffer.concat(list(times(450_000, scale), () => Buffer.of(0x30, 0)));
      const data = plists.der(0x30, plists.der(0x02, Buffer.of(1)), plists.der(0x31, tiny));
      const block = plists.der(
        0x30,
        plists.der(0x06, Buffer.from('2a864886f70d010702', 'hex')),
        plists.der(0xa0, data),
      );
      return zipWithoutPadding({ ...files, 'META-INF/CERT.EC': block });
    },
  },
  'signature: damaged anywhere': {
    rule: null,
    make: (random) => {
      const bytes = signed(v2(signer()), v3(signer()), v31(signer({ sdk: [33, 0x7fffffff] })));
      for (let time = 0; time < 3; time++) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    },
  },
};
