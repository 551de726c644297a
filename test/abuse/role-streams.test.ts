import { describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { appsIn, setUpRoles } from './roles.ts';

const { server, admin, newPerson, setRole, newAdmin, newApp, submit, addMember, openStream, causeEvents } =
  setUpRoles();

describe('a demoted admin', () => {
  test('receives only their own events through an open stream', async () => {
    const colleague = await newAdmin('colleague');
    const listener = await openStream(colleague);
    const appId = await causeEvents();
    await expect.poll(() => appsIn(listener)).toContain(appId);
    await setRole(colleague, 'developer');
    const foreign = await causeEvents();
    const own = await newApp(colleague);
    await own.upload();
    await expect.poll(() => appsIn(listener)).toContain(own.appId);
    expect(appsIn(listener)).not.toContain(foreign);
    listener.close();
  });

  test('receives no more events when another process changed the role', async () => {
    const colleague = await newAdmin('elsewhere');
    const listener = await openStream(colleague);
    await server.pool.query("UPDATE users SET role = 'user' WHERE uid = $1", [colleague.uid]);
    await causeEvents();
    expect(appsIn(listener)).toEqual([]);
    listener.close();
  });

  test('can no longer use a link to an unpublished file', async () => {
    const colleague = await newAdmin('linked');
    const owner = await newPerson('owner');
    const versionId = await submit(owner, await newApp(owner));
    const { path } = await colleague.call('versions.getFileLink', { versionId });
    expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    await setRole(colleague, 'user');
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  });
});

describe('an open stream', () => {
  test('starts to deliver events to a new admin', async () => {
    const person = await newPerson('promoted', 'browse');
    const listener = await openStream(person);
    await setRole(person, 'admin');
    const appId = await causeEvents();
    await expect.poll(() => appsIn(listener)).toContain(appId);
    listener.close();
    await setRole(person, 'user');
  });

  test('delivers an app’s events to members until they are removed', async () => {
    const [owner, member] = [await newPerson('owner'), await newPerson('member')];
    const app = await newApp(owner);
    const { appId } = app;
    await addMember(appId, member, 'viewer');
    const listener = await openStream(member);
    const heard = () =>
      listener.events.filter(({ data }) => String(data['areas']).includes('versions')).length;
    await app.upload();
    await expect.poll(heard).toBeGreaterThan(0);
    await causeEvents();
    const before = heard();
    await owner.call('members.remove', { appId, uid: member.uid });
    await owner.call('versions.submit', {
      versionId: (await owner.call('apps.get', { appId })).versions[0]?.id ?? '',
    });
    await causeEvents();
    expect(heard()).toBe(before);
    listener.close();
  });

  test.each([
    [
      'their session is ended elsewhere',
      async (person: Person) => {
        const other = await server.signIn(person.email);
        await other.call('sessions.revokeOthers', {});
      },
    ],
    [
      'they are suspended',
      (person: Person) => admin.call('users.suspend', { uid: person.uid, suspended: true, reason: 'Spam.' }),
    ],
    [
      'another process suspends them',
      (person: Person) =>
        server.pool.query("UPDATE users SET suspended_at = now(), suspension_reason = 'x' WHERE uid = $1", [
          person.uid,
        ]),
    ],
  ])('ends at once when %s', async (_when, end) => {
    // A heartbeat would end it as well, and comes every 20 s: of two attempts one at least has none.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const person = await newPerson(`ended${attempt}-`, 'browse');
      const [listener, witness] = [await openStream(person), await openStream(admin)];
      await end(person);
      await listener.ended;
      const before = witness.events.length;
      await admin.call('notifications.announce', { title: 'x', message: 'x', userIds: [admin.uid] });
      await expect.poll(() => witness.events.length).toBeGreaterThan(before);
      const isAtOnce = witness.comments.length === 0;
      witness.close();
      if (isAtOnce) return;
    }
    throw new Error('the stream ended with a heartbeat only');
  });
});
