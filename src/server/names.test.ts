import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { PASSWORD } from '#test/support/people.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { readSettings } from './platform/settings.ts';

/* Characters that nobody sees are refused in names that people enter, and marked in those that packages bring. */

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());

const HIDDEN = /invisible or change the direction/;

/** The app of the fixture with these names, and a build of its own. */
function ipaNamed(name: string, build: string): Uint8Array {
  const files = unzipSync(readFixture('harbour.ipa'), {
    filter: ({ name: path }) => !path.includes('/PlugIns/'),
  });
  const texts = {
    CFBundleIdentifier: 'org.example.named',
    CFBundleDisplayName: name,
    CFBundleExecutable: 'Harbour',
    CFBundleShortVersionString: '1.0',
    CFBundleVersion: build,
    MinimumOSVersion: '15.0',
  };
  const lines = Object.entries(texts).map(([key, text]) => `<key>${key}</key><string>${text}</string>`);
  const icons =
    '<key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array><string>AppIcon60x60</string></array></dict></dict>';
  const info = strToU8(`<plist version="1.0"><dict>${lines.join('')}${icons}</dict></plist>`);
  return zipSync({ ...files, 'Payload/Harbour.app/Info.plist': info });
}

test('a label with hidden characters is marked, and always goes to a person', async () => {
  const owner = await server.onboard('named@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.named',
    name: 'Harbour',
  });
  await server.completeListing(app.id);
  const off = await admin.tryCall('settings.update', {
    settings: { rules: { 'hidden-characters': 'off' } },
  });
  expect(off.error?.message).toContain('always enforced');
  await admin.call('settings.update', {
    settings: {
      review: { updates: 'approve', staleClaimHours: 24 },
      rules: {
        'profile-missing': 'off',
        'profile-entitlements': 'off',
        'entitlements-application-id': 'off',
      },
    },
  });
  const submit = async (build: string) => {
    const { id } = await uploadVersion(owner, app.id, ipaNamed('Har\u202Ebour\u3164', build));
    return (await owner.call('versions.submit', { versionId: id })).version;
  };
  const first = await submit('1');
  expect(first.package).toMatchObject({ label: 'Har⟨U+202E⟩bour⟨U+3164⟩' });
  expect(first.findings).toMatchObject([
    {
      rule: 'hidden-characters',
      severity: 'warning',
      evidence: 'label: "Har⟨U+202E⟩bour⟨U+3164⟩".',
    },
  ]);
  await admin.call('reviews.approve', { versionId: first.id });
  // The name is that of the live version, so nothing about it changed.
  const second = await submit('2');
  expect(second).toMatchObject({ status: 'submitted', policyDecision: { decision: 'toReview' } });
  expect(second.policyDecision?.reasons).toMatchObject([
    { sentence: 'The inspection found: Names in the package contain invisible characters.' },
  ]);
});

test('marks names that an inspection before the check stored', async () => {
  const { owner, appId, upload } = await createOwnApp(server);
  const { id } = await upload();
  await server.context.pool.query(
    `UPDATE versions SET package = package || $2::jsonb, findings = $3::jsonb,
       signature = jsonb_set(signature, '{certificates,0,subject}', $4::jsonb) WHERE id = $1`,
    [
      id,
      JSON.stringify({ label: 'Har\u202Ebour', labels: { de: 'Ha\u3164fen' }, versionName: '1\u202E.0' }),
      JSON.stringify([{ rule: 'label', severity: 'info', title: 'T', evidence: 'Har\u202Ebour', fix: 'F' }]),
      JSON.stringify('CN=A\u200Bda'),
    ],
  );
  const { version } = await owner.call('versions.get', { versionId: id });
  expect(version).toMatchObject({
    versionName: '1⟨U+202E⟩.0',
    package: { label: 'Har⟨U+202E⟩bour', labels: { de: 'Ha⟨U+3164⟩fen' }, versionName: '1⟨U+202E⟩.0' },
    signature: { certificates: [{ subject: 'CN=A⟨U+200B⟩da' }] },
    findings: [{ evidence: 'Har⟨U+202E⟩bour' }],
  });
  const { versions } = await owner.call('versions.list', { appId });
  expect(versions[0]?.versionName).toBe('1⟨U+202E⟩.0');
  const { apps } = await owner.call('apps.list', { scope: 'mine', appId });
  expect(apps[0]?.latestVersion?.versionName).toBe('1⟨U+202E⟩.0');
  const { entries } = await admin.call('audit.list', { appId });
  expect(entries.map(({ versionTitle }) => versionTitle)).toContain('1⟨U+202E⟩.0 (1)');
});

test('rejects a listing with hidden characters, however it comes', async () => {
  const { owner, appId } = await createOwnApp(server, { name: 'Tides' });
  const { result } = await owner.tryCall('apps.importListing', {
    appId,
    files: { 'de/title.txt': 'Ge\u202Ezeiten', 'de/short_description.txt': 'Zeigt\u200B' },
  });
  expect(result.skipped).toEqual([
    { path: 'de/title.txt', reason: expect.stringMatching(HIDDEN) },
    { path: 'de/short_description.txt', reason: expect.stringMatching(HIDDEN) },
  ]);
  const { error } = await owner.tryCall('apps.applyListing', {
    appId,
    texts: { de: { name: 'Ge\u202Ezeiten' }, fr: { name: 'Marées', summary: 'a\nb' } },
  });
  expect(error?.details?.['problems']).toEqual([
    expect.objectContaining({ path: 'texts.de.name', message: expect.stringMatching(HIDDEN) }),
    expect.objectContaining({ path: 'texts.fr.summary', message: expect.stringMatching(HIDDEN) }),
  ]);
});

test('a program that signs in, an account and a profile have names that can be seen', async () => {
  const started = await server.nobody.tryCall('deviceAuthorizations.start', {
    name: 'Quay\u202Eside',
    scopes: ['read'],
  });
  expect([started.status, JSON.stringify(started.error?.details)]).toEqual([
    400,
    expect.stringMatching(HIDDEN),
  ]);
  const signUp = await openBrowser(server).auth('sign-up/email', {
    email: 'hidden@example.org',
    password: PASSWORD,
    name: 'Ada\u{E0041}',
  });
  expect([signUp.status, JSON.stringify(signUp.body)]).toEqual([400, expect.stringMatching(HIDDEN)]);
  const owner = await server.onboard();
  const renamed = await owner.tryCall('users.updateProfile', { developerName: 'Harbour\u2800Works' });
  expect([renamed.status, JSON.stringify(renamed.error?.details)]).toEqual([
    400,
    expect.stringMatching(HIDDEN),
  ]);
});

test('settings with hidden characters from before can be read, without them', async () => {
  const { pool, db } = server.context;
  const stored = {
    storeName: 'Har\u202Ebour',
    tagline: '\u3164',
    categories: [{ id: 'tools', name: 'T\u200B' }],
  };
  const { rows } = await pool.query('SELECT data FROM store_settings');
  const save = async (data: object) =>
    pool.query(
      `INSERT INTO store_settings (id, data, updated_at) VALUES (1, $1, now())
       ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
      [data],
    );
  await save(stored);
  expect(await readSettings(db)).toMatchObject({
    storeName: 'Harbour',
    tagline: '',
    categories: [{ id: 'tools', name: 'T' }],
  });
  await save(rows[0]?.data ?? {});
});
