import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { verifyJar } from '#test/support/jarsigner.ts';
import { selfSign } from './certificate.ts';
import { signJar } from './jar.ts';
import type { SigningKey } from './key.ts';

const FILES = { 'entry.json': strToU8('{"timestamp":1}') };
const modifiedAt = new Date('2026-03-01T12:00:00Z');

function makeKey(createdAt = new Date()): SigningKey {
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSign(keyPair, { commonName: 'A feed', createdAt });
  return { privateKey: keyPair.privateKey, certificate };
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

test('jarsigner accepts a signed JAR, and names the certificate', () => {
  const { status, report } = verifyJar(signJar({ files: FILES, modifiedAt }, makeKey()));
  expect(report).toContain('jar verified');
  expect(report).toMatch(/^smk? .*entry\.json$/m);
  expect(report).toContain('CN=A feed');
  expect(status).toBe(4);
});

test('jarsigner accepts a JAR signed with an EC key', () => {
  const { status, report } = verifyJar(signJar({ files: FILES, modifiedAt }, makeEcKey('prime256v1')));
  expect(report).toMatch(/^smk? .*entry\.json$/m);
  expect(status).toBe(4);
});

test('jarsigner accepts names longer than a line of the manifest, and several files', () => {
  const files = { ...FILES, [`${'long/'.repeat(40)}name.json`]: strToU8('{}') };
  const { status, report } = verifyJar(signJar({ files, modifiedAt }, makeKey()));
  expect(report.match(/^smk? .*name\.json$/gm)).toHaveLength(1);
  expect(status).toBe(4);
});

test('creates a certificate that store clients accept: over 256 bytes, SHA-256, valid for decades', () => {
  const { certificate, privateKey } = makeKey(modifiedAt);
  const parsed = new X509Certificate(certificate);
  expect(certificate.length).toBeGreaterThanOrEqual(256);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.checkPrivateKey(privateKey)).toBe(true);
  expect(parsed.validFromDate).toEqual(new Date('2026-02-28T12:00:00Z'));
  expect(parsed.validToDate).toEqual(new Date('2076-03-01T12:00:00Z'));
  expect(certificate.includes(Buffer.from('2a864886f70d01010b', 'hex'))).toBe(true);
});

test('creates the same archive for the same files and time', () => {
  const key = makeKey();
  expect(signJar({ files: FILES, modifiedAt }, key)).toEqual(signJar({ files: FILES, modifiedAt }, key));
});

test.each<[string, (members: Record<string, Uint8Array>) => void]>([
  ['a changed file', (members) => (members['entry.json'] = strToU8('{"timestamp":2}'))],
  [
    'a file whose digest in the manifest was changed with it',
    (members) => {
      const changed = strToU8('{"timestamp":2}');
      const manifest = Buffer.from(members['META-INF/MANIFEST.MF'] ?? []).toString();
      members['META-INF/MANIFEST.MF'] = strToU8(
        manifest.replace(digest(FILES['entry.json']), digest(changed)),
      );
      members['entry.json'] = changed;
    },
  ],
  [
    'a changed signature file',
    (members) => {
      const text = Buffer.from(members['META-INF/QUAYSIDE.SF'] ?? []).toString();
      members['META-INF/QUAYSIDE.SF'] = strToU8(text.replace('Created-By: Quayside', 'Created-By: Somebody'));
    },
  ],
])('jarsigner rejects %s', (_, tamper) => {
  const members = unzipSync(signJar({ files: FILES, modifiedAt }, makeKey()));
  tamper(members);
  const { status, report } = verifyJar(zipSync(members));
  expect(report).not.toContain('jar verified');
  expect(status).toBe(1);
});

test("jarsigner rejects another key's signature under this certificate", () => {
  const mixed = { ...makeKey(), certificate: makeKey().certificate };
  expect(verifyJar(signJar({ files: FILES, modifiedAt }, mixed)).status).toBe(1);
});

test('jarsigner detects an unsigned file', () => {
  const members = unzipSync(signJar({ files: FILES, modifiedAt }, makeKey()));
  members['more.json'] = strToU8('{}');
  expect(verifyJar(zipSync(members)).status).toBe(4 | 16);
});
