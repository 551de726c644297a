import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '#server/platform/process/stopping.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { waitUntil } from '#test/support/patience.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { readProcessTree } from '#test/support/process-tree.ts';
import { runNode, runScript, runScriptIn, spawnScript } from '#test/support/run-script.ts';
import { makeDataDirectory, spawnNpmStart } from '#test/support/server-process.ts';

/* Runs every script of the package in its shortest form, so that none of them can break unseen. */

const ROOT = join(import.meta.dirname, '..');
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
).scripts;

/** Scripts that others run: in which file, and by which words. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  start: ['src/server/stopping.test.ts', 'spawnNpmStart('],
  release: ['test/release.test.ts', 'makeRelease('],
  test: ['.ci/run', 'npm test'],
  'test:system': ['test/system.test.ts', "runScript('test:system'"],
  // Tests of the suite itself.
  'check:repo': [
    'package.json',
    'vitest run test/repo.test.ts test/contracts.test.ts test/messages.test.ts test/guide.test.ts',
  ],
  'verify:audit': ['src/server/operator/audit/audit-log.test.ts', 'scripts/verify-audit.ts'],
  fuzz: ['test/fuzz.test.ts', "'fuzz.ts'"],
  'compare:aapt': ['test/compare-aapt.test.ts', "'compare-aapt.ts'"],
};

/** Those that only run others. */
const COMPOSED = Object.keys(SCRIPTS).filter((name) =>
  SCRIPTS[name]?.split(' && ').every((line) => /^npm run -s (?:\S+)$/.test(line)),
);

/** Checks, and the arguments with which they take less time. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'check:types': ['src/shared'],
  'check:lint': [],
  'check:format': [],
  'check:unused': [],
};

/** Scripts with tests in this file, by the titles of those. */
const HERE = [...readFileSync(import.meta.filename, 'utf8').matchAll(/^describe\('npm run ([\w:]+)'/gm)].map(
  ([, name = '']) => name,
);

/** A copy of the repository, for scripts that write into it. */
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'quayside-scripts-'));
  const left = new Set(['.git', 'node_modules', 'dist', 'test-results']);
  for (const name of (await readdir(ROOT)).filter((entry) => !left.has(entry)))
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  // Not the folder as a whole, because caches in it are those of the copy.
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const isCache = name.startsWith('.') && name !== '.bin';
    if (!isCache) await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Returns the bytes of every file below a folder, by its path. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'base64')] as const),
    ),
  );
}

describe('every script', () => {
  test('has its shortest form in this file, or in another one that runs it', () => {
    const covered = [...HERE, ...Object.keys(CHECKS), ...Object.keys(ELSEWHERE), ...COMPOSED];
    expect(covered.sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  test.each(Object.entries(ELSEWHERE))('%s is run where this file says', async (_, [file, words]) => {
    expect(await readFile(join(ROOT, file), 'utf8')).toContain(words);
  });
});

describe('npm run build', () => {
  test('leaves a built client', async () => {
    expect(await runScript('build')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(ROOT, 'dist/client/index.html'))).toBe(true);
  });
});

describe('npm start', () => {
  /** Returns what a start of the copy says, without npm's own lines, and the files that it serves. */
  const startCopy = async (dataDir: string) => {
    const server = spawnNpmStart({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }, copy);
    const url = await server.ready;
    const statuses = await Promise.all(
      ['cli.tgz', 'developer-guide.html', 'api-reference.html', 'openapi.json', 'login'].map(
        async (path) => (await fetch(`${url}${path}`)).status,
      ),
    );
    server.kill('SIGTERM');
    const { stdout } = await server.ended;
    return { statuses, lines: stdout.split('\n').filter((line) => /^[A-Z]/.test(line)) };
  };

  test('says in a fresh clone what it does, from its first moment on, and serves everything then', async () => {
    await using data = await makeDataDirectory();
    const unfinished = join(copy, 'dist/client.4194305');
    await mkdir(unfinished, { recursive: true });
    const first = await startCopy(data.path);
    expect(first.lines[0]).toBe('Building the pages, because this is the first start …');
    expect(first.lines.slice(1, 4).sort()).toEqual([
      'Creating the database …',
      'The database is ready.',
      'The pages are built.',
    ]);
    expect(first.lines[4]).toMatch(/^Quayside is ready at /);
    expect(first.statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await readdir(join(copy, 'dist'))).sort()).toEqual(['client', 'client.stamp']);

    const second = await startCopy(data.path);
    expect(second.lines.slice(0, 2)).toEqual(['Starting the database …', 'The database is ready.']);
  });
});

describe('npm run dev', () => {
  const start = async (pagePort: number, dataDir: string) => {
    const child = spawnScript('dev', {
      PORT: String(await findFreePort()),
      PAGE_PORT: String(pagePort),
      DATA_DIR: dataDir,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        printed += text;
      });
    }
    const ended = once(child, 'close').then(() => printed);
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    return { child, ended, read: () => printed, stop, [Symbol.asyncDispose]: stop };
  };

  test('serves the page and the server, builds the feed, and leaves no process when it is stopped', async () => {
    await using data = await makeDataDirectory();
    const port = await findFreePort();
    await using dev = await start(port, data.path);
    const fetchPage = (path: string) => fetch(`http://127.0.0.1:${port}/quayside/${path}`);
    await waitUntil('the page is served', async () => dev.read().includes('Open http://'));
    expect(await (await fetchPage('')).text()).toContain('/@vite/client');
    await waitUntil('the server is ready', async () => (await fetchPage('healthz')).ok);
    await waitUntil('the feed is served', async () => (await fetchPage('fdroid/repo/entry.jar')).ok);
    const tree = await readProcessTree(dev.child.pid ?? 0);
    expect(tree.length).toBeGreaterThan(3);
    await dev.stop();
    await expect.poll(() => tree.filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(dev.read()).not.toContain('"level":"error"');
  });

  test('fails, and leaves no server, when its port is in use', async () => {
    await using data = await makeDataDirectory();
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    await using dev = await start(port, data.path);
    expect(await dev.ended).toContain(`Port ${port} is already in use`);
    expect(dev.child.exitCode).toBe(1);
    expect(existsSync(data.path)).toBe(false);
  });
});

describe('npm run quayside', () => {
  test('inspects a package', async () => {
    expect(
      await runScript('quayside', ['inspect', join(ROOT, 'test/fixtures/packages/plain.apk')]),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('org.example'),
    });
  });
});

describe('npm run admin', () => {
  test('creates an admin', async () => {
    await using data = await makeDataDirectory();
    const env = { DATA_DIR: data.path, DATABASE_URL: await createTestDatabase() };
    expect(await runScript('admin', ['create-admin', 'olga@store.example'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/http:\/\/\S+login\?mode=reset/),
    });
  });
});

/** A file that no check accepts: its type is wrong, nothing uses it, and it is neither formatted nor free of warnings. */
const BAD_FILE = 'src/shared/bad.ts';
const BAD_TEXT = 'export const bad : number = "text"\ndebugger\n';

describe('a check passes, and fails for a bad file:', () => {
  beforeAll(() => writeFile(join(copy, BAD_FILE), BAD_TEXT));
  afterAll(() => rm(join(copy, BAD_FILE)));

  describe.each(Object.entries(CHECKS))('npm run %s', (name, args) => {
    test('passes', async () => {
      const { code, stdout, stderr } = await runScript(name, args);
      expect({ code, failed: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, failed: '' });
    });

    test('fails', async () => {
      const { code, stdout, stderr } = await runScriptIn(copy, name, args);
      expect(code).toBeGreaterThan(0);
      expect(stdout + stderr).toContain('bad.ts');
    });
  });
});

describe('npm run format', () => {
  test('formats a file', async () => {
    const file = join(copy, 'src/shared/unformatted.ts');
    await writeFile(file, 'export const one = "text"');
    onTestFinished(() => rm(file));
    expect(await runScriptIn(copy, 'format', [file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe("export const one = 'text';\n");
  });
});

describe('npm run check:feed', () => {
  const check = (...args: string[]) =>
    runNode([join(ROOT, SCRIPTS['check:feed']?.replace('node ', '') ?? ''), ...args], {
      PATH: '/nonexistent',
    });

  // `npm run test:system -- moving` runs it where they are installed.
  test('loads without the programs that it needs, fails and names them', async () => {
    expect(await check('http://127.0.0.1:9/fdroid/repo?fingerprint=00')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^jarsigner is missing.*\napksigner is missing.* install apksigner$/m),
    });
  });

  test('fails for an address without a fingerprint', async () => {
    expect(await check('http://127.0.0.1:9/fdroid/repo')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run check:feed'),
    });
  });
});

describe('npm run messages', () => {
  const CATALOGS = 'src/shared/languages';

  test('changes nothing when the catalogues are up to date', async () => {
    const { code, stdout } = await runScriptIn(copy, 'messages');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^de: \d+ messages, 0 without a translation$/m),
    ]);
    expect(await readFolder(join(copy, CATALOGS))).toEqual(await readFolder(join(ROOT, CATALOGS)));
  });

  test('adds a new message without a translation', async () => {
    const file = join(copy, 'src/shared/new-message.ts');
    await writeFile(file, 'export const text = () => t`Nobody has translated this`;\n');
    onTestFinished(() => rm(file));
    expect((await runScriptIn(copy, 'messages')).stdout).toMatch(/, 1 without a translation$/m);
    const catalog = JSON.parse(await readFile(join(copy, CATALOGS, 'de.json'), 'utf8'));
    expect(catalog).toHaveProperty('Nobody has translated this', '');
  });
});

describe('npm run db:generate', () => {
  const MIGRATIONS = 'src/server/platform/db/migrations';

  test('changes nothing when the migrations make the tables', async () => {
    const { code, stdout } = await runScriptIn(copy, 'db:generate');
    expect([code, stdout]).toEqual([0, expect.stringContaining('No schema changes')]);
    expect(await readFolder(join(copy, MIGRATIONS))).toEqual(await readFolder(join(ROOT, MIGRATIONS)));
  });

  test('writes a migration of a new table', async () => {
    const table = `
      import { pgTable, text } from 'drizzle-orm/pg-core';
      export const drifted = pgTable('drifted', { name: text().primaryKey() });`;
    await appendFile(join(copy, 'src/server/platform/db/tables/drifted.ts'), table);
    expect(await runScriptIn(copy, 'db:generate', ['--name=add_drifted'])).toMatchObject({ code: 0 });
    const before = await readFolder(join(ROOT, MIGRATIONS));
    const after = await readFolder(join(copy, MIGRATIONS));
    const added = [...after.keys()].filter((path) => !before.has(path) && path.endsWith('.sql'));
    expect(added).toEqual([expect.stringMatching(/_add_drifted\.sql$/)]);
    expect(await readFile(join(copy, MIGRATIONS, 'schema.json'), 'utf8')).toContain('drifted');
  });
});

describe('npm run screenshots', () => {
  test('takes those of a screen', async () => {
    const begun = Date.now();
    expect(await runScript('screenshots', ['login'])).toMatchObject({ code: 0 });
    const picture = await stat(join(ROOT, 'test-results/screenshots/login-wide-light.png'));
    expect(picture.mtimeMs).toBeGreaterThan(begun);
    expect(picture.size).toBeGreaterThan(10_000);
  });

  test('fails for a screen that doesn’t exist', async () => {
    expect(await runScript('screenshots', ['nothing'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no screen nothing'),
    });
  });
});

describe('npm run bench', () => {
  test('measures one benchmark, and fails when a goal is missed', async () => {
    const { code, stdout } = await runScript('bench', ['states']);
    expect(stdout).toMatch(/^ {2}longest spread +[\d.]+ s {2}\(at most 1 s: (?:met|MISSED)\)$/m);
    // Other tests take the processor meanwhile, so that either may happen.
    expect(code).toBe(stdout.includes('MISSED') ? 1 : 0);
  });

  test('loads all of them', async () => {
    const load = `
      const { BENCHMARKS } = await import('./test/bench/run.ts');
      for (const load of Object.values(BENCHMARKS)) console.log(typeof (await load()));`;
    const { code, stdout } = await runNode(['--input-type=module', '--eval', load], {});
    expect(code).toBe(0);
    expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['function']));
  });

  test('fails for a benchmark that doesn’t exist', async () => {
    expect(await runScript('bench', ['nothing'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no benchmark nothing'),
    });
  });
});
