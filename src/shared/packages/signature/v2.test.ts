import { describe, expect, it } from 'vitest';
import {
  ALGORITHM,
  attribute,
  makeIdentity,
  strippingProtection,
  u32,
  v2,
  v3,
  withBlocks,
  zipFiles,
} from '#test/support/apk-signer.ts';
import {
  digestOf,
  files,
  first,
  flipLastBit,
  NEWEST,
  second,
  unsigned,
  verify,
} from '#test/support/signatures.ts';

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
    const { verified, schemes, signers, errors } = await verify(apk, { minSdk });
    expect(errors).toEqual([]);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: false, v2: true, v3: false, v31: false });
    expect(signers).toEqual([digestOf(identity)]);
    const damaged = withBlocks(unsigned, v2({ identity, algorithms: [algorithm], signature: flipLastBit }));
    expect((await verify(damaged, { minSdk })).errors).toEqual(['signature.v2.did-not-verify']);
  });

  it('digests packages of several megabytes, natively and in JavaScript', async () => {
    const large = zipFiles({
      ...files,
      'assets/large.bin': Buffer.from(Array.from({ length: 3 << 20 }, (_, at) => (at * at) >> 7)),
    });
    const algorithms = [ALGORITHM.ecSha256, ALGORITHM.ecSha512, ALGORITHM.verityEc];
    for (const algorithm of algorithms) {
      const apk = withBlocks(large, v2({ identity: first, algorithms: [algorithm] }));
      expect((await verify(apk, { minSdk: 28 })).verified).toBe(true);
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
    expect((await verify(apk, { minSdk: 24, digest })).verified).toBe(true);
    expect(new Set(seen)).toEqual(new Set(['SHA-512']));
  });

  it('detects every changed byte of the package', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }));
    for (const at of [0, 100, unsigned.length >> 1, apk.length - 30]) {
      const changed = Buffer.from(apk);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(
        await verify(changed).then(
          ({ verified }) => verified,
          () => false,
        ),
      ).toBe(false);
    }
    const inEntry = Buffer.from(apk);
    inEntry[200] = (inEntry[200] ?? 0) ^ 1;
    expect((await verify(inEntry)).errors).toContain('signature.v2.digest-mismatch');
  });

  it('requires the certificate’s key to be the signing key', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first, certificate: second.certificate }));
    expect((await verify(apk)).errors).toEqual(['signature.v2.key-mismatch']);
  });

  it('accepts up to ten signers', async () => {
    const ten = Array.from({ length: 10 }, () => makeIdentity());
    const signed = await verify(withBlocks(unsigned, v2(...ten.map((identity) => ({ identity })))));
    expect(signed.signers).toEqual(ten.map(digestOf));
    const eleven = [...ten, first].map((identity) => ({ identity }));
    expect((await verify(withBlocks(unsigned, v2(...eleven)))).errors).toEqual([
      'signature.v2.too-many-signers',
    ]);
  });

  it('ignores unknown algorithms next to a known one, and fails with only unknown ones', async () => {
    const unknown = 0x0999;
    const mixed = { identity: first, algorithms: [ALGORITHM.ecSha256, unknown] };
    expect((await verify(withBlocks(unsigned, v2(mixed)))).verified).toBe(true);
    const only = { identity: first, algorithms: [unknown] };
    expect((await verify(withBlocks(unsigned, v2(only)))).errors).toEqual([
      'signature.v2.unsupported-algorithm',
    ]);
    const tooNew = { identity: first, algorithms: [ALGORITHM.verityEc] };
    expect((await verify(withBlocks(unsigned, v2(tooNew)))).errors).toEqual([
      'signature.v2.unsupported-algorithm',
    ]);
  });

  it('requires a page-aligned signing block for verity', async () => {
    const shifted = Buffer.from(zipFiles({ ...files, 'assets/x': Buffer.of(1) }));
    const uneven = Buffer.concat([
      shifted.subarray(0, shifted.readUInt32LE(shifted.length - 6)),
      Buffer.alloc(1),
      shifted.subarray(shifted.readUInt32LE(shifted.length - 6)),
    ]);
    uneven.writeUInt32LE(uneven.readUInt32LE(uneven.length - 6) + 1, uneven.length - 6);
    const apk = withBlocks(uneven, v2({ identity: first, algorithms: [ALGORITHM.verityEc] }));
    expect((await verify(apk, { minSdk: 28 })).errors).toEqual(['signature.v2.unaligned']);
  });

  it('uses the first of two blocks with the same id', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }), v2({ identity: second }));
    expect((await verify(apk)).signers).toEqual([digestOf(first)]);
  });

  it('fails when the newer signature it declares was removed', async () => {
    const attributes = [strippingProtection(3)];
    const apk = withBlocks(unsigned, v2({ identity: first, attributes }));
    expect((await verify(apk)).errors).toEqual(['signature.stripped']);
    expect((await verify(apk, { minSdk: 24, maxSdk: 27 })).verified).toBe(true);
    const whole = withBlocks(
      unsigned,
      v3({ identity: first, sdk: [28, NEWEST] }),
      v2({ identity: first, attributes }),
    );
    expect((await verify(whole)).schemes).toEqual({ v1: false, v2: true, v3: true, v31: false });
  });

  it('warns about unknown attributes', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first, attributes: [attribute(0x1234, u32(1))] }));
    const { verified, findings } = await verify(apk);
    expect(verified).toBe(true);
    expect(findings).toMatchObject([{ rule: 'signature.v2.unknown-attribute', severity: 'warning' }]);
  });
});
