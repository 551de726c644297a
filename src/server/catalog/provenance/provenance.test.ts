import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogAppDetailsSchema } from '#shared/apps/catalog.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createSigstore } from '#test/support/sigstore.ts';

const REPOSITORY = 'https://github.com/example/harbour';
const WORKFLOW = '.github/workflows/release.yml';
const OTHER = 'https://github.com/example/other';

let directory: string;
let sigstore: Awaited<ReturnType<typeof createSigstore>>;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-sigstore-'));
  sigstore = await createSigstore();
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  server = await startTestServer({ env: { SIGSTORE_TRUSTED_ROOT: root } });
  admin = await server.admin();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const OF_OTHER = { 12: OTHER, 15: '4712', 18: `${OTHER}/${WORKFLOW}@refs/heads/main` };

async function bundleOf(sha256: string | null, extensions = {}): Promise<string> {
  return JSON.stringify(await sigstore.attest({ sha256: sha256 ?? '', extensions }));
}

/** Uploads a version with provenance. */
async function uploadAttested(app: OwnApp, fixture: string, extensions = {}) {
  const { id: versionId, sha256 } = await app.upload(fixture);
  const bundle = await bundleOf(sha256, extensions);
  await app.owner.call('provenance.attach', { versionId, bundle });
  return { versionId, sha256, bundle };
}

const denial = (reason: string) => ({
  status: 400,
  error: { status: 'FAILED_PRECONDITION', details: { reason } },
});
const rejection = (reason: string) => ({
  status: 400,
  error: { status: 'INVALID_ARGUMENT', details: { reason } },
});

describe('attaching', () => {
  test('shows the origin to the publisher and to reviewers, and keeps the bundle', async () => {
    const app = await createOwnApp(server);
    const { versionId, bundle } = await uploadAttested(app, 'plain');
    const again = await app.owner.call('provenance.attach', { versionId, bundle });
    const { version } = await app.owner.call('versions.get', { versionId });
    expect(version.provenance).toEqual(again.provenance);
    expect(version.provenance).toMatchObject({ repository: REPOSITORY, workflow: WORKFLOW });
    expect(await app.owner.call('provenance.get', { versionId })).toEqual({ bundle });
    await app.owner.call('versions.submit', { versionId });
    const review = await admin.call('reviews.get', { versionId });
    expect(review.version.provenance).toEqual(again.provenance);
    const { entries } = await app.owner.call('versions.history', { versionId });
    expect(entries.filter(({ event }) => event === 'version.provenance-attached')).toHaveLength(1);
    const late = await app.owner.tryCall('provenance.attach', { versionId, bundle });
    expect(late).toMatchObject({ status: 400, error: { status: 'FAILED_PRECONDITION' } });
  });

  test('accepts the announced SHA-256 before the upload', async () => {
    const app = await createOwnApp(server);
    const sha256 = 'd'.repeat(64);
    const announce = (more: object) =>
      app.owner.call('versions.create', { appId: app.appId, fileName: 'a.apk', size: 10, ...more });
    const { version } = await announce({ sha256 });
    const bundle = await bundleOf(sha256);
    await app.owner.call('provenance.attach', { versionId: version.id, bundle });
    const unknown = await announce({});
    expect(
      await app.owner.tryCall('provenance.attach', { versionId: unknown.version.id, bundle }),
    ).toMatchObject(denial('not-inspected'));
  });

  test('rejects what proves nothing about this package, and changes nothing', async () => {
    const app = await createOwnApp(server);
    const { id: versionId, sha256 } = await app.upload();
    const attach = (bundle: string, by = app.owner) => by.tryCall('provenance.attach', { versionId, bundle });
    expect(await attach(await bundleOf('e'.repeat(64)))).toMatchObject(rejection('bundle-digest'));
    expect(await attach('not JSON')).toMatchObject(rejection('bundle-format'));
    expect((await attach(' '.repeat(256 * 1024 + 1))).status).toBe(400);
    const { version } = await app.owner.call('versions.get', { versionId });
    expect(version.provenance).toBeNull();
    expect(await app.owner.call('provenance.get', { versionId })).toEqual({ bundle: null });
    const stranger = await server.onboard({ name: 'Stranger' });
    const bundle = await bundleOf(sha256);
    expect((await attach(bundle, stranger)).status).toBe(404);
    expect((await stranger.tryCall('provenance.get', { versionId })).status).toBe(404);
  });

  test('ends with the version', async () => {
    const app = await createOwnApp(server);
    const { versionId } = await uploadAttested(app, 'plain');
    await app.owner.call('versions.submit', { versionId });
    await app.owner.call('versions.withdraw', { versionId });
    await app.owner.call('versions.delete', { versionId });
    const { rows } = await server.context.pool.query(
      `SELECT provenance, (SELECT count(*)::int FROM provenance_bundles b WHERE b.version_id = v.id) AS bundles
       FROM versions v WHERE id = $1`,
      [versionId],
    );
    expect(rows).toEqual([{ provenance: null, bundles: 0 }]);
  });
});

describe('a required origin', () => {
  const requirement = { repository: `${REPOSITORY}.git`, workflow: WORKFLOW };

  test('keeps out versions without it, of another repository or workflow', async () => {
    const app = await createOwnApp(server);
    const { policy } = await app.owner.call('provenance.require', { appId: app.appId, requirement });
    expect(policy).toEqual({ repository: REPOSITORY, workflow: WORKFLOW, setBy: 'publisher' });
    const { id: versionId, sha256 } = await app.upload();
    const submit = () => app.owner.tryCall('versions.submit', { versionId });
    const attach = async (extensions: object) =>
      app.owner.call('provenance.attach', { versionId, bundle: await bundleOf(sha256, extensions) });
    expect(await submit()).toMatchObject(denial('provenance-required'));
    await attach(OF_OTHER);
    expect(await submit()).toMatchObject(denial('provenance-required'));
    await attach({ 18: `${REPOSITORY}/other.yml@refs/heads/main` });
    expect(await submit()).toMatchObject(denial('provenance-required'));
    await attach({});
    expect((await submit()).status).toBe(200);
  });

  test('also holds for an approval of what was submitted before', async () => {
    const app = await createOwnApp(server);
    const versionId = await app.submit();
    await admin.call('provenance.requireByStaff', {
      appId: app.appId,
      requirement: { repository: null, workflow: null },
    });
    const { provenancePolicy } = await admin.call('reviews.get', { versionId });
    expect(provenancePolicy).toEqual({ repository: null, workflow: null, setBy: 'staff' });
    expect(await admin.tryCall('reviews.approve', { versionId })).toMatchObject(
      denial('provenance-required'),
    );
  });

  test('of staff is theirs alone to change', async () => {
    const { owner, appId } = await createOwnApp(server);
    const none = { appId, requirement: null };
    await admin.call('provenance.requireByStaff', { appId, requirement });
    expect(await owner.tryCall('provenance.require', none)).toMatchObject(denial('set-by-staff'));
    expect((await owner.tryCall('provenance.requireByStaff', none)).status).toBe(403);
    expect((await owner.call('apps.get', { appId })).provenancePolicy).toMatchObject({ setBy: 'staff' });
    expect(await admin.call('provenance.requireByStaff', none)).toEqual({ policy: null });
    expect(await owner.call('provenance.require', none)).toEqual({ policy: null });
  });
});

describe('a published version', () => {
  test('shows its origin to everyone, and an update from elsewhere is reviewed', async () => {
    await admin.call('settings.update', {
      settings: { review: { updates: 'approve', staleClaimHours: 24 } },
    });
    const app = await createOwnApp(server);
    const { versionId, sha256, bundle } = await uploadAttested(app, 'plain');
    await app.owner.call('versions.submit', { versionId });
    await admin.call('reviews.approve', { versionId });
    await rebuildWhenFree(server.context, { isForced: true });

    const path = `catalog/v1/apps/android/${app.applicationId}`;
    const details = catalogAppDetailsSchema.parse(await (await fetch(`${server.url}${path}`)).json());
    const bundleUrl = `${server.url}${path}/provenance/${sha256}`;
    expect(details.versions[0]?.provenance).toMatchObject({ repository: REPOSITORY, bundleUrl });
    expect(await (await fetch(bundleUrl)).text()).toBe(bundle);
    expect((await fetch(bundleUrl.replace(/.$/, 'x'))).status).toBe(404);
    const page = await (await fetch(`${server.url}fdroid/repo/?app=${app.applicationId}`)).text();
    expect(page).toContain(`<a href="${REPOSITORY}" rel="nofollow noreferrer ugc">example/harbour</a>`);

    const update = await uploadAttested(app, 'next', OF_OTHER);
    const { version } = await app.owner.call('versions.submit', { versionId: update.versionId });
    const change = `It was built from another repository: ${OTHER} instead of ${REPOSITORY}.`;
    expect(version.policyDecision).toMatchObject({ decision: 'toReview', reasons: [{ sentence: change }] });
    const { published } = await admin.call('reviews.get', { versionId: update.versionId });
    expect(published?.provenance).toMatchObject({ repository: REPOSITORY });
    expect((await fetch(`${server.url}${path}/provenance/${update.sha256}`)).status).toBe(404);
  });
});
