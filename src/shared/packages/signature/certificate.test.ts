import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeIdentity, sha256 } from '#test/support/apk-signer.ts';
import { certificateFacts, readCertificate } from './certificate.ts';
import { DerError } from './der.ts';
import { comparableKeyInfo, readPublicKey } from './public-key.ts';

/** Made with OpenSSL: it may only sign certificates, and has an unknown critical extension. */
const UNUSABLE = Buffer.from(
  [
    'MIIB3DCCAYKgAwIBAgIUPis71bzwogU+UoI+Qgai4+Tu8rgwCgYIKoZIzj0EAwIwNDELMAkGA1UEBhMCREUxFzAVBgNVBAoMDsOc',
    'bsOvY29kZSBHbWJIMQwwCgYDVQQDDANBZGEwHhcNMjYxMTIxMDE0NDA5WhcNMzYxMTE4MDE0NDA5WjA0MQswCQYDVQQGEwJERTEX',
    'MBUGA1UECgwOw5xuw69jb2RlIEdtYkgxDDAKBgNVBAMMA0FkYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBfiqDJmDHr3Xpco',
    'whs1jkp/M9vBpSLZixi9vrPRnjy2VmZzUueITsafZUz3Q+m56VMngMoQnn8eoyGmApJU9v6jcjBwMB0GA1UdDgQWBBQllQY7Re3P',
    'pEPRTKJPGiuA1MzMHzAfBgNVHSMEGDAWgBQllQY7Re3PpEPRTKJPGiuA1MzMHzAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQE',
    'AwICBDANBgMqAwQBAf8EAwwBeDAKBggqhkjOPQQDAgNIADBFAiEAqxb1bKp80GMWbrQ5dyTBXsVgYf/wJgEjjv9U+86FOAsCIGrE',
    '5IelSTuHVRuROjROq6nP487n/9w5W1rEKKQaosKC',
  ].join(''),
  'base64',
);

describe('readCertificate', () => {
  it.each(['RSA', 'DSA', 'EC'] as const)('reads a %s certificate like OpenSSL', (kind) => {
    const { certificate } = makeIdentity(kind, { name: 'Ada "the" Countess, Lovelace' });
    const known = new X509Certificate(certificate);
    const facts = certificateFacts(readCertificate(certificate));
    expect(facts).toMatchObject({
      sha256: sha256(certificate),
      validFrom: new Date(known.validFrom).toISOString(),
      validTo: new Date(known.validTo).toISOString(),
      subject: 'CN=Ada \\"the\\" Countess\\, Lovelace',
      keyAlgorithm: kind,
    });
    expect(facts.keySize).toBe({ RSA: 2048, DSA: 1024, EC: 256 }[kind]);
  });

  it('detects certificates that must not be used', () => {
    const usable = readCertificate(makeIdentity('EC').certificate);
    expect(usable).toMatchObject({ maySign: true, unknownCriticalExtension: false });
    const unusable = readCertificate(UNUSABLE);
    expect(unusable).toMatchObject({ maySign: false, unknownCriticalExtension: true });
    expect(unusable.subject.text).toBe('CN=Ada, O=Ünïcode GmbH, C=DE');
  });

  it('rejects bytes that are not a certificate', () => {
    const { certificate } = makeIdentity('EC');
    expect(() => readCertificate(Buffer.alloc(0))).toThrow(DerError);
    expect(() => readCertificate(certificate.subarray(0, -1))).toThrow(DerError);
    expect(() => readCertificate(Buffer.from('-----BEGIN CERTIFICATE-----'))).toThrow(DerError);
  });

  it('throws only DerError, whichever byte is damaged', () => {
    const outcomes = Array.from(UNUSABLE, (_, at) => {
      const changed = Buffer.from(UNUSABLE);
      changed[at] = 0xff;
      try {
        return readCertificate(changed).sha256 === sha256(changed) ? 'read' : 'wrong';
      } catch (error) {
        return error instanceof DerError ? 'rejected' : error;
      }
    });
    expect(new Set(outcomes)).toEqual(new Set(['read', 'rejected']));
  });
});

describe('comparableKeyInfo', () => {
  it('adds the leading zero byte that a modulus lacks', () => {
    const { publicKey } = makeIdentity('RSA', { size: 1024 });
    expect(comparableKeyInfo(publicKey)).toEqual(publicKey);
    const at = publicKey.indexOf(Buffer.from('02818100', 'hex'));
    const negative = Buffer.concat([
      publicKey.subarray(0, at),
      Buffer.from('028180', 'hex'),
      publicKey.subarray(at + 4),
    ]);
    // Reduce the three enclosing lengths by one.
    for (const length of [2, 20, 24]) negative[length] = (negative[length] ?? 0) - 1;
    expect(readPublicKey(negative)).toEqual(readPublicKey(publicKey));
    expect(Buffer.from(comparableKeyInfo(negative)).toString('hex')).toBe(publicKey.toString('hex'));
  });
});
