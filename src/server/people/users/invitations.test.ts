import { beforeEach, describe, expect, test } from 'vitest';
import { receivedInvitationToken } from '#test/support/emails.ts';
import { waitUntil } from '#test/support/patience.ts';
import { PASSWORD } from '#test/support/people.ts';
import { setUpMailingServer, setUpPerson, setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());
beforeEach(() => server.context.pool.query('DELETE FROM rate_limits'));

const newApp = () => ({
  platform: 'android' as const,
  applicationId: 'org.example.joined',
  name: 'Joined',
  category: 'tools',
});
const tokenIn = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? '';
const invite = async (email: string, role: 'user' | 'developer' | 'admin' = 'admin') =>
  tokenIn((await admin.call('users.invite', { email, role, by: 'link' })).link);
const accept = (token: string, changed: object = {}) =>
  server.nobody.tryCall('users.acceptInvitation', {
    token,
    displayName: 'Grace',
    password: PASSWORD,
    ...changed,
  });
const tryInvite = (changed: object) =>
  admin.tryCall('users.invite', { email: 'x@join.example', role: 'admin', by: 'link', ...changed });

describe('an invitation to the store', () => {
  test('makes an account with the role and a confirmed address, once, and is in the audit log', async () => {
    const token = await invite('Grace@join.example');
    expect((await server.nobody.call('users.getInvitation', { token })).invitation).toMatchObject({
      email: 'grace@join.example',
      role: 'admin',
    });
    expect((await admin.call('setup.getChecklist', {})).done).toContain('reviewers');
    expect((await accept(token)).status).toBe(200);
    const grace = await server.signIn('grace@join.example', PASSWORD);
    const { user } = await grace.call('users.me', {});
    expect(user).toMatchObject({ role: 'admin', emailVerified: true, displayName: 'Grace' });
    const again = await accept(token);
    expect([again.status, again.error.details?.reason]).toEqual([404, 'invitation-gone']);
    expect((await server.nobody.tryCall('users.getInvitation', { token })).status).toBe(404);
    const { entries } = await admin.call('audit.list', { subjectUid: user.uid });
    expect(entries.map(({ event }) => event)).toEqual(['user.joined']);
    const invited = await admin.call('audit.list', { event: 'user.invited' });
    expect(invited.entries[0]?.details).toMatchObject({ email: 'grace@join.example', link: 'link' });
  });

  test('keeps only the hash of its link', async () => {
    const token = await invite('hash@join.example');
    const { rows } = await server.context.pool.query('SELECT * FROM user_invitations');
    const { rows: events } = await server.context.pool.query('SELECT details FROM audit_events');
    expect(JSON.stringify([rows, events])).not.toContain(token);
  });

  test('that is replaced, revoked or expired no longer works', async () => {
    const first = await invite('late@join.example');
    const second = await invite('late@join.example', 'developer');
    expect((await accept(first)).status).toBe(404);
    const { invitations } = await admin.call('users.listInvitations', {});
    const known = invitations.find(({ email }) => email === 'late@join.example');
    expect(known).toMatchObject({ role: 'developer', isEmailed: false });
    await admin.call('users.revokeInvitation', { invitationId: known?.id ?? '' });
    expect((await accept(second)).status).toBe(404);
    expect((await admin.tryCall('users.revokeInvitation', { invitationId: known?.id ?? '' })).status).toBe(
      404,
    );
    const third = await invite('late@join.example');
    await server.context.pool.query('UPDATE user_invitations SET expires_at = now() WHERE email = $1', [
      'late@join.example',
    ]);
    expect((await accept(third)).status).toBe(404);
  });

  test('no longer works once its sender isn’t an admin', async () => {
    const second = await server.onboard('sender@join.example');
    await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
    const sender = await server.signIn(second.email);
    const { link } = await sender.call('users.invite', {
      email: 'y@join.example',
      role: 'admin',
      by: 'link',
    });
    await admin.call('users.setRole', { uid: second.uid, role: 'developer' });
    expect((await accept(tokenIn(link))).status).toBe(404);
  });

  test('is rejected for an address with an account, and by email without a mail server', async () => {
    const known = await tryInvite({ email: admin.email.toUpperCase() });
    expect([known.status, known.error.details?.reason]).toEqual([409, 'email-taken']);
    const mailed = await tryInvite({ by: 'email' });
    expect([mailed.status, mailed.error.details?.reason]).toEqual([400, 'no-mail-server']);
    const token = await invite('taken@join.example');
    await server.signUp('taken@join.example');
    const taken = await accept(token);
    expect([taken.status, taken.error.details?.reason]).toEqual([409, 'email-taken']);
  });

  test('has limits on its inputs, and a number per day', async () => {
    for (const changed of [{ email: 'nobody' }, { role: 'owner' }, { by: 'pigeon' }]) {
      expect((await tryInvite(changed)).status).toBe(400);
    }
    const token = await invite('weak@join.example');
    for (const changed of [
      { password: 'password1234' },
      { password: 'short' },
      { password: 'p'.repeat(129) },
      { displayName: ' ' },
      { displayName: 'n'.repeat(500) },
    ]) {
      expect((await accept(token, changed)).status).toBe(400);
    }
    expect((await accept(token)).status).toBe(200);
    await server.context.pool.query(`UPDATE rate_limits SET count = 30`);
    expect((await tryInvite({ email: 'many@join.example' })).status).toBe(429);
  });

  test('and help with accounts are for admins alone', async () => {
    const developer = await server.onboard('plain@join.example');
    const inputs = {
      'users.invite': { email: 'z@join.example', role: 'admin', by: 'link' },
      'users.listInvitations': {},
      'users.revokeInvitation': { invitationId: 'x' },
      'users.confirmEmail': { uid: developer.uid },
      'users.createPasswordLink': { uid: developer.uid },
    } as const;
    for (const [name, input] of Object.entries(inputs)) {
      expect((await developer.tryCall(name as keyof typeof inputs, input)).status).toBe(403);
      expect((await server.nobody.tryCall(name as keyof typeof inputs, input)).status).toBe(401);
    }
  });
});

describe('an address that an admin confirms', () => {
  test('counts at once, keeps the user signed in, is audited, and the user is told', async () => {
    const person = await server.signUp('vouched@join.example');
    await person.call('users.me', {});
    await admin.call('users.confirmEmail', { uid: person.uid });
    await admin.call('users.confirmEmail', { uid: person.uid });
    const fresh = await server.signIn(person.email);
    expect((await fresh.call('users.me', {})).user.emailVerified).toBe(true);
    const { entries } = await admin.call('audit.list', { subjectUid: person.uid });
    expect(entries.map(({ event, actorUid }) => [event, actorUid])).toEqual([
      ['user.email-confirmed-by-staff', admin.uid],
    ]);
    const { notifications } = await fresh.call('notifications.list', {});
    expect(notifications.map(({ title }) => title)).toEqual(['Your email is confirmed']);
    expect((await person.tryCall('users.me', {})).status).toBe(200);
  });

  test('belongs to a user that exists', async () => {
    expect((await admin.tryCall('users.confirmEmail', { uid: 'nobody' })).status).toBe(404);
    expect((await admin.tryCall('users.createPasswordLink', { uid: 'nobody' })).status).toBe(404);
  });
});

describe('a password link from an admin', () => {
  const reset = (token: string, newPassword = 'another long passphrase') =>
    fetch(`${server.url}auth/reset-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', origin: new URL(server.url).origin },
      body: JSON.stringify({ token, newPassword }),
    });

  test('sets a new password, once, within a day, and is audited and told', async () => {
    const person = await server.onboard('forgot@join.example');
    const { link, expiresAt } = await admin.call('users.createPasswordLink', { uid: person.uid });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { rows } = await server.context.pool.query('SELECT * FROM auth_verifications');
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
    expect((await reset(tokenIn(link))).status).toBe(200);
    expect((await reset(tokenIn(link))).status).toBe(400);
    const fresh = await server.signIn(person.email, 'another long passphrase');
    const { notifications } = await fresh.call('notifications.list', {});
    expect(notifications.map(({ title }) => title)).toContain('A link for a new password was created');
    const { entries } = await admin.call('audit.list', {
      subjectUid: person.uid,
      event: 'user.password-link-created',
    });
    expect(entries.map(({ details }) => details)).toEqual([{ by: 'staff' }]);
  });

  test('expires', async () => {
    const person = await server.onboard('expired@join.example');
    const { link } = await admin.call('users.createPasswordLink', { uid: person.uid });
    await server.context.pool.query(`UPDATE auth_verifications SET expires_at = now() - interval '1 second'`);
    expect((await reset(tokenIn(link))).status).toBe(400);
  });

  test('isn’t made for an admin, whose account another one could take over by it', async () => {
    const second = await server.onboard('second@join.example');
    await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
    const { status, error } = await admin.tryCall('users.createPasswordLink', { uid: second.uid });
    expect([status, error.message]).toEqual([400, expect.stringContaining('reset-password second@')]);
  });
});

describe('in a store that sends email', () => {
  const other = setUpMailingServer();

  test('an invitation by email returns no link, and the emailed one works', async () => {
    const owner = await other.admin();
    const input = { email: 'mailed@join.example', role: 'developer', by: 'email' } as const;
    expect((await owner.call('users.invite', input)).link).toBeNull();
    const token = await receivedToken('mailed@join.example');
    const { email } = await other.nobody.call('users.acceptInvitation', {
      token,
      displayName: 'Mailed',
      password: PASSWORD,
    });
    const { user } = await (await other.signIn(email, PASSWORD)).call('users.me', {});
    expect(user).toMatchObject({ role: 'developer', emailVerified: true });
  });

  test('an invitation to an app that came by email confirms the address', async () => {
    const publisher = await other.onboard('publisher@join.example');
    const { app } = await publisher.call('apps.create', newApp());
    const { link } = await publisher.call('members.invite', {
      appId: app.id,
      email: 'member@join.example',
      role: 'viewer',
    });
    expect(link).toBeNull();
    const token = await receivedToken('member@join.example');
    const member = await other.signUp('member@join.example');
    const { denialReason } = await member.call('members.getInvitation', { token });
    expect(denialReason).toBeNull();
    await member.call('members.accept', { token });
    expect((await member.call('users.me', {})).user.emailVerified).toBe(true);
  });

  test('one whose link the inviter saw confirms nothing', async () => {
    const publisher = await server.onboard('publisher@join.example');
    const { app } = await publisher.call('apps.create', newApp());
    const { link } = await publisher.call('members.invite', {
      appId: app.id,
      email: 'member@join.example',
      role: 'viewer',
    });
    const token = new URL(link ?? '').searchParams.get('invitation') ?? '';
    const member = await server.signUp('member@join.example');
    const { status, error } = await member.tryCall('members.accept', { token });
    expect([status, error.details?.reason]).toEqual([400, 'email-not-confirmed']);
    await admin.call('users.confirmEmail', { uid: member.uid });
    await member.call('members.accept', { token });
  });

  const receivedToken = (to: string) =>
    waitUntil(`an invitation to ${to}`, async () =>
      receivedInvitationToken(other.mails.received.findLast((one) => one.to === to)?.content),
    );
});
