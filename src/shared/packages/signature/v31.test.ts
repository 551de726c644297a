import { describe, expect, it } from 'vitest';
import { lineage, rotationMinSdk, v2, v3, v31, withBlocks } from '#test/support/apk-signer.ts';
import { digestOf, first, NEWEST, second, unsigned, verify } from '#test/support/signatures.ts';

describe('APK Signature Scheme v3.1', () => {
  const proof = lineage({ identity: first }, { identity: second });
  const rotated = v31({ identity: second, sdk: [33, NEWEST], attributes: [proof] });
  const original = (...attributes: Buffer[]) => v3({ identity: first, sdk: [28, 32], attributes });

  it('uses the new key for new releases and the old key for older ones', async () => {
    const apk = withBlocks(unsigned, rotated, original(rotationMinSdk(33)), v2({ identity: first }));
    const { verified, schemes, signers } = await verify(apk);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: false, v2: true, v3: true, v31: true });
    expect(signers).toEqual([digestOf(second)]);
    expect((await verify(apk, { minSdk: 24, maxSdk: 32 })).signers).toEqual([digestOf(first)]);
  });

  it('must exist when v3 declares it, from the declared release on', async () => {
    const stripped = withBlocks(
      unsigned,
      v3({ identity: first, sdk: [28, NEWEST], attributes: [rotationMinSdk(33)] }),
    );
    expect((await verify(stripped, { minSdk: 28 })).errors).toEqual(['signature.v3.rotation-missing']);
    expect((await verify(stripped, { minSdk: 28, maxSdk: 32 })).verified).toBe(true);
    const other = withBlocks(unsigned, rotated, original(rotationMinSdk(34)));
    expect((await verify(other, { minSdk: 28 })).errors).toEqual(['signature.v3.rotation-missing']);
  });

  it('requires a v3 signature and matching contents', async () => {
    expect((await verify(withBlocks(unsigned, rotated), { minSdk: 33 })).errors).toEqual([
      'signature.stripped',
    ]);
    const wrong = v31({
      identity: second,
      sdk: [33, NEWEST],
      attributes: [proof],
      digest: (bytes) => bytes.fill(0),
    });
    const apk = withBlocks(unsigned, wrong, original(rotationMinSdk(33)));
    expect((await verify(apk, { minSdk: 28 })).errors).toEqual(['signature.v31.digest-mismatch']);
  });
});
