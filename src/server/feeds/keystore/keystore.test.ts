import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { selfSign } from '../signing/certificate.ts';
import { fingerprint, type SigningKey } from '../signing/key.ts';
import { KeystoreError } from './keystore.ts';
import { decryptRc2 } from './rc2.ts';
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

  test('of Java 8, with Triple DES and RC2, is read', () => {
    const key = readSigningKeystore(fixture('legacy.p12'), { passphrase: PASSPHRASE });
    expect(fingerprint(key)).toBe('76AA5135AD39654819AC8A11F90B1B314932440AD1A4424D484839FFE90D64E1');
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

describe('a JKS file', () => {
  const bytes = fixture('old.jks');

  test('returns the chosen key, with its own passphrase', () => {
    const choice = { passphrase: PASSPHRASE, keyPassphrase: 'key sesame', alias: 'repo' };
    const key = readSigningKeystore(bytes, choice);
    expect(fingerprint(key)).toBe('A4DE948F07A66EC00C9502E3B1491263D36C44150C02D0F82C03845D4B59610A');
    expect(new X509Certificate(key.certificate).checkPrivateKey(key.privateKey)).toBe(true);
  });

  test.each([
    ['without a name', { keyPassphrase: 'key sesame' }, 'several keys: repo, weak'],
    ['with another passphrase', { passphrase: 'close sesame' }, 'doesn’t open this keystore'],
    ['without the passphrase of its key', { alias: 'repo' }, 'Set KEY_PASSPHRASE'],
    ['with a weak key', { keyPassphrase: 'key sesame', alias: 'weak' }, '1024 bits, which is too weak'],
  ])('isn’t read %s', (_, choice, reason) => {
    expect(() => readSigningKeystore(bytes, { passphrase: PASSPHRASE, ...choice })).toThrow(reason);
  });
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

test.each(['legacy.p12', 'old.jks'])('a damaged %s is read as it was, or ends in a sentence', (name) => {
  const bytes = fixture(name);
  const choice = { passphrase: PASSPHRASE, keyPassphrase: 'key sesame', alias: 'repo' };
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

// RFC 2268, section 5: those whose effective length is that of the key.
test.each([
  ['ffffffffffffffff', '278b27e42e2f0d49', 'ffffffffffffffff'],
  ['3000000000000000', '30649edf9be7d2c2', '1000000000000001'],
  ['88bca90e90875a7f0f79c384627bafb2', '2269552ab0f85ca6', '0000000000000000'],
])('RC2 with the key %s', (key, ciphertext, plaintext) => {
  const [keyBytes, input] = [Buffer.from(key, 'hex'), Buffer.from(ciphertext, 'hex')];
  expect(decryptRc2(input, keyBytes, Buffer.alloc(8)).toString('hex')).toBe(plaintext);
});
