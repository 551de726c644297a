import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPreloads } from './screen-preloads.ts';

const links = (...scripts: string[]) =>
  scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');
const preloads = (...scripts: string[]) =>
  `${links('react.js', 'core.js')}<template id="screen-scripts">${links(...scripts)}</template>`;

test('a page preloads the scripts of every page, and keeps those of its screen and its first part for later', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'preloads-')), 'screens.json');
  const screens = [
    { path: '/login', scripts: ['login.js', 'fields.js'] },
    { path: '/dashboard', scripts: ['dashboard.js'] },
    { path: '/dashboard/apps/new', scripts: ['new-app.js'] },
    { path: '/dashboard/apps/:appId', parameter: '', scripts: ['app.js', 'overview.js'] },
    { path: '/dashboard/apps/:appId', parameter: 'tab', scripts: ['app.js', 'tab.js'] },
    { path: '/dashboard/apps/:appId', scripts: ['app.js'] },
  ];
  await writeFile(file, JSON.stringify({ every: ['react.js', 'core.js'], screens }));
  const readFor = await readPreloads(file);
  const preloadsOf = (path: string, ...parameters: string[]) => readFor(path, parameters);
  expect(preloadsOf('/login')).toBe(preloads('login.js', 'fields.js'));
  expect(preloadsOf('/Login/')).toBe(preloadsOf('/login'));
  expect(preloadsOf('/dashboard/apps/new')).toBe(preloads('new-app.js'));
  expect(preloadsOf('/dashboard/apps/org.example')).toBe(preloads('app.js', 'overview.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'tab')).toBe(preloads('app.js', 'tab.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'beside', 'tab')).toBe(preloads('app.js', 'tab.js'));
  expect(preloadsOf('/dashboard/apps/org.example', 'beside')).toBe(preloads('app.js'));
  for (const unknown of ['/', '/dashboard/apps/a/b', '/nothing"><script>'])
    expect(preloadsOf(unknown)).toBe(preloads('dashboard.js'));
});
