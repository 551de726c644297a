import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitForJobs } from '#test/support/jobs.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { STORE_PAGE_URL, setUpStorePage } from '#test/support/store-page.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feeds } from '../../platform/db/tables/feeds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { writeSettings } from '../../platform/settings.ts';
import { MAX_REQUESTS } from '../catalog/request-limit.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';

const served = setUpStorePage();

async function release(
  { appId, versionId }: { appId: string; versionId: string },
  rollout: { track?: 'stable' | 'beta'; percentage?: number },
) {
  await served.server.context.db
    .insert(releases)
    .values({ versionId, appId, track: 'stable', publication: 'immediate', ...rollout });
}

describe('before the first generation of the feed', () => {
  test('asks to try again soon', async () => {
    await waitForJobs(served.server.context.pool);
    await served.server.context.db.delete(feeds);
    const response = await served.send();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('is being prepared');
    await served.rebuild();
  });
});

describe('the page of the store', () => {
  test('shows its name, fingerprint, QR code and links, at the public address', async () => {
    await served.server.context.db.transaction((tx) => writeSettings(tx, { storeName: 'Tidewater & Sons' }));
    const signer = fingerprint(await readSigningKey(served.server.context));
    const page = await served.read();
    expect(page).toContain('<title>Tidewater &amp; Sons</title>');
    expect(page).toContain(`data-text="${STORE_PAGE_URL}fdroid/repo?fingerprint=${signer}"`);
    expect(page).toContain(signer.match(/.{4}/g)?.join(' '));
    expect(page).toContain(
      `href="fdroidrepos://apps.example.org/harbour/west/fdroid/repo?fingerprint=${signer}"`,
    );
    expect(page).toContain('aria-label="QR code of the repository address"');
    expect(page).toContain('<base href="/harbour/west/fdroid/repo/">');
    expect(page).toContain('No apps yet.');
  });

  test('with iOS apps alone speaks of no Android apps, and has no filter by platform', async () => {
    const { appId } = await publishIpa(served.server.context, { applicationId: 'org.example.lonely' });
    await served.rebuild();
    const page = await served.read();
    expect(page).toContain('<p>iOS apps from Tidewater &amp; Sons.');
    expect(page).toContain('<meta name="description" content="Apps from Tidewater &amp; Sons. Every');
    expect(page).not.toContain('name="platform"');
    await served.server.context.db.delete(versions).where(eq(versions.appId, appId));
    await served.rebuild();
    expect(await served.read()).toContain('Android apps from Tidewater');
  });

  test('is the same with and without a slash or a fingerprint', async () => {
    const page = await served.read();
    const withoutSlash = await fetch(`${served.server.url}fdroid/repo`);
    expect(await withoutSlash.text()).toBe(page);
    expect(await (await fetch(`${served.server.url}fdroid/repo?fingerprint=AB`)).text()).toBe(page);
  });

  test('lists the newest version of each published app, and changes with the feed', async () => {
    const { applicationId } = await served.publish({ name: 'Harbour', summary: 'Tides and moorings' });
    expect(await served.read()).not.toContain('Harbour');
    await served.rebuild();
    expect(await served.read()).toContain('>1 app<');
    await served.publish({ applicationId, versionCode: 12 });
    await served.rebuild();
    const page = await served.read();
    expect(page).toMatch(/Harbour[\s\S]*Tides and moorings[\s\S]*1\.12/);
    expect(page.match(new RegExp(`id="${applicationId}"`, 'g'))).toHaveLength(1);
  });

  test('escapes names, summaries and searches', async () => {
    const name = '<script>alert(1)</script>"\'&';
    const { applicationId } = await served.publish({ name, summary: '<img src=x onerror=alert(2)>' });
    await served.rebuild();
    for (const query of ['', `?app=${applicationId}`, `?q=${encodeURIComponent(name)}`]) {
      const page = await served.read(query);
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('<img src=x');
    }
  });

  test('allows only its own style and script', async () => {
    const response = await served.send();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src 'self'/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).not.toMatch(/<[^>]* (?:style|on[a-z]+)=/);
  });

  test('is not sent again while it is the same', async () => {
    const first = await served.send();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await served.send('', { headers: { 'If-None-Match': `"x", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await served.publish();
    await served.rebuild();
    expect((await served.send('', { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  test('is compressed for browsers, with an entity tag of its own', async () => {
    const plain = await served.send('', { headers: { 'Accept-Encoding': 'identity' } });
    const text = await plain.text();
    const etags = [plain.headers.get('etag')];
    for (const encoding of ['br', 'gzip']) {
      const response = await served.send('', { headers: { 'Accept-Encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(Number(response.headers.get('content-length'))).toBeLessThan(text.length / 2);
      expect(await response.text()).toBe(text);
      etags.push(response.headers.get('etag'));
    }
    expect(new Set(etags).size).toBe(3);
  });

  test('is not sent again to programs that only know its date', async () => {
    await served.send();
    await setTimeout(1_000);
    const at = (await served.send()).headers.get('last-modified') ?? '';
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    expect((await served.send('', { headers: { 'If-Modified-Since': at } })).status).toBe(304);
    const earlier = new Date(Date.parse(at) - 1_000).toUTCString();
    expect((await served.send('', { headers: { 'If-Modified-Since': earlier } })).status).toBe(200);
    await served.publish();
    await served.rebuild();
    expect((await served.send('', { headers: { 'If-Modified-Since': at } })).status).toBe(200);
  });

  test('adds the store or one of its apps to Obtainium', async () => {
    expect(await served.read()).toContain('href="intent://add/https://');
    const { applicationId } = await served.publish({ name: 'Tom & Jerry' });
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}`);
    const [, data = ''] = /href="intent:\/\/app\/([^"#]+)#Intent;scheme=obtainium;S\./.exec(page) ?? [];
    const added = JSON.parse(decodeURIComponent(data));
    expect(added).toMatchObject({ id: applicationId, name: 'Tom & Jerry', overrideSource: 'FDroidRepo' });
    expect(added.url).toMatch(new RegExp(`/fdroid/repo\\?appId=${applicationId}$`));
    expect(JSON.parse(added.additionalSettings)).toEqual({ appIdOrName: applicationId });
  });

  test('responds to HEAD without a body, and to no other method', async () => {
    const head = await served.send('', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe((await served.send()).headers.get('etag'));
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await served.send('', { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('leaves the files of the feed to store clients', async () => {
    expect((await served.send('entry.json')).headers.get('content-type')).toBe('application/json');
    expect((await served.send('nothing')).status).toBe(404);
  });
});

describe('apps that are not for everyone', () => {
  test.each([
    ['unpublished', { status: 'unpublished' }],
    ['removed', { status: 'removed', removedFrom: 'published', removalReason: 'Malware' }],
  ] as const)('an %s app disappears at once', async (_, change) => {
    const { appId, applicationId } = await served.publish();
    await served.rebuild();
    expect(await served.read()).toContain(applicationId);
    await served.server.context.db.update(apps).set(change).where(eq(apps.id, appId));
    expect(await served.read()).not.toContain(applicationId);
    expect((await served.send(`?app=${applicationId}`)).status).toBe(404);
  });

  test('a draft and an app with only a removed version are not listed', async () => {
    const draft = await served.publish();
    await served.server.context.db.update(apps).set({ status: 'draft' }).where(eq(apps.id, draft.appId));
    const removed = await served.publish();
    await served.rebuild();
    await served.server.context.db
      .update(versions)
      .set({ status: 'removed' })
      .where(eq(versions.id, removed.versionId));
    const page = await served.read();
    expect(page).not.toContain(draft.applicationId);
    expect(page).not.toContain(removed.applicationId);
  });

  test('a beta version is not listed, nor its app without another one', async () => {
    const onlyBeta = await served.publish({ name: 'Only beta' });
    await release(onlyBeta, { track: 'beta' });
    const stable = await served.publish({ versionCode: 3 });
    await release(await served.publish({ applicationId: stable.applicationId, versionCode: 4 }), {
      track: 'beta',
    });
    await served.rebuild();
    expect(await served.read()).not.toContain('Only beta');
    expect((await served.send(`?app=${onlyBeta.applicationId}`)).status).toBe(404);
    expect(await served.read(`?app=${stable.applicationId}`)).toContain('Version 1.3<');
  });

  test('a staged rollout is not listed until everyone gets it', async () => {
    const { applicationId } = await served.publish({ versionCode: 3 });
    const staged = await served.publish({ applicationId, versionCode: 4 });
    await release(staged, { percentage: 20 });
    await served.rebuild();
    expect(await served.read(`?app=${applicationId}`)).toContain('Version 1.3<');
    await served.server.context.db
      .update(releases)
      .set({ percentage: 100 })
      .where(eq(releases.versionId, staged.versionId));
    await served.rebuild();
    expect(await served.read(`?app=${applicationId}`)).toContain('Version 1.4<');
  });
});

describe('the list', () => {
  test('has pages of 50 apps, newest first, and a search', async () => {
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index));
    for (let index = 0; index < 51; index++) {
      await served.publish({ name: `Dinghy ${index}`, publishedAt: day(index) });
    }
    await served.rebuild();
    const found = await served.read('?q=dinghy');
    expect(found).toContain('51 apps for “dinghy”');
    expect(found).toContain('Page 1 of 2');
    expect(found.match(/class="app"/g)).toHaveLength(50);
    expect(found).toContain('href="./?q=dinghy&amp;page=2"');
    expect(await served.read('?q=dinghy&page=2')).toContain('Dinghy 0<');
    expect(await served.read('?q=dinghy&page=9')).toContain('There are no more apps.');
    expect(await served.read('?q=nothing-like-this')).toContain('No apps match.');
    expect(await served.read('?q=%25')).toContain('No apps match.');
  });

  test.each([
    ['page=0'],
    ['page=-1'],
    ['page=1e9'],
    ['page=99999999999'],
    ['page=1&page=2'],
    ['category=<script>'],
    ['platform=windows'],
    ['q=%ED%A0%80'],
    ['q=%E0%A4%A'],
    ['a search of 5,000 characters', `q=${'x'.repeat(5_000)}`],
  ])('survives %s', async (name, query = name) => {
    expect((await served.send(`?${query}`)).status).toBe(200);
  });
});

describe('the page', () => {
  test('has the request limit of the catalog, which both share', async () => {
    const { url, context } = served.server;
    // The clock stands still, so that no minute ends in between.
    const clock = vi.spyOn(context, 'clock').mockReturnValue(new Date());
    onTestFinished(() => clock.mockRestore());
    const from = async (path: string, address = '203.0.113.77') => {
      const response = await fetch(`${url}${path}`, { headers: { 'X-Forwarded-For': address } });
      await response.arrayBuffer();
      return response;
    };
    for (let count = 0; count < MAX_REQUESTS - 1; count += 1) await from('fdroid/repo/');
    expect((await from('catalog/v1/store')).status).toBe(200);
    for (const path of ['fdroid/repo/', 'fdroid/repo?q=a', 'catalog/v1/store']) {
      const response = await from(path);
      expect([path, response.status]).toEqual([path, 429]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await from('fdroid/repo/', '203.0.113.78')).status).toBe(200);
  });
});
