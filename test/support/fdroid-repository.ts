import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { signJar } from '#server/feeds/signing/jar.ts';
import type { SigningKey } from '#server/feeds/signing/key.ts';
import { makeIdentity } from './apk-signer.ts';
import { buildPackage } from './build-package.ts';

/** An app of a repository for tests. */
export interface TestApp {
  /** Seven letters; the application id is `org.example.` and these in lower case. */
  readonly name: string;
  readonly metadata?: Record<string, unknown>;
  /** One or two packages, with the version codes 1 and 2. */
  readonly packages: readonly Buffer[];
  /** Changes the index's entry of a version. */
  readonly version?: (entry: Record<string, unknown>, at: number) => Record<string, unknown>;
}

const signer = makeIdentity('EC', { name: 'A publisher' });

/** Builds the packages of an app: version code 1 and 2. */
export function buildPackages(name: string, identity = signer): Buffer[] {
  return [
    buildPackage({ from: 'plain', name, versionName: '1.0', signer: identity }),
    buildPackage({ from: 'next', name, versionName: '1.1', signer: identity }),
  ];
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Makes a PNG of one colour. */
export function makePicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#1565c0' } })
    .png()
    .toBuffer();
}

/** Returns the id of an app by its name. */
export const idOf = (name: string) => `org.example.${name.toLowerCase()}`;

/** The time at which all versions were added. */
export const ADDED = Date.parse('2024-05-06T07:08:09Z');

/** Writes files below a folder. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Describes apps as `index-v2.json` does. */
export function describeRepository(apps: readonly TestApp[]) {
  const packages = apps.map(({ name, metadata, packages: all, version = (entry) => entry }) => {
    const versions = all.map((bytes, at) => {
      const sha256 = sha256Of(bytes);
      const file = { name: `/${name}_${at + 1}.apk`, sha256, size: bytes.length };
      const manifest = { versionName: `1.${at}`, versionCode: at + 1 };
      return [sha256, version({ added: ADDED, file, manifest }, at)];
    });
    return [
      idOf(name),
      {
        metadata: { added: ADDED, lastUpdated: ADDED, name: { 'en-US': name }, ...metadata },
        versions: Object.fromEntries(versions),
      },
    ];
  });
  return { repo: { address: 'https://old.example.org/repo' }, packages: Object.fromEntries(packages) };
}

/** Writes a repository with its packages and a signed index, in the layout of `fdroid update`. */
export async function writeRepository(
  folder: string,
  apps: readonly TestApp[],
  key: SigningKey,
): Promise<void> {
  const index = Buffer.from(JSON.stringify(describeRepository(apps)));
  const entry = JSON.stringify({
    timestamp: ADDED,
    version: 20002,
    index: { name: '/index-v2.json', sha256: sha256Of(index), size: index.length, numPackages: apps.length },
    diffs: {},
  });
  const jar = signJar({ files: { 'entry.json': Buffer.from(entry) }, modifiedAt: new Date(ADDED) }, key);
  await writeFiles(join(folder, 'repo'), {
    'index-v2.json': index,
    'entry.json': entry,
    'entry.jar': jar,
    ...Object.fromEntries(
      apps.flatMap(({ name, packages }) =>
        packages.map((bytes, at) => [`${name}_${at + 1}.apk`, bytes] as const),
      ),
    ),
  });
}
