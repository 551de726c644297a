import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { selfSign } from '../signing/certificate.ts';
import { fingerprint, type SigningKey } from '../signing/key.ts';
import { KeystoreError } from './keystore.ts';
import { writePkcs12 } from './pkcs12.ts';
import { readSigningKeystore } from './read-key.ts';

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
const written = await writePkcs12(rsaKey, { passphrase: PASSPHRASE, alias: 'repo' });
const sha256Of = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'pkcs8', format: 'der' }))
    .digest('hex');

describe('a PKCS #12 file', () => {
  test.each([
    ['RSA', rsaKey],
    ['EC P-256', makeEcKey('prime256v1')],
    ['EC P-384', makeEcKey('secp384r1')],
  ])('returns the %s key and the certificate that were written', async (_, key) => {
    const bytes = await writePkcs12(key, { passphrase: 'pässphrase 🔑', alias: 'repo' });
    const read = await readSigningKeystore(bytes, { passphrase: 'pässphrase 🔑', alias: 'REPO' });
    expect(read.certificate).toEqual(key.certificate);
    expect(sha256Of(read.privateKey)).toBe(sha256Of(key.privateKey));
  });

  test('contains no readable key', () => {
    const plain = rsaKey.privateKey.export({ type: 'pkcs8', format: 'der' });
    expect(written.includes(plain.subarray(-200, -168))).toBe(false);
    expect(written.includes(rsaKey.certificate)).toBe(true);
  });

  test('of keytool is read', async () => {
    const key = await readSigningKeystore(fixture('current.p12'), { passphrase: PASSPHRASE });
    expect(fingerprint(key)).toBe('D2B699E2A1EA33B33171971E9972CC63C407D09B8B383FBC513367A25797334C');
    expect(new X509Certificate(key.certificate).checkPrivateKey(key.privateKey)).toBe(true);
  });

  test.each([
    ['another passphrase', written, { passphrase: 'close sesame' }, 'doesn’t open this keystore'],
    ['no passphrase', written, { passphrase: '' }, 'doesn’t open this keystore'],
    ['another name', written, { passphrase: PASSPHRASE, alias: 'app' }, 'no key named app, only: repo'],
  ])('isn’t read with %s', async (_, bytes, choice, reason) => {
    await expect(readSigningKeystore(bytes, choice)).rejects.toThrow(reason);
  });

  test('with several keys is read by the name of one', async () => {
    const several = fixture('several.p12');
    const read = readSigningKeystore(several, { passphrase: PASSPHRASE });
    await expect(read).rejects.toThrow('several keys: repo, app. Choose one with --alias NAME.');
    const choice = { passphrase: PASSPHRASE, alias: 'Repo' };
    expect(fingerprint(await readSigningKeystore(several, choice))).toBe(
      fingerprint(await readSigningKeystore(fixture('current.p12'), choice)),
    );
  });
});

/** Returns a file with every occurrence of some bytes replaced by as many others, both in hexadecimal. */
function patch(bytes: Buffer, from: string, to: string): Buffer {
  const patched = bytes.toString('hex').replaceAll(from, to);
  expect(patched).not.toBe(bytes.toString('hex'));
  return Buffer.from(patched, 'hex');
}

const OIDS = { sha256: '608648016503040201', sha512: '608648016503040203', sha224: '608648016503040204' };
const ROUNDS = { written: '02030186a0', tooMany: '02037fffff', negative: '0203ffffff' };

test.each([
  ['a checksum of another length', patch(written, OIDS.sha256, OIDS.sha512), 'doesn’t open this keystore'],
  ['an unknown checksum', patch(written, OIDS.sha256, OIDS.sha224), '(2.16.840.1.101.3.4.2.4)'],
  ['millions of rounds', patch(written, ROUNDS.written, ROUNDS.tooMany), 'more rounds of key derivation'],
  ['millions of rounds for its key alone', fixture('slow-key.p12'), 'more rounds of key derivation'],
  ['millions of rounds for its certificate alone', fixture('slow-cert.p12'), 'more rounds of key derivation'],
  ['a negative number of rounds', patch(written, ROUNDS.written, ROUNDS.negative), 'more rounds'],
  ['a megabyte of nested sequences', Buffer.alloc(2 ** 20, '3080', 'hex'), 'The keystore is damaged'],
])('rejects a PKCS #12 file with %s', async (_, bytes, reason) => {
  await expect(readSigningKeystore(bytes, { passphrase: PASSPHRASE })).rejects.toThrow(reason);
});

test.each([
  ['in Java’s old format', 'old.jks', 'Java’s old format, JKS'],
  ['of Java 8, with Triple DES and RC2', 'legacy.p12', 'an algorithm that Quayside doesn’t know'],
])('a keystore %s is rejected with the command that converts it', async (_, name, reason) => {
  const read = readSigningKeystore(fixture(name), { passphrase: PASSPHRASE });
  await expect(read).rejects.toThrow(reason);
  await expect(read).rejects.toThrow(
    'keytool -importkeystore -srckeystore FILE -destkeystore repository.p12 -deststoretype PKCS12',
  );
});

test.each([
  ['an RSA key of 1024 bits', makeRsaKey(1024), '1024 bits, which is too weak'],
  ['an unusual curve', makeEcKey('secp256k1'), 'the curve secp256k1'],
  ['another key’s certificate', { ...rsaKey, certificate: makeRsaKey().certificate }, 'no certificate'],
  ['an issued certificate', makeEcKey('prime256v1', { issuerName: 'Somebody' }), 'issued by another one'],
])('rejects %s', async (_, key, reason) => {
  const bytes = await writePkcs12(key, { passphrase: PASSPHRASE, alias: 'repo' });
  await expect(readSigningKeystore(bytes, { passphrase: PASSPHRASE })).rejects.toThrow(reason);
});

test('a damaged keystore is read as it was, or ends in a sentence', async () => {
  const bytes = fixture('current.p12');
  const choice = { passphrase: PASSPHRASE, alias: 'repo' };
  const expected = fingerprint(await readSigningKeystore(bytes, choice));
  const readDamaged = async (damaged: Buffer): Promise<string> => {
    try {
      return fingerprint(await readSigningKeystore(damaged, choice));
    } catch (error) {
      if (error instanceof KeystoreError) return expected;
      throw error;
    }
  };
  const change = fc.record({ at: fc.nat(bytes.length - 1), mask: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, mask }) => {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ mask;
      expect(await readDamaged(changed)).toBe(expected);
      await expect(readSigningKeystore(bytes.subarray(0, at), choice)).rejects.toThrow(KeystoreError);
    }),
    { numRuns: 20 },
  );
});
