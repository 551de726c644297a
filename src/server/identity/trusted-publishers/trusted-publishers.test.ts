import { describe, expect, test } from 'vitest';
import { auditPredicate } from '#shared/audit/sentence.ts';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import { awaitEmail } from '#test/support/emails.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import {
  REPOSITORY,
  setUpTrustedPublishers,
  type TrustedPublisherInput,
} from '#test/support/trusted-publishers.ts';
import { sendBytes } from '#test/support/uploads.ts';

const {
  add,
  callWith,
  claimsOfJob,
  current,
  exchange,
  exchangeJob,
  github,
  gitlab,
  issuers,
  other,
  owner,
  rejectionOf,
  server,
} = setUpTrustedPublishers();

const titles = async (person: Person) =>
  (await person.call('notifications.list', {})).notifications.map(({ title }) => title);

describe('a trusted publisher', () => {
  test('gets a token for 15 minutes, which uploads to its app alone', async () => {
    await add();
    const { result } = await exchange(await github.sign(claimsOfJob()));
    expect(result).toMatchObject({
      token: expect.stringMatching(/^qs_[0-9A-Za-z]{42}$/),
      scopes: ['upload'],
    });
    const minutes = (Date.parse(result.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(TRUSTED_PUBLISHER_LIMITS.tokenMinutes);

    const bytes = readFixture('plain.apk');
    const announced = await callWith(result.token, 'versions.create', {
      appId: current.appId,
      fileName: 'app.apk',
      size: bytes.length,
    });
    expect(announced.status).toBe(200);
    expect(announced.result.version.build).toEqual({
      repository: 'octo-org/app',
      commit: 'ad1f2e',
      ref: 'refs/tags/v1',
      workflow: 'octo-org/app/.github/workflows/release.yml@refs/tags/v1',
      environment: 'production',
      runId: '1296269',
      runUrl: `${issuers.origin}/octo-org/app/actions/runs/1296269`,
    });
    const sent = await sendBytes(announced.result.upload.url, {
      bytes,
      by: { ...owner, token: result.token },
    });
    expect(sent.status).toBe(204);

    const elsewhere = await owner.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.elsewhere${current.test}`,
      name: 'Elsewhere',
    });
    const file = { appId: elsewhere.app.id, fileName: 'a.apk', size: 1 };
    expect((await callWith(result.token, 'versions.create', file)).status).toBe(404);
    expect(
      (await callWith(result.token, 'versions.list', { appId: current.appId })).error.details,
    ).toMatchObject({
      scope: 'read',
    });
    expect((await callWith(result.token, 'tokens.list', {})).status).toBe(403);
    expect((await callWith(result.token, 'trustedPublishers.list', { appId: current.appId })).status).toBe(
      403,
    );
    // Only what a person made is in their list.
    expect((await owner.call('tokens.list', {})).tokens).toEqual([]);
  });

  test('is announced to all owners when it is added and first used, and audited', async () => {
    const second = await server.onboard(`second${current.test}@example.org`);
    await server.context.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')`, [
      current.appId,
      second.uid,
    ]);
    const { id } = await add();
    expect(await titles(second)).toEqual(['Trusted publisher added']);
    const { notifications } = await second.call('notifications.list', {});
    expect(notifications[0]?.data).toEqual({ appId: current.appId, part: 'settings' });
    const email = await awaitEmail(server, second.email, /Trusted publisher added/);
    expect(email.body).toContain(`${server.url}dashboard/apps/${current.appId}?tab=settings`);
    await exchangeJob();
    await exchangeJob();
    expect(await titles(second)).toEqual([
      'Trusted publisher used for the first time',
      'Trusted publisher added',
    ]);
    expect((await titles(owner)).slice(0, 2)).toEqual(await titles(second));
    const [listed] = (await owner.call('trustedPublishers.list', { appId: current.appId })).trustedPublishers;
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(60_000);
    const { entries } = await (await server.admin()).call('audit.list', { event: 'trusted-publisher.used' });
    expect(entries[0]).toMatchObject({
      actorUid: null,
      appId: current.appId,
      details: { trustedPublisherId: id, isFirst: false, build: { commit: 'ad1f2e', runId: '1296269' } },
    });
  });

  test('keeps the ids of its first use where nobody entered them', async () => {
    await add({ source: { ...REPOSITORY, repositoryId: null, ownerId: null } });
    await exchangeJob();
    const [listed] = (await owner.call('trustedPublishers.list', { appId: current.appId })).trustedPublishers;
    expect(listed?.source).toEqual(REPOSITORY);
    // Somebody else took over the name.
    const token = await github.sign(claimsOfJob({ repository_id: '99', repository_owner_id: '99' }));
    expect(await rejectionOf(token)).toEqual([403, 'repository_id']);
    // A new name of the same repository changes what is shown alone.
    await exchangeJob({
      repository: 'octo-org/renamed',
      workflow_ref: 'octo-org/renamed/.github/workflows/release.yml@refs/heads/main',
    });
    const [renamed] = (await owner.call('trustedPublishers.list', { appId: current.appId }))
      .trustedPublishers;
    expect(renamed?.source).toEqual({ ...REPOSITORY, repository: 'octo-org/renamed' });
  });

  test('is announced to all owners when it changes, and as new when its repository is another by the ids', async () => {
    const second = await server.onboard(`second${current.test}@example.org`);
    await server.context.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')`, [
      current.appId,
      second.uid,
    ]);
    const { id: trustedPublisherId } = await add();
    await exchangeJob();
    const change = async (changed: object, scopes: TrustedPublisherInput['scopes']) => {
      const input = { issuer: github.url, source: { ...REPOSITORY, ...changed }, scopes };
      return (await owner.call('trustedPublishers.change', { trustedPublisherId, ...input }))
        .trustedPublisher;
    };
    expect((await change({ environment: null }, ['upload', 'release'])).lastUsedAt).not.toBeNull();
    expect((await titles(second))[0]).toBe('Trusted publisher changed');
    const changes = await (await server.admin()).call('audit.list', { event: 'trusted-publisher.changed' });
    expect(changes.entries[0]?.details).toMatchObject({
      repositoryId: '74',
      ownerId: '65',
      environment: null,
    });
    expect(changes.entries[0] && auditPredicate(changes.entries[0])).toBe(
      'changed the trusted publisher octo-org/app to repository ID 74, owner ID 65, workflow .github/workflows/release.yml, any environment',
    );
    await exchangeJob();
    expect((await titles(second))[0]).toBe('Trusted publisher changed');

    expect((await change({ ownerId: '98' }, ['upload'])).lastUsedAt).toBeNull();
    expect((await change({ repositoryId: '99', ownerId: '98' }, ['upload'])).lastUsedAt).toBeNull();
    await exchangeJob({
      repository: 'evil/app',
      repository_id: '99',
      repository_owner_id: '98',
      workflow_ref: 'evil/app/.github/workflows/release.yml@refs/heads/main',
    });
    const [notified] = (await second.call('notifications.list', {})).notifications;
    expect(notified?.title).toBe('Trusted publisher used for the first time');
    expect(notified?.message).toContain('evil/app');
    const [listed] = (await owner.call('trustedPublishers.list', { appId: current.appId })).trustedPublishers;
    expect(listed?.source).toMatchObject({ repository: 'evil/app', repositoryId: '99' });
  });

  test('is another one when its claims read alike', async () => {
    const { id: trustedPublisherId } = await add({
      issuer: other.url,
      source: { kind: 'other', claims: [{ name: 'pipeline', value: '7, branch=main' }] },
    });
    const used = await exchange(await other.sign(claimsOfJob({ pipeline: '7, branch=main' })));
    expect(used.status).toBe(200);
    const claims = [
      { name: 'pipeline', value: '7' },
      { name: 'branch', value: 'main' },
    ];
    const { trustedPublisher } = await owner.call('trustedPublishers.change', {
      trustedPublisherId,
      issuer: other.url,
      source: { kind: 'other', claims },
      scopes: ['upload'],
    });
    expect(trustedPublisher.lastUsedAt).toBeNull();
  });

  test('of GitLab or another issuer is known by its claims', async () => {
    await add({
      issuer: gitlab.url,
      source: { ...REPOSITORY, kind: 'gitlab', workflow: '.gitlab-ci.yml', environment: null },
      scopes: ['submit', 'upload'],
    });
    const job = {
      project_path: 'octo-org/app',
      project_id: '74',
      namespace_id: '65',
      ci_config_ref_uri: `${gitlab.url.replace('http://', '')}/octo-org/app//.gitlab-ci.yml@refs/heads/main`,
      pipeline_id: '1',
    };
    const uploaded = await exchange(await gitlab.sign(claimsOfJob(job)));
    expect(uploaded.result).toMatchObject({ scopes: ['upload', 'submit'] });
    const elsewhere = { ...job, ci_config_ref_uri: job.ci_config_ref_uri.replace('//.git', '-fork//.git') };
    expect(await rejectionOf(await gitlab.sign(claimsOfJob(elsewhere)))).toEqual([403, 'ci_config_ref_uri']);

    await other.rotate('ES256');
    await add({ issuer: other.url, source: { kind: 'other', claims: [{ name: 'pipeline', value: '7' }] } });
    expect((await exchange(await other.sign(claimsOfJob({ pipeline: 7 })))).status).toBe(200);
    expect(await rejectionOf(await other.sign(claimsOfJob({ pipeline: '8' })))).toEqual([403, 'pipeline']);
  });
});

describe('a trusted publisher is managed', () => {
  test('by owners alone, who authenticated within the last minutes', async () => {
    const { id: trustedPublisherId } = await add();
    const input = { issuer: github.url, source: REPOSITORY, scopes: ['upload' as const] };
    const member = await server.onboard(`member${current.test}@example.org`);
    const attack = async () => [
      (await member.tryCall('trustedPublishers.list', { appId: current.appId })).status,
      (await member.tryCall('trustedPublishers.add', { appId: current.appId, ...input })).status,
      (await member.tryCall('trustedPublishers.change', { trustedPublisherId, ...input })).status,
      (await member.tryCall('trustedPublishers.remove', { trustedPublisherId })).status,
    ];
    expect(await attack()).toEqual([404, 404, 404, 404]);
    await server.context.pool.query(
      `INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'maintainer')`,
      [current.appId, member.uid],
    );
    expect(await attack()).toEqual([403, 403, 403, 403]);
    await server.context.pool.query(
      `UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [member.uid],
    );
    await server.context.pool.query(`UPDATE app_members SET role = 'owner' WHERE uid = $1`, [member.uid]);
    const { error } = await member.tryCall('trustedPublishers.add', { appId: current.appId, ...input });
    expect(error.details).toMatchObject({ reason: 'reauthentication' });
  });

  test.each<Partial<TrustedPublisherInput>>([
    { issuer: 'https://evil.example' },
    { source: { kind: 'other', claims: [{ name: 'sub', value: 'x' }] } },
  ])('only for an issuer that the store trusts: %j', async (input) => {
    const { error } = await owner.tryCall('trustedPublishers.add', {
      appId: current.appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
      ...input,
    });
    expect(error.details).toMatchObject({ reason: 'untrusted-issuer' });
  });

  test.each<[object, string]>([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['webhooks'] }, 'scopes.0'],
    [{ source: { ...REPOSITORY, repository: 'app' } }, 'source.repository'],
    [{ source: { ...REPOSITORY, repositoryId: 'octo' } }, 'source.repositoryId'],
    [{ source: { ...REPOSITORY, repository: 'octo-org/app/tree/main' } }, 'source.repository'],
    [{ source: { ...REPOSITORY, repository: 'https://gitlab.com/octo-org/app' } }, 'source.repository'],
    [{ source: { ...REPOSITORY, workflow: 'release' } }, 'source.workflow'],
    [{ source: { ...REPOSITORY, workflow: 'ci/release.yml' } }, 'source.workflow'],
    [{ source: { ...REPOSITORY, workflow: '.github/workflows/release.yml@main' } }, 'source.workflow'],
    [{ source: { kind: 'other', claims: [] } }, 'source.claims'],
    [{ source: { kind: 'other', claims: [{ name: 'aud', value: 'x' }] } }, 'source.claims.0.name'],
  ])('with valid claims: %j is rejected', async (input, path) => {
    const data = {
      appId: current.appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
      ...input,
    };
    const { error } = await callWith(owner.token, 'trustedPublishers.add', data);
    expect(error.details.issues).toMatchObject([{ path }]);
  });

  test.each<[string, string, string, string]>([
    ['github', 'octo-org/app.git', 'release.yml', '.github/workflows/release.yml'],
    [
      'github',
      'https://github.com/octo-org/app',
      './.github/workflows/release.yml',
      '.github/workflows/release.yml',
    ],
    [
      'github',
      'https://github.com/octo-org/app.git/',
      '/.github/workflows/ci.yaml',
      '.github/workflows/ci.yaml',
    ],
    ['github', 'git@github.com:octo-org/app.git', './ci.yml', '.github/workflows/ci.yml'],
    ['gitlab', 'https://gitlab.com/octo-org/app.git', './.gitlab-ci.yml', '.gitlab-ci.yml'],
    ['gitlab', 'git@gitlab.com:octo-org/app.git', '/ci/release.yml', 'ci/release.yml'],
  ])(
    'with what people copy from %s: %s and %s are completed',
    async (kind, repository, entered, workflow) => {
      const { issuer, source } = await add({
        issuer: kind === 'github' ? github.url : gitlab.url,
        source: { ...REPOSITORY, kind: kind as 'github' | 'gitlab', repository, workflow: entered },
      });
      expect(issuer).toBe(kind === 'github' ? github.url : gitlab.url);
      expect(source).toEqual({ ...REPOSITORY, kind, workflow });
    },
  );

  test('for one environment of GitHub however it is written, and of GitLab as it is written', async () => {
    await add({ source: { ...REPOSITORY, environment: 'Live' } });
    await exchangeJob({ environment: 'live' });
    await exchangeJob({ environment: 'LIVE' });
    expect(await rejectionOf(await github.sign(claimsOfJob({ environment: 'staging' })))).toEqual([
      403,
      'environment',
    ]);
    await add({
      issuer: gitlab.url,
      source: { ...REPOSITORY, kind: 'gitlab', workflow: '.gitlab-ci.yml', environment: 'Live' },
    });
    const job = (environment: string) =>
      gitlab.sign(
        claimsOfJob({
          project_path: 'octo-org/app',
          project_id: '74',
          namespace_id: '65',
          ci_config_ref_uri: `${gitlab.url.replace('http://', '')}/octo-org/app//.gitlab-ci.yml@refs/heads/main`,
          environment,
        }),
      );
    expect(await rejectionOf(await job('live'))).toEqual([403, 'environment']);
    expect((await exchange(await job('Live'))).status).toBe(200);
  });

  test('up to a number for each app', async () => {
    await add();
    await server.context.pool.query(
      `INSERT INTO trusted_publishers (id, app_id, owner_uid, issuer, source, scopes)
       SELECT id || n, app_id, owner_uid, issuer, source, scopes
       FROM trusted_publishers, generate_series(2, $2) n WHERE app_id = $1`,
      [current.appId, TRUSTED_PUBLISHER_LIMITS.perApp],
    );
    const rejected = await owner.tryCall('trustedPublishers.add', {
      appId: current.appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
    });
    expect(rejected.status).toBe(429);
  });
});
