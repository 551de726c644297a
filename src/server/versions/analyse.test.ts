import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspectPool } from '#server/packages/inspect-pool.ts';
import { judgePackage } from '#shared/packages/rules.ts';
import { inspectFixture } from '#test/fixtures.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = app.id;
});
afterAll(() => server[Symbol.asyncDispose]());

test('a package that exhausts the limits is invalid with a finding, and the server goes on', async () => {
  await using strict = openInspectPool({ threads: 1, memoryMb: 256, timeMs: 1 });
  const generous = server.context.inspectPool;
  Object.assign(server.context, { inspectPool: strict });
  const done = await uploadVersion(owner, appId, await readFixture('plain.apk'));
  expect(done).toMatchObject({ status: 'invalid', package: null, sha256: null });
  expect(done.findings).toEqual([
    {
      rule: 'inspection-failed',
      severity: 'error',
      title: 'The package could not be inspected',
      evidence: 'The inspection of app.apk was stopped. It took more than 0.001 seconds.',
      fix: expect.stringContaining('Build the package again'),
    },
  ]);

  Object.assign(server.context, { inspectPool: generous });
  expect(await uploadVersion(owner, appId, await readFixture('plain.apk'))).toMatchObject({
    status: 'draft',
  });
});

test('a rule that the store observes is a warning, and one that is off says nothing, at once', async () => {
  const admin = await server.admin();
  const uploadDebuggable = async () => uploadVersion(owner, appId, await readFixture('debuggable.apk'));
  const findingsIn = async (mode: 'off' | 'observe' | 'enforce') => {
    await admin.call('settings.update', { settings: { rules: { debuggable: mode } } });
    const { status, findings } = await uploadDebuggable();
    return { status, findings: findings.map(({ rule, severity }) => `${severity} ${rule}`) };
  };
  const refused = { status: 'invalid', findings: ['error debuggable'] };
  expect(await findingsIn('enforce')).toEqual(refused);
  expect(await findingsIn('observe')).toEqual({ status: 'draft', findings: ['warning debuggable'] });
  expect(await findingsIn('off')).toEqual({ status: 'draft', findings: [] });
  expect(await findingsIn('enforce')).toEqual(refused);
});

test('what the next version is judged against is told to the owner beforehand', async () => {
  const admin = await server.admin();
  const { requirements: first } = await owner.call('apps.getRequirements', { appId });
  expect(first).toEqual({
    app: { platform: 'android', applicationId: 'org.example.harbour' },
    previous: { published: null, versionCode: null, buildVersion: null, signers: null },
    minTargetSdk: 23,
    modes: { debuggable: 'enforce' },
  });

  const version = await uploadVersion(owner, appId, await readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId: version.id });
  await admin.call('reviews.approve', { versionId: version.id });
  const { requirements } = await owner.call('apps.getRequirements', { appId });
  expect(requirements.previous).toMatchObject({
    published: { package: { versionCode: 1 } },
    versionCode: 1,
    signers: version.signature?.signers,
  });

  const again = await uploadVersion(owner, appId, await readFixture('plain.apk'));
  const inspection = await inspectFixture('plain.apk');
  expect(judgePackage(inspection, requirements)).toEqual(again.findings);
  expect(again.findings.map(({ rule }) => rule)).toEqual(['version-code']);

  const stranger = await server.onboard('stranger@example.org');
  expect((await stranger.tryCall('apps.getRequirements', { appId })).status).toBe(404);
  expect((await server.nobody.tryCall('apps.getRequirements', { appId })).status).toBe(401);
});
