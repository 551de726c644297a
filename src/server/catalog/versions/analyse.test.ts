import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectPool, openInspectPool } from '#server/catalog/inspection/inspect-pool.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { inspectFixture, readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { analyseVersion } from './analyse.ts';

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
  await server.completeListing(appId);
});
afterAll(() => server[Symbol.asyncDispose]());

const readAttempts = async (versionId: string) => {
  const { rows } = await server.context.pool.query('SELECT inspection_attempts FROM versions WHERE id = $1', [
    versionId,
  ]);
  return rows[0].inspection_attempts;
};

test('a package that exceeds the limits three times is invalid with a finding, and the server continues', async () => {
  await using strict = openInspectPool({ threads: 1, memoryMb: 256, timeMs: 1 });
  const { services } = server.context;
  const generous = services.get(inspectPool);
  services.replace(inspectPool, strict);
  const done = await uploadVersion(owner, appId, readFixture('plain.apk'));
  expect(done).toMatchObject({ status: 'invalid', package: null, sha256: null });
  expect(await readAttempts(done.id)).toBe(3);
  expect(done.findings).toEqual([
    {
      rule: 'inspection-failed',
      severity: 'error',
      values: { found: 'time', file: 'app.apk', seconds: 0.001 },
      title: 'The package couldn’t be inspected',
      evidence: 'The inspection of app.apk was stopped. It took more than 0.001 seconds.',
      fix: expect.stringContaining('Rebuild the package'),
    },
  ]);

  services.replace(inspectPool, generous);
  expect(await uploadVersion(owner, appId, readFixture('plain.apk'))).toMatchObject({
    status: 'draft',
  });
});

test('an inspection whose result cannot be stored does not count against the package', async () => {
  const { context } = server;
  const { id } = await uploadVersion(owner, appId, readFixture('plain.apk'));
  const before = await readAttempts(id);
  await context.pool.query(`UPDATE versions SET status = 'analysing' WHERE id = $1`, [id]);
  await context.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$`,
  );
  await context.pool.query(
    'CREATE TRIGGER fail BEFORE UPDATE OF status ON versions FOR EACH ROW EXECUTE FUNCTION fail()',
  );
  const analyse = () => analyseVersion(context, id, new AbortController().signal);
  await expect(analyse()).rejects.toMatchObject({ cause: { message: 'no room' } });
  expect(await readAttempts(id)).toBe(before);
  await context.pool.query('DROP FUNCTION fail CASCADE');
  await analyse();
  expect((await owner.call('versions.get', { versionId: id })).version.status).toBe('draft');
});

test('an observed rule warns and a disabled one finds nothing, with immediate effect', async () => {
  const admin = await server.admin();
  const uploadDebuggable = async () => uploadVersion(owner, appId, readFixture('debuggable.apk'));
  const findingsIn = async (mode: 'off' | 'observe' | 'enforce') => {
    await admin.call('settings.update', { settings: { rules: { debuggable: mode } } });
    const { status, findings } = await uploadDebuggable();
    return { status, findings: findings.map(({ rule, severity }) => `${severity} ${rule}`) };
  };
  const rejected = { status: 'invalid', findings: ['error debuggable'] };
  expect(await findingsIn('enforce')).toEqual(rejected);
  expect(await findingsIn('observe')).toEqual({ status: 'draft', findings: ['warning debuggable'] });
  expect(await findingsIn('off')).toEqual({ status: 'draft', findings: [] });
  expect(await findingsIn('enforce')).toEqual(rejected);
});

test('returns the requirements of the next version to the owner', async () => {
  const admin = await server.admin();
  const { requirements: first } = await owner.call('apps.getRequirements', { appId });
  expect(first).toEqual({
    app: { platform: 'android', applicationId: 'org.example.harbour' },
    previous: { published: null, versionCode: null, buildVersion: null, signers: null },
    minTargetSdk: 23,
    modes: { debuggable: 'enforce' },
  });

  const version = await uploadVersion(owner, appId, readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId: version.id });
  await admin.call('reviews.approve', { versionId: version.id });
  const { requirements } = await owner.call('apps.getRequirements', { appId });
  expect(requirements.previous).toMatchObject({
    published: { package: { versionCode: 1 } },
    versionCode: 1,
    signers: version.signature?.signers,
  });

  const again = await uploadVersion(owner, appId, readFixture('plain.apk'));
  const inspection = await inspectFixture('plain.apk');
  expect(evaluatePackage(inspection, requirements).map(describeFinding)).toEqual(again.findings);
  expect(again.findings.map(({ rule }) => rule)).toEqual(['version-code']);

  const stranger = await server.onboard('stranger@example.org');
  expect((await stranger.tryCall('apps.getRequirements', { appId })).status).toBe(404);
  expect((await server.nobody.tryCall('apps.getRequirements', { appId })).status).toBe(401);
});

test('a package with NUL characters and half surrogate pairs is inspected, stored and shown', async () => {
  const named = await uploadVersion(owner, appId, zipSync({ 'Payload/a\0b': strToU8('x') }));
  expect(named).toMatchObject({ status: 'invalid', findings: [{ rule: 'zip-name' }] });
  expect(named.findings[0]?.evidence).toContain(String.raw`Payload/a\u0000b`);
  const plist = (inside: string) => strToU8(`<plist version="1.0"><dict>${inside}</dict></plist>`);
  const entry = (key: string, text: string) => `<key>${key}</key><string>${text}</string>`;
  const info = [
    entry('CFBundleIdentifier', 'org.example.&#0;&#xd800;'),
    entry('CFBundleDisplayName', 'A&#0;&#xdfff;'),
    entry('NSCameraUsageDescription', '&#0;'),
  ];
  const ipa = zipSync({ 'Payload/A.app/Info.plist': plist(info.join('')) });
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.odd',
    name: 'Odd',
  });
  const odd = await uploadVersion(owner, app.id, ipa);
  expect(odd).toMatchObject({
    status: 'invalid',
    package: { applicationId: 'org.example.⟨U+0000⟩\ufffd', label: 'A⟨U+0000⟩\ufffd' },
  });
});
