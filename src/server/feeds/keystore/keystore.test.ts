import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { selfSign } from '../signing/certificate.ts';
import { fingerprint, type SigningKey } from '../signing/key.ts';
import { KeystoreError } from './keystore.ts';
import { readSigningKeystore } from './read-key.ts';
import { writePkcs12 } from './write-pkcs12.ts';

const PASSPHRASE = 'open sesame';
const createdAt = new Date('2020-01-01T00:00:00Z');
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/keystores/${name}`, import.meta.url));

function makeRsaKey(modulusLength = 2048): SigningKey {
  const keyPair = generateKeyPairSync('rsa', { modulusLength });
  return {
    privateKey: keyPair.privateKey,
    certificate: selfSign(keyPair, { commonName: 'A key', createdAt }),
  };
}

const rsaKey = makeRsaKey();
const written = writePkcs12(rsaKey, { passphrase: PASSPHRASE, alias: 'repo' });
const sha256Of = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'pkcs8', format: 'der' }))
    .digest('hex');

describe('a PKCS #12 file', () => {
  test.each([
    ['RSA', rsaKey],
    ['EC P-256', makeEcKey('prime256v1')],
    ['EC P-384', makeEcKey('secp384r1')],
  ])('returns the %s key and the certificate that were written', (_, key) => {
    const bytes = writePkcs12(key, { passphrase: 'pässphrase 🔑', alias: 'repo' });
    const read = readSigningKeystore(bytes, { passphrase: 'pässphrase 🔑', alias: 'REPO' });
    expect(read.certificate).toEqual(key.certificate);
    expect(sha256Of(read.privateKey)).toBe(sha256Of(key.privateKey));
  });

  test('contains no readable key', () => {
    const plain = rsaKey.privateKey.export({ type: 'pkcs8', format: 'der' });
    expect(written.includes(plain.subarray(-200, -168))).toBe(false);
    expect(written.includes(rsaKey.certificate)).toBe(true);
  });

  test('of keytool is read', () => {
    const key = readSigningKeystore(fixture('current.p12'), { passphrase: PASSPHRASE });
    expect(fingerprint(key)).toBe('D2B699E2A1EA33B33171971E9972CC63C407D09B8B383FBC513367A25797334C');
    expect(new X509Certificate(key.certificate).checkPrivateKey(key.privateKey)).toBe(true);
  });

  test.each([
    ['another passphrase', written, { passphrase: 'close sesame' }, 'doesn’t open this keystore'],
    ['no passphrase', written, { passphrase: '' }, 'doesn’t open this keystore'],
    ['another name', written, { passphrase: PASSPHRASE, alias: 'app' }, 'no key named app, only: repo'],
  ])('isn’t read with %s', (_, bytes, choice, reason) => {
    expect(() => readSigningKeystore(bytes, choice)).toThrow(reason);
  });
});

test('rejects a PKCS #12 file whose checksum hasn’t the length of its digest', () => {
  const bytes = Buffer.from(written);
  const sha256 = Buffer.from('608648016503040201', 'hex');
  const sha512 = Buffer.from('608648016503040203', 'hex');
  sha512.copy(bytes, bytes.lastIndexOf(sha256));
  expect(() => readSigningKeystore(bytes, { passphrase: PASSPHRASE })).toThrow('has the wrong length');
});

test.each([
  ['in Java’s old format', 'old.jks', 'Java’s old format, JKS'],
  ['of Java 8, with Triple DES and RC2', 'legacy.p12', 'an algorithm that Quayside doesn’t know'],
])('a keystore %s is rejected with the command that converts it', (_, name, reason) => {
  const read = () => readSigningKeystore(fixture(name), { passphrase: PASSPHRASE });
  expect(read).toThrow(reason);
  expect(read).toThrow(
    'keytool -importkeystore -srckeystore FILE -destkeystore repository.p12 -deststoretype PKCS12',
  );
});

test.each([
  ['an RSA key of 1024 bits', makeRsaKey(1024), '1024 bits, which is too weak'],
  ['an unusual curve', makeEcKey('secp256k1'), 'the curve secp256k1'],
  ['another key’s certificate', { ...rsaKey, certificate: makeRsaKey().certificate }, 'no certificate'],
])('rejects %s', (_, key, reason) => {
  const bytes = writePkcs12(key, { passphrase: PASSPHRASE, alias: 'repo' });
  expect(() => readSigningKeystore(bytes, { passphrase: PASSPHRASE })).toThrow(reason);
});

test('rejects an issued certificate', () => {
  const issued = makeEcKey('prime256v1', { issuerName: 'Somebody' });
  const bytes = writePkcs12(issued, { passphrase: PASSPHRASE, alias: 'repo' });
  expect(() => readSigningKeystore(bytes, { passphrase: PASSPHRASE })).toThrow('issued by another one');
});

test('a damaged keystore is read as it was, or ends in a sentence', () => {
  const bytes = fixture('current.p12');
  const choice = { passphrase: PASSPHRASE, alias: 'repo' };
  const expected = fingerprint(readSigningKeystore(bytes, choice));
  const readDamaged = (damaged: Buffer): string => {
    try {
      return fingerprint(readSigningKeystore(damaged, choice));
    } catch (error) {
      if (error instanceof KeystoreError) return expected;
      throw error;
    }
  };
  const change = fc.record({ at: fc.nat(bytes.length - 1), mask: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(change, ({ at, mask }) => {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ mask;
      expect(readDamaged(changed)).toBe(expected);
      expect(() => readSigningKeystore(bytes.subarray(0, at), choice)).toThrow(KeystoreError);
    }),
    { numRuns: 20 },
  );
});
