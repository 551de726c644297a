import { describe, expect, it } from 'vitest';
import { attribute, rawBlock, u32, v2, withBlocks, zipFiles } from '#test/support/apk-signer.ts';
import { files, first, unsigned, verify } from '#test/support/signatures.ts';

describe('packages without a usable signature', () => {
  it('are reported as unsigned', async () => {
    const { verified, errors, signers, certificates } = await verify(unsigned);
    expect({ verified, errors, signers, certificates }).toEqual({
      verified: false,
      errors: ['signature.missing'],
      signers: [],
      certificates: [],
    });
  });

  it('requires a manifest and a non-empty SDK range', async () => {
    const { 'AndroidManifest.xml': _, ...rest } = files;
    expect((await verify(withBlocks(zipFiles(rest), v2({ identity: first })))).errors).toEqual([
      'signature.no-manifest',
    ]);
    const apk = withBlocks(unsigned, v2({ identity: first }));
    expect((await verify(apk, { minSdk: 29, maxSdk: 28 })).errors).toEqual(['signature.sdk-window']);
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
      const { verified, errors } = await verify(withBlocks(unsigned, rawBlock(id, value)), { minSdk: 28 });
      expect(verified).toBe(false);
      expect(errors[0]).toMatch(`signature.${scheme}.`);
    }
  });

  it('counts repeated problems instead of listing them', async () => {
    const attributes = Array.from({ length: 1000 }, (_, at) => attribute(at + 1, u32(at)));
    const { findings } = await verify(withBlocks(unsigned, v2({ identity: first, attributes })));
    expect(findings.length).toBeLessThan(50);
  });
});
