import { describe, expect, test } from 'vitest';
import { WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpRoles } from './roles.ts';

const { server, admin, newPerson, setRole, newAdmin, newApp, submit, addMember } = setUpRoles();

describe('an app of an admin', () => {
  const approve = (by: Person, versionId: string) => by.tryCall('reviews.approve', { versionId });
  const allow = (ownApprovals: 'allow' | 'forbid') =>
    admin.call('settings.update', { settings: { ownApprovals } });
  const setUpdates = (updates: 'review' | 'approve') =>
    admin.call('settings.update', {
      settings: { review: { updates, staleClaimHours: 24 }, rules: WITHOUT_LOOKALIKES },
    });
  const suspendOtherAdmins = (but: Person) =>
    server.pool.query(
      `UPDATE users SET suspended_at = now(), suspension_reason = 'x'
       WHERE role = 'admin' AND uid <> $1 RETURNING uid`,
      [but.uid],
    );
  const liftSuspensions = (uids: string[]) =>
    server.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = ANY($1)', [uids]);

  test('can be approved by another admin, but not by its publisher', async () => {
    const colleague = await newAdmin('publisher');
    const versionId = await submit(colleague, await newApp(colleague));
    const rejected = await approve(colleague, versionId);
    expect(rejected.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'You publish this app, so another admin must approve it.',
      details: { reason: 'own-app' },
    });
    expect((await colleague.call('reviews.get', { versionId })).own.connection).toBe('publisher');
    // Claiming it first, and asking many times at once, is no way around.
    await colleague.call('reviews.claim', { versionId });
    const again = await Promise.all(Array.from({ length: 5 }, () => approve(colleague, versionId)));
    expect(again.map(({ status }) => status)).toEqual(Array(5).fill(400));
    await colleague.call('reviews.unclaim', { versionId });
    expect((await approve(admin, versionId)).result.version.status).toBe('published');
  });

  test('cannot be approved by a member, nor by a former member who uploaded the version', async () => {
    const [owner, colleague] = [await newPerson('owner'), await newAdmin('member')];
    const app = await newApp(owner);
    const { appId } = app;
    await addMember(appId, colleague, 'maintainer');
    const versionId = await submit(colleague, app);
    const reasonFor = async () => (await approve(colleague, versionId)).error.message;
    expect(await reasonFor()).toBe('You work on this app, so another admin must approve it.');
    await owner.call('members.remove', { appId, uid: colleague.uid });
    expect(await reasonFor()).toBe('You uploaded this version, so another admin must approve it.');
    expect((await approve(admin, versionId)).status).toBe(200);
  });

  test('can be approved by its publisher where the store allows it', async () => {
    const colleague = await newAdmin('allowed');
    const versionId = await submit(colleague, await newApp(colleague));
    await allow('allow');
    expect((await approve(colleague, versionId)).status).toBe(200);
    await allow('forbid');
  });

  test('can be approved by its publisher if there is no other active admin', async () => {
    const versionId = await submit(admin, await newApp(admin));
    await newAdmin('second');
    expect((await approve(admin, versionId)).status).toBe(400);
    const { rows } = await suspendOtherAdmins(admin);
    expect((await approve(admin, versionId)).status).toBe(200);
    await liftSuspensions(rows.map(({ uid }) => uid));
  });

  test('cannot be approved by a policy if an admin is involved', async () => {
    const [owner, colleague] = [await newPerson('owner'), await newAdmin('policy')];
    await setUpdates('approve');
    const app = await newApp(owner);
    const { appId } = app;
    await approve(admin, await submit(owner, app));
    await addMember(appId, colleague, 'viewer');
    const versionId = await submit(owner, app, 'next');
    const { version } = await owner.call('versions.get', { versionId });
    expect(version).toMatchObject({
      status: 'submitted',
      policyDecision: {
        decision: 'toReview',
        reasons: [{ reason: 'ofAdmin' }],
      },
    });
    await owner.call('versions.withdraw', { versionId });
    await setRole(colleague, 'developer');
    const { version: after } = await owner.call('versions.submit', { versionId });
    expect(after.status).toBe('published');
    await setUpdates('review');
  });

  test('cannot be restored by its publisher after another admin removed it', async () => {
    const colleague = await newAdmin('removed');
    const app = await newApp(colleague);
    const { appId } = app;
    const versionId = await submit(colleague, app);
    await approve(admin, versionId);
    const reason = 'Malware.';
    await admin.call('versions.remove', { versionId, reason });
    const restored = await colleague.tryCall('versions.restore', { versionId, reason: 'It is fine.' });
    expect(restored.error.message).toBe('You publish this app, so another admin must restore it.');
    await admin.call('apps.remove', { appId, reason });
    const back = await colleague.tryCall('apps.restore', { appId, reason: 'It is fine.' });
    expect(back.error.message).toBe('You publish this app, so another admin must restore it.');
    expect((await admin.tryCall('apps.restore', { appId, reason: 'Cleared.' })).status).toBe(200);
  });
});
