import { describe, expect, it } from 'vitest';
import {
  makeIdentity,
  v2,
  withBlocks,
  withJarSignature,
  zipWithoutPadding,
} from '#test/support/apk-signer.ts';
import { digestOf, files, first, signedJar, unsigned, verify } from '#test/support/signatures.ts';
import type { SignatureWindow } from '../verify.ts';

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
    const { errors, verified, schemes, signers } = await verify(signedJar([identity], options), {
      minSdk,
      maxSdk: 23,
    });
    expect(errors).toEqual([]);
    expect(verified).toBe(true);
    expect(schemes).toEqual({ v1: true, v2: false, v3: false, v31: false });
    expect(signers).toEqual([digestOf(identity)]);
  });

  it('lists all signers', async () => {
    const { verified, signers } = await verify(signedJar([rsa, first]), { minSdk: 18, maxSdk: 23 });
    expect(verified).toBe(true);
    expect(signers).toEqual([digestOf(rsa), digestOf(first)]);
  });

  it('rejects algorithms that a release in the range does not support', async () => {
    const apk = signedJar([first]);
    expect((await verify(apk, { minSdk: 17, maxSdk: 23 })).errors).toEqual([
      'signature.v1.unsupported-algorithm',
    ]);
    const attributes = signedJar([rsa], { signedAttributes: true });
    expect((await verify(attributes, { minSdk: 18, maxSdk: 23 })).errors).toEqual([
      'signature.v1.did-not-verify',
    ]);
  });

  it('detects changed, added and missing files', async () => {
    const signed = withJarSignature(files, [rsa]);
    const changed = { ...signed, 'assets/data.bin': Buffer.from('changed') };
    expect((await verify(zipWithoutPadding(changed), { minSdk: 18 })).errors).toContain(
      'signature.v1.digest-mismatch',
    );
    const added = { ...signed, 'assets/added.bin': Buffer.from('added') };
    expect((await verify(zipWithoutPadding(added), { minSdk: 18 })).errors).toContain(
      'signature.v1.not-signed',
    );
    const { 'assets/data.bin': _, ...missing } = signed;
    expect((await verify(zipWithoutPadding(missing), { minSdk: 18 })).errors).toContain(
      'signature.v1.malformed',
    );
    const otherBlock = { ...signed, 'META-INF/CERT.SF': Buffer.from('Signature-Version: 1.0\r\n\r\n') };
    expect((await verify(zipWithoutPadding(otherBlock), { minSdk: 18 })).errors).toContain(
      'signature.v1.did-not-verify',
    );
  });

  it('fails when the newer signature it declares was removed', async () => {
    const apk = signedJar([rsa], { signatureFileLines: ['X-Android-APK-Signed: 2, 3'] });
    expect((await verify(apk, { minSdk: 18 })).errors).toEqual(['signature.stripped']);
    expect((await verify(apk, { minSdk: 18, maxSdk: 23 })).verified).toBe(true);
  });

  it('must have the same signer as v2', async () => {
    const signed = zipWithoutPadding(withJarSignature(files, [rsa]));
    const same = withBlocks(signed, v2({ identity: rsa }));
    expect((await verify(same, { minSdk: 18 })).schemes).toMatchObject({ v1: true, v2: true });
    const other = withBlocks(signed, v2({ identity: first }));
    expect((await verify(other, { minSdk: 18 })).errors).toEqual(['signature.signers-differ']);
  });

  it('is a warning on its own for old releases and an error from Nougat on', async () => {
    const severity = async (window: SignatureWindow) =>
      (await verify(signedJar([rsa]), window)).findings.find(({ rule }) => rule === 'signature.v1-insecure')
        ?.severity;
    expect(await severity({ minSdk: 21, maxSdk: 29 })).toBe('warning');
    expect(await severity({ minSdk: 24, maxSdk: 29 })).toBe('error');
    // The package targets a release that rejects it.
    expect((await verify(signedJar([rsa]), { minSdk: 24 })).errors).toContain('signature.scheme-too-old');
  });

  it('is required when old releases need it', async () => {
    const apk = withBlocks(unsigned, v2({ identity: first }));
    const { errors, verified, schemes } = await verify(apk, { minSdk: 21 });
    expect({ errors, verified, v2: schemes.v2 }).toEqual({
      errors: ['signature.v1.missing'],
      verified: false,
      v2: true,
    });
  });
});
