import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeIdentity } from '../support/apk-signer.ts';
import { buildPackage } from '../support/build-package.ts';
import { idOf, makePicture, sha256Of, writeFiles } from '../support/fdroid-repository.ts';
import { type PackageHashes, runProgram } from './tools.ts';

const PASSPHRASE = 'a passphrase for tests';
const ALIAS = 'repokey';

/** A repository made by `fdroid update`. */
export interface DebianRepository {
  readonly folder: string;
  readonly keystore: string;
  readonly passphrase: string;
  /** In upper-case hexadecimal, as `keytool` shows it. */
  readonly fingerprint: string;
  readonly packages: PackageHashes;
}

/** Makes a repository of this many apps, every second of them with two versions, with Debian's `fdroid update`. */
export async function makeDebianRepository(folder: string, count: number): Promise<DebianRepository> {
  const packages: Record<string, string[]> = {};
  const screenshot = await makePicture(400, 800);
  for (let at = 0; at < count; at++) {
    const name = `App${nameOf(at)}`;
    const signer = makeIdentity('RSA', { name });
    const all = [
      buildPackage({ from: 'plain', name, versionName: '1.0', signer }),
      ...(at % 2 === 0 ? [buildPackage({ from: 'next', name, versionName: '1.1', signer })] : []),
    ];
    const id = idOf(name);
    packages[id] = all.map(sha256Of).sort();
    await writeFiles(folder, {
      ...Object.fromEntries(all.map((bytes, version) => [`repo/${id}_${version + 1}.apk`, bytes])),
      [`metadata/${id}.yml`]: [
        `Name: ${name}`,
        `Summary: Number ${at}`,
        'License: Apache-2.0',
        'Categories:\n  - Navigation',
        `WebSite: https://${name.toLowerCase()}.example.org`,
        'Description: |-\n  A <b>first</b> line\n  and a second one.',
      ].join('\n'),
      [`metadata/${id}/de/summary.txt`]: `Nummer ${at}`,
      [`metadata/${id}/en-US/phoneScreenshots/1.png`]: screenshot,
      [`metadata/${id}/en-US/changelogs/1.txt`]: 'The first version.',
    });
  }
  const keystore = join(folder, 'keystore.p12');
  runProgram('keytool', [
    '-genkeypair',
    '-storetype',
    'PKCS12',
    '-keystore',
    keystore,
    '-storepass',
    PASSPHRASE,
    '-alias',
    ALIAS,
    '-keyalg',
    'RSA',
    '-keysize',
    '4096',
    '-validity',
    '10000',
    '-dname',
    'CN=Old store',
  ]);
  await writeConfiguration(folder, keystore);
  runProgram('fdroid', ['update'], { cwd: folder });
  const fingerprint = readFingerprint(keystore, PASSPHRASE);
  return { folder, keystore, passphrase: PASSPHRASE, fingerprint, packages };
}

/** Writes the configuration of `fdroid` into a folder. */
export async function writeConfiguration(folder: string, keystore: string): Promise<void> {
  const config = {
    repo_url: 'https://old.example.org/fdroid/repo',
    repo_name: 'Old store',
    repo_description: 'Apps of a store that moves.',
    repo_keyalias: ALIAS,
    keystore,
    keystorepass: PASSPHRASE,
    keypass: PASSPHRASE,
    keydname: 'CN=Old store',
  };
  const lines = Object.entries(config).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  await writeFile(join(folder, 'config.yml'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** Returns the fingerprint that `keytool` shows for the one key of a keystore. */
export function readFingerprint(keystore: string, passphrase: string): string {
  const listed = runProgram('keytool', ['-list', '-v', '-keystore', keystore, '-storepass', passphrase]);
  const [, digits] = /SHA256: ([0-9A-F:]+)/.exec(listed) ?? [];
  if (!digits) throw new Error(`keytool found no key in ${keystore}`);
  return digits.replaceAll(':', '');
}

/** Returns the packages that an index made by `fdroid update` lists. */
export async function readPackagesOfUpdate(folder: string): Promise<PackageHashes> {
  const index = JSON.parse(await readFile(join(folder, 'repo/index-v2.json'), 'utf8')) as {
    packages: Record<string, { versions: Record<string, unknown> }>;
  };
  return Object.fromEntries(
    Object.entries(index.packages).map(([id, { versions }]) => [id, Object.keys(versions).sort()]),
  );
}

/** Returns four letters. */
function nameOf(number: number): string {
  return Array.from({ length: 4 }, (_, at) =>
    String.fromCharCode(97 + (Math.floor(number / 26 ** (3 - at)) % 26)),
  ).join('');
}
