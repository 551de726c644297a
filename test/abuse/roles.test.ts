import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type CallName, calls } from '#shared/calls.ts';
import type { Person } from '#test/support/people.ts';
import { sendBytes } from '#test/support/uploads.ts';
import { setUpRoles } from './roles.ts';

const { server, admin, newPerson, setRole, newAdmin, newApp, addMember } = setUpRoles();

const screenshot = sharp({ create: { width: 400, height: 700, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

describe('a demoted developer', () => {
  test.each(['owner', 'maintainer'])(
    'no longer uploads, adds pictures or writes messages as %s',
    async (role) => {
      const owner = await newPerson('owner');
      const person = role === 'owner' ? owner : await newPerson('member');
      const app = await newApp(owner);
      const { appId } = app;
      if (role !== 'owner') await addMember(appId, person, role);
      const { secret } = await person.call('tokens.create', { name: 'CI', scopes: ['upload'] });
      const program = { ...person, token: secret };
      const { version, upload } = await person.call('versions.create', {
        appId,
        fileName: 'a.apk',
        size: 10,
      });
      const other = await newPerson('other');
      await addMember(appId, other, 'viewer');

      const attack = async () => {
        const picture = new Uint8Array(await screenshot);
        const headers = { Authorization: `Bearer ${person.token}`, 'Tus-Resumable': '1.0.0' };
        const post = (by: Person, path: string) =>
          fetch(`${server.url}${path}`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${by.token}` },
            body: picture,
          });
        const responses = [
          await fetch(upload.url, { method: 'HEAD', headers }),
          await sendBytes(upload.url, { bytes: Buffer.alloc(1), by: person }),
          await sendBytes(upload.url, { bytes: Buffer.alloc(1), offset: 1, by: program }),
          await post(person, `graphics/${appId}/en-US/phoneScreenshots`),
          await post(program, `graphics/${appId}/en-US/icon`),
          await person.tryCall('reviews.comment', { versionId: version.id, text: 'Hello' }),
          await person.tryCall('members.remove', { appId, uid: other.uid }),
          await person.tryCall('versions.withdraw', { versionId: version.id }),
        ];
        return responses.map(({ status }) => status);
      };
      await setRole(person, 'user');
      expect(await attack()).toEqual(Array(8).fill(403));
      // What is theirs they may still look at.
      expect(await person.call('apps.get', { appId })).toMatchObject({ role: 'viewer' });
    },
  );

  test('does not become a developer again by request where publishing is open', async () => {
    const person = await newPerson('demoted');
    await setRole(person, 'user');
    const { user } = await person.call('users.askToPublish', {});
    expect(user).toMatchObject({ role: 'user', publishing: { state: 'waiting' } });
    // Asking once more is no way around either.
    expect((await person.call('users.askToPublish', {})).user.role).toBe('user');
    expect((await person.tryCall('apps.create', {})).status).toBe(403);
    const decided = await admin.call('users.decidePublishing', { uid: person.uid, decision: 'approve' });
    expect(decided.user.role).toBe('developer');
  });

  test('does not become a developer again by onboarding', async () => {
    const person = await server.signUp({ name: 'Never Onboarded' });
    await server.confirmEmail(person.email);
    await person.call('users.me', {});
    await setRole(person, 'admin');
    await setRole(person, 'user');
    const { user } = await person.call('users.completeOnboarding', {
      displayName: 'Once Admin',
      developerName: 'Once Admin',
      developerType: 'individual',
      intent: 'publish',
      acceptTerms: true,
    });
    expect(user).toMatchObject({ role: 'user', publishing: { state: 'waiting' } });
  });
});

/** Calls that need no reauthentication: reading, reviewing, stopping what is in progress, and the checks of the set-up. */
const WITHOUT_REAUTHENTICATION: readonly CallName[] = [
  'admin.overview',
  'admin.removalRequests',
  'admin.retryJob',
  'announcements.countAudience',
  'announcements.list',
  'announcements.stop',
  'audit.getChain',
  'audit.list',
  'blocks.list',
  'holds.list',
  'holds.preview',
  'listings.approve',
  'listings.getReview',
  'listings.recentChanges',
  'listings.reject',
  'listings.revert',
  'listings.waiting',
  'readers.list',
  'releases.resolveDispute',
  'reviews.approve',
  'reviews.claim',
  'reviews.claimSeveral',
  'reviews.decideSeveral',
  'reviews.dismissLookalike',
  'reviews.get',
  'reviews.getBulkFacts',
  'reviews.getTestCredentials',
  'reviews.icons',
  'reviews.neighbors',
  'reviews.queue',
  'reviews.activity',
  'reviews.queueSummary',
  'reviews.reject',
  'reviews.unclaim',
  'reviews.undo',
  'settings.getLegalTexts',
  'settings.getMail',
  'setup.confirm',
  'setup.getChecklist',
  'setup.sendTestEmail',
  'setup.testStorage',
  'stops.preview',
  'tokens.listOfUser',
  'users.getQuotas',
  'users.list',
  'users.listInvitations',
  'users.revokeInvitation',
];
const ADMIN_CALLS = Object.entries(calls).filter(([, { access }]) => access === 'admin');

describe('a stolen session of an admin', () => {
  test('has a rule for every call of admins', () => {
    const without = ADMIN_CALLS.filter(([, contract]) => !contract.reauthentication).map(([name]) => name);
    expect(without.sort()).toEqual([...WITHOUT_REAUTHENTICATION].sort());
  });

  test('cannot change settings, roles, rules or people, remove or announce anything without reauthentication', async () => {
    const thief = await newAdmin('stolen');
    await server.pool.query(
      "UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [thief.uid],
    );
    for (const [name, contract] of ADMIN_CALLS) {
      if (!contract.reauthentication) continue;
      const { error } = await thief.tryCall(name as CallName, {});
      expect([name, error.details?.reason]).toEqual([name, 'reauthentication']);
    }
    await setRole(thief, 'user');
  });
});
