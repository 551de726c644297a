import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPreloads } from './screen-preloads.ts';

const links = (...scripts: string[]) =>
  scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');
const preloads = (...scripts: string[]) =>
  `${links('core.js')}<template id="screen-scripts">${links(...scripts)}</template>`;

test('a page preloads the scripts of every page, and keeps those of its screen for later', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'preloads-')), 'screens.json');
  const screens = [
    { path: '/login', scripts: ['login.js', 'fields.js'] },
    { path: '/dashboard', scripts: ['dashboard.js'] },
    { path: '/dashboard/apps/new', scripts: ['new-app.js'] },
    { path: '/dashboard/apps/:appId', scripts: ['app.js'] },
  ];
  await writeFile(file, JSON.stringify({ every: ['core.js'], screens }));
  const preloadsOf = await readPreloads(file);
  expect(preloadsOf('/login')).toBe(preloads('login.js', 'fields.js'));
  expect(preloadsOf('/Login/')).toBe(preloadsOf('/login'));
  expect(preloadsOf('/dashboard/apps/new')).toBe(preloads('new-app.js'));
  expect(preloadsOf('/dashboard/apps/org.example')).toBe(preloads('app.js'));
  for (const unknown of ['/', '/dashboard/apps/a/b', '/nothing"><script>'])
    expect(preloadsOf(unknown)).toBe(preloads('dashboard.js'));
});
