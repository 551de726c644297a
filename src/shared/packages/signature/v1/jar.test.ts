import { describe, expect, it } from 'vitest';
import { makeIdentity, v2, withBlocks, withJarSignature, zipWithoutPadding } from '#test/apk-signer.ts';
import { digestOf, files, first, judge, signedJar, unsigned } from '#test/signatures.ts';
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
