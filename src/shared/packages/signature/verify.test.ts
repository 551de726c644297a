import { describe, expect, it } from 'vitest';
import {
  ALGORITHM,
  attribute,
  type Identity,
  lineage,
  makeIdentity,
  packageFiles,
  rawBlock,
  rotationMinSdk,
  sha256,
  strippingProtection,
  u32,
  v2,
  v3,
  v31,
  withBlocks,
  withJarSignature,
  zipFiles,
  zipWithoutPadding,
} from '#test/apk-signer.ts';
import { bytesSource } from '../byte-source.ts';
import { readZip } from '../zip.ts';
import { type SignatureWindow, verifyApkSignature } from './verify.ts';

const files = packageFiles();
const unsigned = zipFiles(files);
const first = makeIdentity('EC', { name: 'First' });
const second = makeIdentity('EC', { name: 'Second' });
const third = makeIdentity('EC', { name: 'Third' });
const NEWEST = 0x7fffffff;

async function judge(apk: Uint8Array, window: SignatureWindow = { minSdk: 24 }) {
  const source = bytesSource(apk);
  const { facts, findings } = await verifyApkSignature(source, await readZip(source), window);
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { ...facts, findings, errors };
}

const flipLastBit = (bytes: Buffer) => {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
};

function signedJar(identities: Identity[], options = {}): Buffer {
  return zipWithoutPadding(withJarSignature(files, identities, options));
}

const digestOf = ({ certificate }: Identity) => sha256(certificate);

describe('APK Signature Scheme v2', () => {
  it.each([
    ['RSA-PSS, SHA-256', makeIdentity('RSA'), ALGORITHM.pssSha256],
    ['RSA-PSS, SHA-512', makeIdentity('RSA'), ALGORITHM.pssSha512],
    ['RSA-PSS with a modulus of 8n+1 bits', makeIdentity('RSA', { size: 2049 }), ALGORITHM.pssSha256],
    ['RSA, SHA-256', makeIdentity('RSA'), ALGORITHM.rsaSha256],
    ['RSA, SHA-512', makeIdentity('RSA', { size: 1024 }), ALGORITHM.rsaSha512],
    ['ECDSA P-256', makeIdentity('EC'), ALGORITHM.ecSha256],
    ['ECDSA P-384', makeIdentity('EC', { size: 384 }), ALGORITHM.ecSha512],
    ['ECDSA P-521', makeIdentity('EC', { size: 521 }), ALGORITHM.ecSha512],
    ['DSA', makeIdentity('DSA'), ALGORITHM.dsaSha256],
    ['ECDSA, verity', makeIdentity('EC'), ALGORITHM.verityEc],
  ])('accepts %s', async (_, identity, algorithm) => {
    const apk = withBlocks(unsigned, v2({ identity, algorithms: [algorithm] }));
    const minSdk = algorithm === ALGORITHM.verityEc ? 28 : 24;
    const { verified, schemes, signers, errors } = await judge(apk, { minSdk });
    expect(errors).toEqual([]);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: false, v2: true, v3: false, v31: false });
    expect(signers).toEqual([digestOf(identity)]);
    const damaged = withBlocks(unsigned, v2({ identity, algorithms: [algorithm], signature: flipLastBit }));
    expect((await judge(damaged, { minSdk })).errors).toEqual(['signature.v2.did-not-verify']);
  });

  it('digests packages of several megabytes, natively or not', async () => {
    const large = zipFiles({
      ...files,
      'assets/large.bin': Buffer.from(Array.from({ length: 3 << 20 }, (_, at) => (at * at) >> 7)),
    });
    const algorithms = [ALGORITHM.ecSha256, ALGORITHM.ecSha512, ALGORITHM.verityEc];
    for (const algorithm of algorithms) {
      const apk = withBlocks(large, v2({ identity: first, algorithms: [algorithm] }));
      expect((await judge(apk, { minSdk: 28 })).verified).toBe(true);
    }
    const seen: string[] = [];
    const { createHash } = await import('node:crypto');
    const digest = (name: string, bytes: Uint8Array) => {
      seen.push(name);
      return createHash(name).update(bytes).digest();
    };
    const apk = withBlocks(
      large,
      v2({ identity: first, algorithms: [ALGORITHM.ecSha256, ALGORITHM.ecSha512] }),
    );
    expect((await judge(apk, { minSdk: 24, digest })).verified).toBe(true);
    expect(new Set(seen)).toEqual(new Set(['SHA-512']));
  });

  it('notices every changed byte of the package', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }));
    for (const at of [0, 100, unsigned.length >> 1, apk.length - 30]) {
      const changed = Buffer.from(apk);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(
        await judge(changed).then(
          ({ verified }) => verified,
          () => false,
        ),
      ).toBe(false);
    }
    const inEntry = Buffer.from(apk);
    inEntry[200] = (inEntry[200] ?? 0) ^ 1;
    expect((await judge(inEntry)).errors).toContain('signature.v2.digest-mismatch');
  });

  it('wants the key of the certificate to be the one that signed', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first, certificate: second.certificate }));
    expect((await judge(apk)).errors).toEqual(['signature.v2.key-mismatch']);
  });

  it('takes up to ten signers', async () => {
    const ten = Array.from({ length: 10 }, () => makeIdentity());
    const signed = await judge(withBlocks(unsigned, v2(...ten.map((identity) => ({ identity })))));
    expect(signed.signers).toEqual(ten.map(digestOf));
    const eleven = [...ten, first].map((identity) => ({ identity }));
    expect((await judge(withBlocks(unsigned, v2(...eleven)))).errors).toEqual([
      'signature.v2.too-many-signers',
    ]);
  });

  it('ignores algorithms it does not know beside one it knows, and nothing but those fails', async () => {
    const unknown = 0x0999;
    const mixed = { identity: first, algorithms: [ALGORITHM.ecSha256, unknown] };
    expect((await judge(withBlocks(unsigned, v2(mixed)))).verified).toBe(true);
    const only = { identity: first, algorithms: [unknown] };
    expect((await judge(withBlocks(unsigned, v2(only)))).errors).toEqual([
      'signature.v2.unsupported-algorithm',
    ]);
    const tooNew = { identity: first, algorithms: [ALGORITHM.verityEc] };
    expect((await judge(withBlocks(unsigned, v2(tooNew)))).errors).toEqual([
      'signature.v2.unsupported-algorithm',
    ]);
  });

  it('wants the signing block on page borders for verity', async () => {
    const shifted = Buffer.from(zipFiles({ ...files, 'assets/x': Buffer.of(1) }));
    const uneven = Buffer.concat([
      shifted.subarray(0, shifted.readUInt32LE(shifted.length - 6)),
      Buffer.alloc(1),
      shifted.subarray(shifted.readUInt32LE(shifted.length - 6)),
    ]);
    uneven.writeUInt32LE(uneven.readUInt32LE(uneven.length - 6) + 1, uneven.length - 6);
    const apk = withBlocks(uneven, v2({ identity: first, algorithms: [ALGORITHM.verityEc] }));
    expect((await judge(apk, { minSdk: 28 })).errors).toEqual(['signature.v2.unaligned']);
  });

  it('counts the first of two blocks with one id', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }), v2({ identity: second }));
    expect((await judge(apk)).signers).toEqual([digestOf(first)]);
  });

  it('fails when the newer signature that it announces was removed', async () => {
    const attributes = [strippingProtection(3)];
    const apk = withBlocks(unsigned, v2({ identity: first, attributes }));
    expect((await judge(apk)).errors).toEqual(['signature.stripped']);
    expect((await judge(apk, { minSdk: 24, maxSdk: 27 })).verified).toBe(true);
    const whole = withBlocks(
      unsigned,
      v3({ identity: first, sdk: [28, NEWEST] }),
      v2({ identity: first, attributes }),
    );
    expect((await judge(whole)).schemes).toEqual({ v1: false, v2: true, v3: true, v31: false });
  });

  it('mentions attributes it does not know', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first, attributes: [attribute(0x1234, u32(1))] }));
    const { verified, findings } = await judge(apk);
    expect(verified).toBe(true);
    expect(findings).toMatchObject([{ rule: 'signature.v2.unknown-attribute', severity: 'warning' }]);
  });
});

describe('APK Signature Scheme v3', () => {
  const proof = lineage({ identity: first, flags: 1 }, { identity: second, flags: 9 }, { identity: third });

  it('proves a rotation and what the earlier certificates may still do', async () => {
    const apk = withBlocks(
      unsigned,
      v3({ identity: third, sdk: [28, NEWEST], attributes: [proof] }),
      v2({ identity: first }),
    );
    const { verified, signers, certificates, lineage: proven } = await judge(apk);
    expect(verified).toBe(true);
    expect(signers).toEqual([digestOf(third)]);
    expect(certificates).toMatchObject([{ subject: 'CN=Third', keyAlgorithm: 'EC', keySize: 256 }]);
    expect(proven).toEqual([
      { sha256: digestOf(first), capabilities: ['installedData'] },
      { sha256: digestOf(second), capabilities: ['installedData', 'rollback'] },
      { sha256: digestOf(third), capabilities: ['installedData', 'sharedUid', 'permission', 'auth'] },
    ]);
  });

  it.each([
    [
      'a certificate that another one signed',
      lineage({ identity: first }, { identity: second, signer: third }),
    ],
    ['another last certificate', lineage({ identity: second }, { identity: first })],
    ['a certificate twice', lineage({ identity: second }, { identity: first }, { identity: second })],
    ['no certificate', lineage()],
    ['an unknown version', attribute(0x3ba06f8c, u32(2))],
    ['nothing', attribute(0x3ba06f8c, Buffer.alloc(0))],
    ['lengths that lie', attribute(0x3ba06f8c, Buffer.concat([u32(1), u32(0x7fffffff)]))],
  ])('refuses a lineage with %s', async (_, attributeBytes) => {
    const apk = withBlocks(
      unsigned,
      v3({ identity: second, sdk: [28, NEWEST], attributes: [attributeBytes] }),
    );
    expect((await judge(apk, { minSdk: 28 })).errors).toEqual(['signature.v3.lineage']);
  });

  it('refuses a rotation that does not begin with the signer of v2', async () => {
    const signer = { identity: third, sdk: [28, NEWEST] as [number, number], attributes: [proof] };
    expect((await judge(withBlocks(unsigned, v3(signer), v2({ identity: second })))).errors).toEqual([
      'signature.signers-differ',
    ]);
    const unrelated = withBlocks(
      unsigned,
      v3({ identity: second, sdk: [28, NEWEST] }),
      v2({ identity: first }),
    );
    expect((await judge(unrelated)).errors).toEqual(['signature.signers-differ']);
    expect((await judge(unrelated, { minSdk: 28 })).verified).toBe(true);
  });

  it('wants its signers to cover all releases, without gap', async () => {
    const split = (end: number, start: number) =>
      withBlocks(
        unsigned,
        v3(
          { identity: first, sdk: [28, end] },
          {
            identity: second,
            sdk: [start, NEWEST],
            attributes: [lineage({ identity: first }, { identity: second })],
          },
        ),
      );
    expect((await judge(split(30, 31), { minSdk: 28 })).signers).toEqual([digestOf(second)]);
    expect((await judge(split(30, 32), { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    expect((await judge(split(30, 30), { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    const late = withBlocks(unsigned, v3({ identity: first, sdk: [30, NEWEST] }));
    expect((await judge(late, { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    expect((await judge(late, { minSdk: 30 })).verified).toBe(true);
  });

  it('believes only the releases that were signed', async () => {
    const apk = withBlocks(unsigned, v3({ identity: first, sdk: [28, NEWEST], signedSdk: [28, 30] }));
    expect((await judge(apk, { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
  });
});

describe('APK Signature Scheme v3.1', () => {
  const proof = lineage({ identity: first }, { identity: second });
  const rotated = v31({ identity: second, sdk: [33, NEWEST], attributes: [proof] });
  const original = (...attributes: Buffer[]) => v3({ identity: first, sdk: [28, 32], attributes });

  it('serves new releases with the new key, older ones with the old key', async () => {
    const apk = withBlocks(unsigned, rotated, original(rotationMinSdk(33)), v2({ identity: first }));
    const { verified, schemes, signers } = await judge(apk);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: false, v2: true, v3: true, v31: true });
    expect(signers).toEqual([digestOf(second)]);
    expect((await judge(apk, { minSdk: 24, maxSdk: 32 })).signers).toEqual([digestOf(first)]);
  });

  it('must be there when v3 announces it, from the release that v3 says', async () => {
    const stripped = withBlocks(
      unsigned,
      v3({ identity: first, sdk: [28, NEWEST], attributes: [rotationMinSdk(33)] }),
    );
    expect((await judge(stripped, { minSdk: 28 })).errors).toEqual(['signature.v3.rotation-missing']);
    expect((await judge(stripped, { minSdk: 28, maxSdk: 32 })).verified).toBe(true);
    const other = withBlocks(unsigned, rotated, original(rotationMinSdk(34)));
    expect((await judge(other, { minSdk: 28 })).errors).toEqual(['signature.v3.rotation-missing']);
  });

  it('needs v3 beside it, and contents that match', async () => {
    expect((await judge(withBlocks(unsigned, rotated), { minSdk: 33 })).errors).toEqual([
      'signature.stripped',
    ]);
    const wrong = v31({
      identity: second,
      sdk: [33, NEWEST],
      attributes: [proof],
      digest: (bytes) => bytes.fill(0),
    });
    const apk = withBlocks(unsigned, wrong, original(rotationMinSdk(33)));
    expect((await judge(apk, { minSdk: 28 })).errors).toEqual(['signature.v31.digest-mismatch']);
  });
});

describe('JAR signatures (v1)', () => {
  const rsa = makeIdentity('RSA', { size: 1024 });

  it.each([
    ['RSA with SHA-256', rsa, {}, 18],
    ['RSA with SHA-1', rsa, { hash: 'sha1' }, 1],
    ['RSA with SHA-512', rsa, { hash: 'sha512' }, 18],
    ['DSA with SHA-1', makeIdentity('DSA'), { hash: 'sha1' }, 1],
    ['ECDSA', first, {}, 18],
    ['sections of the manifest one by one', rsa, { withoutManifestDigest: true }, 18],
    ['signed attributes', rsa, { signedAttributes: true }, 19],
  ])('accepts %s', async (_, identity, options, minSdk) => {
    const { errors, verified, schemes, signers } = await judge(signedJar([identity], options), {
      minSdk,
      maxSdk: 23,
    });
    expect(errors).toEqual([]);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: true, v2: false, v3: false, v31: false });
    expect(signers).toEqual([digestOf(identity)]);
  });

  it('names all signers', async () => {
    const { verified, signers } = await judge(signedJar([rsa, first]), { minSdk: 18, maxSdk: 23 });
    expect(verified).toBe(true);
    expect(signers).toEqual([digestOf(rsa), digestOf(first)]);
  });

  it('refuses algorithms that a release of the window does not know', async () => {
    const apk = signedJar([first]);
    expect((await judge(apk, { minSdk: 17, maxSdk: 23 })).errors).toEqual([
      'signature.v1.unsupported-algorithm',
    ]);
    const attributes = signedJar([rsa], { signedAttributes: true });
    expect((await judge(attributes, { minSdk: 18, maxSdk: 23 })).errors).toEqual([
      'signature.v1.did-not-verify',
    ]);
  });

  it('notices changed, added and missing files', async () => {
    const signed = withJarSignature(files, [rsa]);
    const changed = { ...signed, 'assets/data.bin': Buffer.from('changed') };
    expect((await judge(zipWithoutPadding(changed), { minSdk: 18 })).errors).toContain(
      'signature.v1.digest-mismatch',
    );
    const added = { ...signed, 'assets/added.bin': Buffer.from('added') };
    expect((await judge(zipWithoutPadding(added), { minSdk: 18 })).errors).toContain(
      'signature.v1.not-signed',
    );
    const { 'assets/data.bin': _, ...missing } = signed;
    expect((await judge(zipWithoutPadding(missing), { minSdk: 18 })).errors).toContain(
      'signature.v1.malformed',
    );
    const otherBlock = { ...signed, 'META-INF/CERT.SF': Buffer.from('Signature-Version: 1.0\r\n\r\n') };
    expect((await judge(zipWithoutPadding(otherBlock), { minSdk: 18 })).errors).toContain(
      'signature.v1.did-not-verify',
    );
  });

  it('fails when the newer signature that it announces was removed', async () => {
    const apk = signedJar([rsa], { signatureFileLines: ['X-Android-APK-Signed: 2, 3'] });
    expect((await judge(apk, { minSdk: 18 })).errors).toEqual(['signature.stripped']);
    expect((await judge(apk, { minSdk: 18, maxSdk: 23 })).verified).toBe(true);
  });

  it('must name the same signer as v2', async () => {
    const signed = zipWithoutPadding(withJarSignature(files, [rsa]));
    const same = withBlocks(signed, v2({ identity: rsa }));
    expect((await judge(same, { minSdk: 18 })).schemes).toMatchObject({ v1: true, v2: true });
    const other = withBlocks(signed, v2({ identity: first }));
    expect((await judge(other, { minSdk: 18 })).errors).toEqual(['signature.signers-differ']);
  });

  it('alone is a warning for old releases and an error from Nougat on', async () => {
    const severity = async (window: SignatureWindow) =>
      (await judge(signedJar([rsa]), window)).findings.find(({ rule }) => rule === 'signature.v1-insecure')
        ?.severity;
    expect(await severity({ minSdk: 21, maxSdk: 29 })).toBe('warning');
    expect(await severity({ minSdk: 24, maxSdk: 29 })).toBe('error');
    // The package targets a release that does not take it at all.
    expect((await judge(signedJar([rsa]), { minSdk: 24 })).errors).toContain('signature.scheme-too-old');
  });

  it('is missed where old releases need it', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }));
    const { errors, verified, schemes } = await judge(apk, { minSdk: 21 });
    expect({ errors, verified, v2: schemes.v2 }).toEqual({
      errors: ['signature.v1.missing'],
      verified: false,
      v2: true,
    });
  });
});

describe('packages without a usable signature', () => {
  it('says so', async () => {
    const { verified, errors, signers, certificates } = await judge(unsigned);
    expect({ verified, errors, signers, certificates }).toEqual({
      verified: false,
      errors: ['signature.missing'],
      signers: [],
      certificates: [],
    });
  });

  it('wants a manifest and a window with releases in it', async () => {
    const { 'AndroidManifest.xml': _, ...rest } = files;
    expect((await judge(withBlocks(zipFiles(rest), v2({ identity: first })))).errors).toEqual([
      'signature.no-manifest',
    ]);
    const apk = withBlocks(unsigned, v2({ identity: first }));
    expect((await judge(apk, { minSdk: 29, maxSdk: 28 })).errors).toEqual(['signature.sdk-window']);
  });

  it.each([
    ['an empty value', Buffer.alloc(0)],
    ['no signers', u32(0)],
    ['a length past the end', u32(0x7fffffff)],
    ['a negative length', u32(0xffffffff)],
    ['a signer of zeros', Buffer.concat([u32(68), u32(64), Buffer.alloc(64)])],
  ])('survives a block with %s', async (_, value) => {
    for (const [id, scheme] of [
      [0x7109871a, 'v2'],
      [0xf05368c0, 'v3'],
      [0x1b93ad61, 'v31'],
    ] as const) {
      const { verified, errors } = await judge(withBlocks(unsigned, rawBlock(id, value)), { minSdk: 28 });
      expect(verified).toBe(false);
      expect(errors[0]).toMatch(`signature.${scheme}.`);
    }
  });

  it('counts problems instead of listing a thousand', async () => {
    const attributes = Array.from({ length: 1000 }, (_, at) => attribute(at + 1, u32(at)));
    const { findings } = await judge(withBlocks(unsigned, v2({ identity: first, attributes })));
    expect(findings.length).toBeLessThan(50);
  });
});
