import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveAccent } from '#shared/settings/accent.ts';
import type { Source } from '#test/support/altstore-source.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { DEFAULT_ICON } from '../fdroid/default-icon.ts';

let server: TestServer;
let admin: Person;
let logo: string | null;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await setLogo('teal');
  await admin.call('settings.update', {
    settings: { storeName: 'Tide & Sons', tagline: 'Apps <for> the harbour', accent: '#fff176' },
  });
  ({ logo } = await admin.call('settings.get', {}));
});
afterAll(() => server[Symbol.asyncDispose]());

async function setLogo(background: string): Promise<void> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  await admin.call('settings.setLogo', { image: picture.toString('base64') });
}

const send = (path = '') => fetch(`${server.url}fdroid/repo/${path}`);

describe('the public page', () => {
  test('shows the tagline, and the logo as its icon', async () => {
    const page = await (await send()).text();
    expect(page).toContain('<p class="tagline">Apps &lt;for&gt; the harbour</p>');
    expect(page).toContain('content="Tide &amp; Sons: Apps &lt;for&gt; the harbour"');
    expect(page).toContain(`<link rel="icon" href="/quayside/${logo}">`);
  });

  test('has the accent’s shades in a style that its policy allows', async () => {
    const response = await send();
    const page = await response.text();
    const { light, dark } = deriveAccent('#fff176');
    for (const { main, contrastText } of [light, dark]) {
      expect(page).toMatch(new RegExp(`--lead: ${main}; .*--on-lead: ${contrastText};`));
    }
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  });
});

test('an app without an icon shows the current logo in its AltStore source', async () => {
  const { appId } = await publishIpa(server.context, { applicationId: 'org.example.bare', hasIcon: false });
  await queueRebuild(server.context.db, [appId]);
  const readIcon = async () => {
    const { apps } = (await (await fetch(`${server.url}altstore/source.json`)).json()) as Source;
    return apps[0]?.iconURL;
  };
  await expect.poll(readIcon).toBe(`${server.context.config.publicUrl}${logo}`);
  await setLogo('navy');
  const { logo: next } = await admin.call('settings.get', {});
  expect(next).not.toBe(logo);
  await expect.poll(readIcon).toBe(`${server.context.config.publicUrl}${next}`);
  await admin.call('settings.setLogo', { image: null });
  await expect.poll(readIcon).toBeUndefined();
  await setLogo('teal');
});

describe('the repository', () => {
  async function readRepo() {
    const entry = (await (await send('entry.json')).json()) as { index: { name: string } };
    const { repo } = (await (await send(entry.index.name.slice(1))).json()) as {
      repo: {
        icon?: { 'en-US': { name: string; sha256: string } };
        description: { 'en-US': string };
      };
    };
    return repo;
  }

  /** Waits for the rebuild that the changes queued. */
  const changedRepo = () =>
    waitUntil('the store’s logo in the index', async () => {
      const repo = await readRepo();
      return repo.icon?.['en-US'].sha256 !== DEFAULT_ICON.sha256 && repo;
    });

  test('has the tagline in its description, and the logo as its icon', async () => {
    const { description, icon } = await changedRepo();
    expect(description['en-US']).toMatch(/^Apps <for> the harbour\nAndroid apps from Tide & Sons\./);
    const response = await send(icon?.['en-US'].name.slice(1));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(icon?.['en-US'].sha256);
  });

  test.each([`${'0'.repeat(64)}.png`, `${'A'.repeat(64)}.png`, 'logo.png', '..%2f..%2fsecret'])(
    'has no icon %s',
    async (file) => {
      expect((await send(`icons/${file}`)).status).toBe(404);
    },
  );

  test('has Quayside’s icon once the logo is removed', async () => {
    await admin.call('settings.setLogo', { image: null });
    await expect.poll(async () => (await readRepo()).icon?.['en-US'].sha256).toBe(DEFAULT_ICON.sha256);
  });
});
