import { beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { setUpHolds, WHY } from '#test/support/set-up-holds.ts';

const { server, admin, app, hold } = setUpHolds();
let colleague: Person;
beforeAll(async () => {
  colleague = await server.onboard();
  await admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
});

const expireAuthentication = () =>
  server.context.pool.query(`UPDATE auth_sessions SET authenticated_at = now() - interval '601 seconds'`);

test('holds, stops, lifting and accepting uploads again need reauthentication, and do nothing without', async () => {
  const value = 'a'.repeat(64);
  const { id: holdId } = await hold('version');
  await admin.call('stops.apply', { by: 'file', value, ...WHY });
  const { blocks } = await admin.call('blocks.list', {});
  const blockId = blocks.find((block) => block.value === value)?.id ?? '';
  await expireAuthentication();
  const calls = [
    ['holds.create', { subject: 'app', subjectId: app.appId, ...WHY }],
    ['holds.lift', { holdId, reason: 'Fine.' }],
    ['stops.apply', { by: 'publisher', value: app.owner.uid, ...WHY }],
    ['blocks.lift', { blockId, reason: 'Fine.' }],
    ['users.suspend', { uid: app.owner.uid, reason: 'Malware', hold: WHY }],
  ] as const;
  for (const [name, data] of calls) {
    const { status, error } = await admin.tryCall(name, data);
    expect([name, status, error.details?.reason]).toEqual([name, 400, 'reauthentication']);
  }
  for (const name of ['holds.preview', 'stops.preview'] as const) {
    const data = name === 'holds.preview' ? { subject: 'app', subjectId: app.appId } : { by: 'file', value };
    expect((await admin.tryCall(name, data)).status).toBe(200);
  }
  expect((await admin.call('holds.list', { subjectId: app.versionId })).holds).toMatchObject([
    { id: holdId, lifted: null },
  ]);
  expect((await admin.call('holds.list', { subjectId: app.appId })).holds).toEqual([]);
  expect((await admin.call('holds.list', { subjectId: app.owner.uid })).holds).toEqual([]);
  expect((await admin.call('blocks.list', {})).blocks).toContainEqual(
    expect.objectContaining({ id: blockId, lifted: null }),
  );
  // Signs in again with the password, as the console does.
  await admin.call('holds.lift', { holdId, reason: 'Fine.' });
});

test('of two admins who hold, stop or lift the same at once, one decides and the other is told', async () => {
  const { version } = await app.owner.call('versions.get', { versionId: app.versionId });
  const stop = { by: 'certificate', value: version.signature?.signers[0] ?? '', ...WHY } as const;
  const both = [admin, colleague];
  // Both have authenticated recently, so that neither call waits for that.
  for (const person of both) await person.call('sessions.reauthenticate', { password: person.password });

  const input = { subject: 'app', subjectId: app.appId, ...WHY } as const;
  const holds = await Promise.all(both.map((person) => person.tryCall('holds.create', input)));
  expect(holds.map(({ status }) => status).sort()).toEqual([200, 400]);
  const loser = holds.find(({ status }) => status === 400);
  expect(loser?.error.details?.reason).toBe('already-held');

  const stops = await Promise.all(both.map((person) => person.call('stops.apply', stop)));
  expect(stops.map(({ held }) => held).sort()).toEqual([0, 1]);
  expect(stops.every(({ isBlocked }) => isBlocked)).toBe(true);
  const { holds: ofVersion } = await admin.call('holds.list', { subjectId: app.versionId });
  expect(ofVersion).toHaveLength(1);
  const { blocks } = await admin.call('blocks.list', {});
  const [block, ...more] = blocks.filter(({ value }) => value === stop.value);
  expect(more).toEqual([]);

  const holdId = holds.find(({ status }) => status === 200)?.result.hold.id ?? '';
  const lifting = { reason: 'Fine.' };
  for (const [name, data] of [
    ['holds.lift', { holdId, ...lifting }],
    ['blocks.lift', { blockId: block?.id, ...lifting }],
  ] as const) {
    const lifts = await Promise.all(both.map((person) => person.tryCall(name, data)));
    expect(lifts.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(lifts.find(({ status }) => status === 400)?.error.details?.reason).toBe('lifted');
  }
});

test('a hold and its lifting at once leave one of both, never half of it', async () => {
  const { id: holdId } = await hold('app');
  const [lift, again] = await Promise.all([
    admin.tryCall('holds.lift', { holdId, reason: 'Fine.' }),
    colleague.tryCall('holds.create', { subject: 'app', subjectId: app.appId, ...WHY }),
  ]);
  expect(lift.status).toBe(200);
  const { holds } = await admin.call('holds.list', { subjectId: app.appId });
  expect(holds).toHaveLength(again.status === 200 ? 1 : 0);
  const { status } = await server.nobody.fetch(`fdroid/repo/${app.applicationId}_1.apk`);
  expect(status).toBe(again.status === 200 ? 410 : 200);
});
