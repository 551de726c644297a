import { describe, expect, it } from 'vitest';
import { attribute, lineage, u32, v2, v3, withBlocks } from '#test/support/apk-signer.ts';
import { digestOf, first, NEWEST, second, third, unsigned, verify } from '#test/support/signatures.ts';

describe('APK Signature Scheme v3', () => {
  const proof = lineage({ identity: first, flags: 1 }, { identity: second, flags: 9 }, { identity: third });

  it('proves a rotation and the capabilities of earlier certificates', async () => {
    const apk = withBlocks(
      unsigned,
      v3({ identity: third, sdk: [28, NEWEST], attributes: [proof] }),
      v2({ identity: first }),
    );
    const { verified, signers, certificates, lineage: proven } = await verify(apk);
    expect(verified).toBe(true);
    expect(signers).toEqual([digestOf(third)]);
    expect(certificates).toMatchObject([
      { subject: 'CN=Third', keyAlgorithm: 'EC', keySize: 256 },
      { subject: 'CN=First' },
    ]);
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
  ])('rejects a lineage with %s', async (_, attributeBytes) => {
    const apk = withBlocks(
      unsigned,
      v3({ identity: second, sdk: [28, NEWEST], attributes: [attributeBytes] }),
    );
    expect((await verify(apk, { minSdk: 28 })).errors).toEqual(['signature.v3.lineage']);
  });

  it('rejects a rotation that does not start with the signer of v2', async () => {
    const signer = { identity: third, sdk: [28, NEWEST] as [number, number], attributes: [proof] };
    expect((await verify(withBlocks(unsigned, v3(signer), v2({ identity: second })))).errors).toEqual([
      'signature.signers-differ',
    ]);
    const unrelated = withBlocks(
      unsigned,
      v3({ identity: second, sdk: [28, NEWEST] }),
      v2({ identity: first }),
    );
    expect((await verify(unrelated)).errors).toEqual(['signature.signers-differ']);
    expect((await verify(unrelated, { minSdk: 28 })).verified).toBe(true);
  });

  it('requires its signers to cover all releases without gaps', async () => {
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
    expect((await verify(split(30, 31), { minSdk: 28 })).signers).toEqual([digestOf(second)]);
    expect((await verify(split(30, 32), { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    expect((await verify(split(30, 30), { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    const late = withBlocks(unsigned, v3({ identity: first, sdk: [30, NEWEST] }));
    expect((await verify(late, { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
    expect((await verify(late, { minSdk: 30 })).verified).toBe(true);
  });

  it('trusts only signed release ranges', async () => {
    const apk = withBlocks(unsigned, v3({ identity: first, sdk: [28, NEWEST], signedSdk: [28, 30] }));
    expect((await verify(apk, { minSdk: 28 })).errors).toEqual(['signature.v3.sdk-range']);
  });
});
