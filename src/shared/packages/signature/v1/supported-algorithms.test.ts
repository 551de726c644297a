import { expect, it } from 'vitest';
import { supportedScheme } from './supported-algorithms.ts';

const SHA1 = '1.3.14.3.2.26';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SHA512 = '2.16.840.1.101.3.4.2.3';
const RSA = '1.2.840.113549.1.1.1';
const SHA1_RSA = '1.2.840.113549.1.1.5';
const SHA256_RSA = '1.2.840.113549.1.1.11';
const DSA = '1.2.840.10040.4.1';
const SHA512_DSA = '2.16.840.1.101.3.4.3.4';
const EC = '1.2.840.10045.2.1';

it.each([
  [SHA1, RSA, 0, 99, true],
  [SHA256, RSA, 18, 99, true],
  [SHA256, RSA, 0, 8, true],
  [SHA256, RSA, 8, 18, false],
  [SHA256, SHA256_RSA, 17, 99, false],
  [SHA512, SHA1_RSA, 21, 23, true],
  [SHA512, SHA1_RSA, 21, 24, false],
  [SHA256, SHA1_RSA, 21, 21, true],
  [SHA256, SHA1_RSA, 21, 22, false],
  [SHA256, DSA, 22, 99, true],
  [SHA512, DSA, 22, 99, false],
  [SHA512, SHA512_DSA, 24, 99, false],
  [SHA1, EC, 18, 99, true],
  [SHA1, EC, 17, 99, false],
  ['1.2.3', RSA, 24, 99, false],
  [SHA1, '1.2.3', 24, 99, false],
])('digest %s with signature %s, releases %i to %i: %s', (digest, signature, minSdk, maxSdk, known) => {
  expect(supportedScheme({ digest, signature }, { minSdk, maxSdk }) !== undefined).toBe(known);
});

it('reads the digest from the signature’s identifier, when it contains one', () => {
  const window = { minSdk: 21, maxSdk: 23 };
  expect(supportedScheme({ digest: SHA512, signature: SHA1_RSA }, window)).toEqual({
    digest: 'SHA-512',
    scheme: { key: 'RSA', digest: 'SHA-1' },
  });
  expect(supportedScheme({ digest: SHA512, signature: RSA }, window)?.scheme.digest).toBe('SHA-512');
});
