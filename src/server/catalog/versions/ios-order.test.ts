import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

/* Versions of an iOS app have no versionCode: their build versions order them. */

let server: TestServer;
let owner: Person;
let admin: Person;
let appId: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

const applicationId = () => `org.example.ferry${count}`;
beforeEach(async () => {
  count += 1;
  owner = await server.onboard(`publisher${count}@example.org`);
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: applicationId(),
    name: 'Ferry',
  });
  appId = app.id;
  await server.completeListing(appId);
});

/** An app with a build version of its own, and with the texts that say what it uses. */
async function buildIpa(build: string, usage: Record<string, string> = {}): Promise<Uint8Array> {
  // Its extension would have to be renamed with it.
  const entries = unzipSync(readFixture('harbour.ipa'), {
    filter: ({ name }) => !name.includes('/PlugIns/'),
  });
  const path = Object.keys(entries).find((name) => /^Payload\/[^/]+\/Info\.plist$/.test(name)) as string;
  const texts = {
    CFBundleIdentifier: applicationId(),
    CFBundleDisplayName: 'Ferry',
    CFBundleExecutable: 'Harbour',
    CFBundleShortVersionString: '1.0',
    CFBundleVersion: build,
    MinimumOSVersion: '15.0',
    ...usage,
  };
  const lines = Object.entries(texts).map(([key, text]) => `<key>${key}</key><string>${text}</string>`);
  const icons =
    '<dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array><string>AppIcon60x60</string></array></dict></dict>';
  const info = `<plist version="1.0"><dict>${lines.join('')}<key>CFBundleIcons</key>${icons}</dict></plist>`;
  return zipSync({ ...entries, [path]: strToU8(info) });
}

const upload = async (build: string, usage?: Record<string, string>) =>
  uploadVersion(owner, appId, await buildIpa(build, usage));

async function publish(version: { readonly id: string; readonly findings: readonly object[] }) {
  expect(version.findings.filter((finding) => 'severity' in finding && finding.severity === 'error')).toEqual(
    [],
  );
  await owner.call('versions.submit', { versionId: version.id });
  await admin.call('reviews.approve', { versionId: version.id });
  return version.id;
}

test('the highest build is live, whichever was published last', async () => {
  const older = await upload('1.9');
  const newer = await upload('1.10');
  const olderId = await publish(older);
  const newerId = await publish(newer);
  const next = await upload('1.10.1', { NSCameraUsageDescription: 'Takes photos.' });
  for (const person of [owner, admin]) {
    const { published, changes } = await person.call('versions.compare', { versionId: next.id });
    expect(published?.id).toBe(newerId);
    expect(changes?.some(({ name }) => name === 'NSCameraUsageDescription')).toBe(true);
  }
  const { releases, live } = await owner.call('releases.list', { appId });
  expect(releases.map(({ versionId }) => versionId)).toEqual([newerId, olderId]);
  expect(live.stable?.versionId).toBe(newerId);
  const { version } = await server.nobody.call('releases.getForDevice', {
    platform: 'ios',
    applicationId: applicationId(),
    deviceId: 'phone',
  });
  expect(version?.versionId).toBe(newerId);

  // Published again, the older one has the later row in the table.
  await owner.call('versions.unpublish', { versionId: olderId });
  await owner.call('versions.republish', { versionId: olderId });
  await owner.call('versions.submit', { versionId: next.id });
  expect((await admin.call('reviews.get', { versionId: next.id })).published?.id).toBe(newerId);
});

test('an update is approved automatically by what changed from the highest build', async () => {
  await admin.call('settings.update', {
    settings: {
      review: { updates: 'approve', staleClaimHours: 24 },
      // The fixture's signature names the fixture's own id.
      rules: { ...WITHOUT_LOOKALIKES, 'entitlements-application-id': 'off' },
    },
  });
  const camera = { NSCameraUsageDescription: 'Takes photos.' };
  await publish(await upload('1.9'));
  const newer = await upload('1.10', camera);
  await publish(newer);
  const same = await upload('1.11', camera);
  const { version } = await owner.call('versions.submit', { versionId: same.id });
  expect(version).toMatchObject({ status: 'published', policyDecision: { decision: 'approved' } });
  const more = await upload('1.12', { ...camera, NSMicrophoneUsageDescription: 'Records you.' });
  const submitted = await owner.call('versions.submit', { versionId: more.id });
  expect(submitted.version.status).toBe('submitted');
});

test('a version before a release is ordered below it, with a warning', async () => {
  const beta = await upload('2.0b2');
  expect(beta.findings).toContainEqual(
    expect.objectContaining({ rule: 'build-version-format', severity: 'warning' }),
  );
  const betaId = await publish(beta);
  const earlier = await upload('2.0b1');
  expect(earlier.status).toBe('invalid');
  const releaseId = await publish(await upload('2'));
  const { releases, live } = await owner.call('releases.list', { appId });
  expect(releases.map(({ versionId }) => versionId)).toEqual([releaseId, betaId]);
  expect(live.stable?.versionId).toBe(releaseId);
});

test('a build version that was submitted is not accepted again', async () => {
  const first = await upload('2');
  const second = await upload('2.0');
  const lower = await upload('1.99');
  await owner.call('versions.submit', { versionId: first.id });
  for (const [{ id }, build] of [
    [second, '2.0'],
    [lower, '1.99'],
  ] as const) {
    const { status, error } = await owner.tryCall('versions.submit', { versionId: id });
    expect(status).toBe(400);
    expect(error.message).toContain(`CFBundleVersion ${build} isn’t above 2,`);
  }
  expect((await upload('1.9')).status).toBe('invalid');
});
