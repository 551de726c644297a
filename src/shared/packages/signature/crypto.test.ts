import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SignatureScheme, verifySignature } from './crypto.ts';
import type { DigestName } from './digest.ts';
import { readPublicKey } from './public-key.ts';

const data = Buffer.from('The quay at dawn.');
const DIGESTS: [DigestName, string][] = [
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-224', 'sha224'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
];

interface Pair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const rsa1024 = generateKeyPairSync('rsa', { modulusLength: 1024 });
const rsa2047 = generateKeyPairSync('rsa', { modulusLength: 2047 });
const rsaExponent3 = generateKeyPairSync('rsa', { modulusLength: 1024, publicExponent: 3 });
const dsa1024 = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
const dsa2048 = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 });
const curves = ['P-256', 'P-384', 'P-521'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve }));

const keyOf = ({ publicKey }: Pair) => readPublicKey(publicKey.export({ type: 'spki', format: 'der' }));

function verify(scheme: SignatureScheme, pair: Pair, signature: Uint8Array) {
  const changed = Uint8Array.from(signature);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const key = keyOf(pair);
  return {
    right: verifySignature(scheme, key, { data, signature }),
    changedSignature: verifySignature(scheme, key, { data, signature: changed }),
    changedData: verifySignature(scheme, key, { data: Buffer.from('The quay at dusk.'), signature }),
  };
}

const HOLDS = { right: true, changedSignature: false, changedData: false };

describe('verifySignature', () => {
  describe.each(DIGESTS)('with %s', (digest, hash) => {
    it.each([
      ['RSA', rsa1024],
      ['RSA of 2,047 bits', rsa2047],
      ['RSA with exponent 3', rsaExponent3],
    ])('%s', (_, pair) => {
      expect(verify({ key: 'RSA', digest }, pair, sign(hash, data, pair.privateKey))).toEqual(HOLDS);
    });

    it.each(curves.map((pair) => [pair.publicKey.asymmetricKeyDetails?.namedCurve, pair] as const))(
      'ECDSA %s',
      (_, pair) => {
        expect(verify({ key: 'EC', digest }, pair, sign(hash, data, pair.privateKey))).toEqual(HOLDS);
      },
    );
  });

  // OpenSSL does not create DSA signatures with MD5.
  describe.each(DIGESTS.slice(1))('DSA with %s', (digest, hash) => {
    it.each([
      ['1024/160', dsa1024],
      ['2048/256', dsa2048],
    ])('%s', (_, pair) => {
      expect(verify({ key: 'DSA', digest }, pair, sign(hash, data, pair.privateKey))).toEqual(HOLDS);
    });
  });

  it.each([
    ['SHA-256', 'sha256', rsa2047],
    ['SHA-512', 'sha512', generateKeyPairSync('rsa', { modulusLength: 2049 })],
  ] as const)('RSA-PSS with %s', (digest, hash, pair) => {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const signature = sign(hash, data, {
      key: pair.privateKey,
      padding,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    });
    expect(verify({ key: 'RSA', pss: true, digest }, pair, signature)).toEqual(HOLDS);
    const otherSalt = sign(hash, data, { key: pair.privateKey, padding, saltLength: 8 });
    expect(verify({ key: 'RSA', pss: true, digest }, pair, otherSalt).right).toBe(false);
  });

  it('does not confuse kinds of signatures', () => {
    const signature = sign('sha256', data, rsa1024.privateKey);
    expect(verify({ key: 'RSA', pss: true, digest: 'SHA-256' }, rsa1024, signature).right).toBe(false);
    expect(verify({ key: 'RSA', digest: 'SHA-1' }, rsa1024, signature).right).toBe(false);
    expect(verify({ key: 'EC', digest: 'SHA-256' }, rsa1024, signature).right).toBe(false);
  });

  it('rejects signatures and keys out of range quickly', () => {
    const scheme: SignatureScheme = { key: 'RSA', digest: 'SHA-256' };
    const ones = new Uint8Array(256).fill(0xff);
    expect(verifySignature(scheme, keyOf(rsa1024), { data, signature: ones })).toBe(false);
    const huge = { kind: 'RSA', modulus: (1n << 16000n) + 1n, exponent: (1n << 16000n) - 1n } as const;
    expect(verifySignature(scheme, huge, { data, signature: new Uint8Array(2001) })).toBe(false);
    const even = { kind: 'DSA', p: 1n << 16384n, q: 1n << 16384n, g: 3n, y: 5n } as const;
    const signature = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1);
    expect(verifySignature({ key: 'DSA', digest: 'SHA-1' }, even, { data, signature })).toBe(false);
    const nowhere = { kind: 'EC', curve: 'P-256', point: new Uint8Array(65).fill(4) } as const;
    expect(verifySignature({ key: 'EC', digest: 'SHA-1' }, nowhere, { data, signature })).toBe(false);
    const zero = Uint8Array.of(0x30, 6, 2, 1, 0, 2, 1, 0);
    expect(verifySignature({ key: 'EC', digest: 'SHA-1' }, nowhere, { data, signature: zero })).toBe(false);
  });
});
