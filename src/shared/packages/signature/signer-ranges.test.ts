import { describe, expect, it } from 'vitest';
import { lineage, rotationMinSdk, type Signer, v2, v3, v31, withBlocks } from '#test/support/apk-signer.ts';
import { digestOf, first, NEWEST, second, third, unsigned, verify } from '#test/support/signatures.ts';

const UNRELATED = ['signature.unrelated-signers'];
const proof = lineage({ identity: first }, { identity: second });
const [one, two, three] = [first, second, third].map(digestOf);

const signer = (identity: Signer['identity'], from: number, to: number, ...attributes: Buffer[]): Signer => ({
  identity,
  sdk: [from, to],
  attributes,
});

describe('the signers by range of releases', () => {
  it('are one range without a rotation, with all signers', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }, { identity: second }));
    const { ranges, certificates, errors } = await verify(apk);
    expect(ranges).toEqual([{ minSdk: 24, maxSdk: null, signers: [one, two] }]);
    expect(certificates.map(({ sha256 }) => sha256)).toEqual([one, two]);
    expect(errors).toEqual([]);
  });

  it('list the earlier signer of a rotation, with its certificate', async () => {
    const apk = withBlocks(
      unsigned,
      v31(signer(second, 34, NEWEST, proof)),
      v3(signer(first, 28, 33, rotationMinSdk(34))),
      v2({ identity: first }),
    );
    const { ranges, signers, certificates, errors } = await verify(apk);
    expect(ranges).toEqual([
      { minSdk: 24, maxSdk: 33, signers: [one] },
      { minSdk: 34, maxSdk: null, signers: [two] },
    ]);
    expect(signers).toEqual([two]);
    expect(certificates.map(({ sha256 }) => sha256)).toEqual([two, one]);
    expect(errors).toEqual([]);
    expect((await verify(apk, { minSdk: 34 })).ranges).toEqual([
      { minSdk: 34, maxSdk: null, signers: [two] },
    ]);
  });

  it('are empty when the signature does not verify', async () => {
    expect((await verify(unsigned)).ranges).toEqual([]);
  });
});

describe('reports signers that no lineage connects:', () => {
  const half = { minSdk: 28 };

  it('a v3 signer for older releases', async () => {
    const { verified, ranges, errors } = await verify(
      withBlocks(unsigned, v3(signer(third, 28, 32), signer(first, 33, NEWEST))),
      half,
    );
    expect(verified).toBe(true);
    expect(ranges).toEqual([
      { minSdk: 28, maxSdk: 32, signers: [three] },
      { minSdk: 33, maxSdk: null, signers: [one] },
    ]);
    expect(errors).toEqual(UNRELATED);
  });

  it('a v3.1 signer without lineage', async () => {
    const blocks = [v31(signer(second, 33, NEWEST)), v3(signer(first, 28, 32, rotationMinSdk(33)))];
    expect((await verify(withBlocks(unsigned, ...blocks), half)).errors).toEqual(UNRELATED);
  });

  it('a v3 signer outside the lineage of v3.1', async () => {
    const blocks = [v31(signer(second, 33, NEWEST, proof)), v3(signer(third, 28, 32, rotationMinSdk(33)))];
    expect((await verify(withBlocks(unsigned, ...blocks), half)).errors).toEqual(UNRELATED);
  });

  it('an older signer for newer releases', async () => {
    const blocks = [v31(signer(first, 33, NEWEST)), v3(signer(second, 28, 32, rotationMinSdk(33), proof))];
    expect((await verify(withBlocks(unsigned, ...blocks), half)).errors).toEqual(UNRELATED);
  });

  it('two v3 signers for the same releases', async () => {
    const both = withBlocks(unsigned, v3(signer(third, 28, NEWEST), signer(first, 28, NEWEST)));
    const { ranges, errors } = await verify(both, half);
    expect(ranges?.[0]?.signers).toEqual([three, one]);
    expect(errors).toEqual(UNRELATED);
  });
});
