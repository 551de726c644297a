import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePkcs12 } from '#server/feeds/keystore/pkcs12.ts';
import { readSigningKeystore } from '#server/feeds/keystore/read-key.ts';
import { selfSign } from '#server/feeds/signing/certificate.ts';
import { fingerprint } from '#server/feeds/signing/key.ts';
import { makeEcKey } from '../support/ec-key.ts';
import { readFingerprint } from './debian-repository.ts';
import { runProgram } from './tools.ts';

const PASSPHRASE = 'a passphrase for tests';

/** Options of `keytool` for the kinds of keystores that repositories have. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'rsa.p12': ['-storetype', 'PKCS12', '-keyalg', 'RSA', '-keysize', '4096'],
  'ec.p12': ['-storetype', 'PKCS12', '-keyalg', 'EC', '-groupname', 'secp256r1'],
  'java8.p12': ['-J-Dkeystore.pkcs12.legacy', '-storetype', 'PKCS12', '-keyalg', 'RSA', '-keysize', '2048'],
  'rsa.jks': ['-storetype', 'JKS', '-keyalg', 'RSA', '-keysize', '2048'],
  'ec.jks': ['-storetype', 'JKS', '-keyalg', 'EC', '-groupname', 'secp384r1'],
};

/** Those that have to be converted first, as the error says. */
const OLDER = new Set(['java8.p12', 'rsa.jks', 'ec.jks']);

/** Checks that Quayside reads what `keytool` writes, and that `keytool` and OpenSSL read what Quayside writes. */
export async function checkKeystores(folder: string): Promise<string> {
  for (const [name, options] of Object.entries(KINDS)) {
    const file = join(folder, name);
    runProgram('keytool', [
      ...options,
      '-genkeypair',
      '-keystore',
      file,
      '-storepass',
      PASSPHRASE,
      '-keypass',
      PASSPHRASE,
      '-alias',
      'repo',
      '-validity',
      '10000',
      '-dname',
      'CN=A store',
    ]);
    const readable = OLDER.has(name) ? await convert(file) : file;
    const key = await readSigningKeystore(readFileSync(readable), { passphrase: PASSPHRASE });
    expectSame(fingerprint(key), readFingerprint(file, PASSPHRASE), name);
  }
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsaKey = {
    privateKey: keyPair.privateKey,
    certificate: selfSign(keyPair, { commonName: 'A store', createdAt: new Date('2026-01-01T00:00:00Z') }),
  };
  for (const [name, key] of Object.entries({ rsa: rsaKey, ec: makeEcKey('prime256v1') })) {
    const file = join(folder, `written-${name}.p12`);
    writeFileSync(file, await writePkcs12(key, { passphrase: PASSPHRASE, alias: 'quayside' }));
    expectSame(readFingerprint(file, PASSPHRASE), fingerprint(key), file);
    runProgram('openssl', ['pkcs12', '-in', file, '-passin', `pass:${PASSPHRASE}`, '-nodes']);
  }
  return `${Object.keys(KINDS).length} keystores of keytool were read, and 2 of Quayside by keytool and OpenSSL.`;
}

/** Converts a keystore by the command in the error that it causes, and returns the new file. */
async function convert(file: string): Promise<string> {
  const converted = `${file}.converted.p12`;
  try {
    await readSigningKeystore(readFileSync(file), { passphrase: PASSPHRASE });
  } catch (error) {
    const [, command = ''] = / keytool (.*)$/.exec((error as Error).message) ?? [];
    const options = command.replace('FILE', file).replace('repository.p12', converted).split(' ');
    runProgram('keytool', [...options, '-srcstorepass', PASSPHRASE, '-deststorepass', PASSPHRASE]);
    return converted;
  }
  throw new Error(`${file} was read without a conversion.`);
}

/** Throws when two values differ. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value));
  if (left !== right)
    throw new Error(`${what}: expected ${right?.slice(0, 2_000)}, got ${left?.slice(0, 2_000)}`);
}
