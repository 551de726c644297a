import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPreloads } from './screen-preloads.ts';

const preloads = (...scripts: string[]) =>
  scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');

test('a page preloads the scripts of its screen', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'preloads-')), 'screens.json');
  const screens = [
    { path: '/login', scripts: ['core.js', 'login.js'] },
    { path: '/dashboard', scripts: ['core.js', 'dashboard.js'] },
    { path: '/dashboard/apps/new', scripts: ['new-app.js'] },
    { path: '/dashboard/apps/:appId', scripts: ['app.js'] },
  ];
  await writeFile(file, JSON.stringify(screens));
  const preloadsOf = await readPreloads(file);
  expect(preloadsOf('/login')).toBe(preloads('core.js', 'login.js'));
  expect(preloadsOf('/Login/')).toBe(preloadsOf('/login'));
  expect(preloadsOf('/dashboard/apps/new')).toBe(preloads('new-app.js'));
  expect(preloadsOf('/dashboard/apps/org.example')).toBe(preloads('app.js'));
  for (const unknown of ['/', '/dashboard/apps/a/b', '/nothing"><script>'])
    expect(preloadsOf(unknown)).toBe(preloads('core.js', 'dashboard.js'));
});
