import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPreloads } from './screen-preloads.ts';

const link = (script: string) => `<link rel="modulepreload" crossorigin href="${script}">`;

test('a page preloads the scripts of its screen and its first part, and an unknown one those of the dashboard', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'preloads-')), 'screens.json');
  const screens = [
    { path: '/login', scripts: ['login.js', 'fields.js'] },
    { path: '/dashboard', scripts: ['dashboard.js'] },
    { path: '/dashboard/apps/new', scripts: ['new-app.js'] },
    { path: '/dashboard/apps/:appId', parameter: '', scripts: ['app.js', 'overview.js'] },
    { path: '/dashboard/apps/:appId', parameter: 'tab', scripts: ['app.js', 'tab.js'] },
    { path: '/dashboard/apps/:appId', scripts: ['app.js'] },
  ];
  await writeFile(file, JSON.stringify(screens));
  const readFor = await readPreloads(file);
  const preloadsOf = (path: string, ...parameters: string[]) => readFor(path, parameters);
  expect(preloadsOf('/login')).toBe(link('login.js') + link('fields.js'));
  expect(preloadsOf('/Login/')).toBe(preloadsOf('/login'));
  expect(preloadsOf('/dashboard/apps/new')).toBe(link('new-app.js'));
  expect(preloadsOf('/dashboard/apps/org.example')).toBe(link('app.js') + link('overview.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'tab')).toBe(link('app.js') + link('tab.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'beside', 'tab')).toBe(link('app.js') + link('tab.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'beside')).toBe(link('app.js'));
  for (const unknown of ['/', '/dashboard/apps/a/b', '/nothing"><script>'])
    expect(preloadsOf(unknown)).toBe(link('dashboard.js'));
});
