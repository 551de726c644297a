import { beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { DEVICE_AUTHORIZATION_LIMITS } from '#shared/tokens/device-authorization-calls.ts';
import { callAsProgram } from '#test/support/call-as-program.ts';
import type { Person } from '#test/support/people.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
let owner: Person;
beforeEach(async () => {
  owner = await server.onboard();
  // Each test starts as many programs as it needs from the one network.
  await sql('DELETE FROM rate_limits');
});

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);
const start = () =>
  server.nobody.call('deviceAuthorizations.start', {
    name: 'quayside on workbench',
    scopes: ['read', 'upload', 'submit'],
  });
type Started = Awaited<ReturnType<typeof start>>;

const approve = (
  userCode: string,
  by = owner,
  input: Partial<CallInput<'deviceAuthorizations.approve'>> = {},
) =>
  by.tryCall('deviceAuthorizations.approve', {
    userCode,
    name: 'Workbench',
    scopes: ['read', 'upload'],
    ...input,
  });

/** Polls when the pause is over. */
async function poll({ deviceCode }: Pick<Started, 'deviceCode'>) {
  await sql(`UPDATE device_authorizations SET polled_at = polled_at - interval '1 hour'`);
  return server.nobody.tryCall('deviceAuthorizations.poll', { deviceCode });
}

const UNKNOWN = { status: 404, error: { details: { reason: 'unknown-code' } } };

describe('a program', () => {
  test('gets the token that a person chose, once, and only hashes are stored', async () => {
    const started = await start();
    expect(started.userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(started.completeUrl).toBe(
      `${server.context.config.publicUrl}dashboard/api?code=${started.userCode}`,
    );
    expect((await poll(started)).result).toEqual({ intervalSeconds: 5, granted: null });
    const typed = started.userCode.toLowerCase().replace('-', ' ');
    const { program } = await owner.call('deviceAuthorizations.get', { userCode: typed });
    expect(program).toMatchObject({
      name: 'quayside on workbench',
      scopes: ['read', 'upload', 'submit'],
      network: '127.0.0.1',
      isOwnNetwork: true,
    });
    expect(await approve(typed, owner, { expiresInDays: 30 })).toMatchObject({ status: 200 });
    const { rows } = await sql('SELECT * FROM device_authorizations');
    expect(JSON.stringify(rows)).not.toContain(started.deviceCode);

    const { granted } = (await poll(started)).result;
    expect(granted).toMatchObject({
      token: { name: 'Workbench', scopes: ['read', 'upload'], appIds: null },
      user: { email: owner.email },
    });
    const { tokens } = await owner.call('tokens.list', {});
    expect(tokens).toEqual([granted?.token]);
    expect(Math.round((Date.parse(tokens[0]?.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(30);
    const secret = granted?.secret ?? '';
    const listed = await callAsProgram(server, secret, { name: 'apps.list', data: { scope: 'mine' } });
    expect(listed.result).toMatchObject({ apps: [] });
    expect(await poll(started)).toMatchObject(UNKNOWN);
    expect(await approve(started.userCode)).toMatchObject(UNKNOWN);
  });

  test('that polls too fast waits longer, even for what was approved', async () => {
    const started = await start();
    const { deviceCode, userCode } = started;
    await poll(started);
    await approve(userCode);
    const early = async () => {
      // However long the machine took.
      await sql("UPDATE device_authorizations SET polled_at = date_trunc('milliseconds', now())");
      return server.nobody.call('deviceAuthorizations.poll', { deviceCode });
    };
    expect(await early()).toEqual({ intervalSeconds: 10, granted: null });
    expect(await early()).toEqual({ intervalSeconds: 15, granted: null });
    expect((await poll(started)).result?.granted).not.toBeNull();
  });

  test('gets nothing with a wrong code, after it was declined, or when the code expired', async () => {
    expect(await poll({ deviceCode: 'wrong' })).toMatchObject(UNKNOWN);

    const declined = await start();
    await owner.call('deviceAuthorizations.decline', { userCode: declined.userCode });
    const reason = { details: { reason: 'sign-in-declined' } };
    expect(await poll(declined)).toMatchObject({ status: 403, error: reason });
    expect(await approve(declined.userCode)).toMatchObject(UNKNOWN);

    const [expired, late] = [await start(), await start()];
    await approve(late.userCode);
    await sql('UPDATE device_authorizations SET expires_at = now()');
    expect(await approve(expired.userCode)).toMatchObject(UNKNOWN);
    expect(await poll(expired)).toMatchObject(UNKNOWN);
    expect(await poll(late)).toMatchObject(UNKNOWN);
  });

  test('gets nothing when the session that approved it has ended', async () => {
    const started = await start();
    await approve(started.userCode);
    await sql('DELETE FROM auth_sessions WHERE user_id = $1', [owner.uid]);
    expect(await poll(started)).toMatchObject(UNKNOWN);
  });

  test('gets nothing when the person who approved it revoked all tokens before the poll', async () => {
    const other = await server.onboard();
    const [started, unaffected] = [await start(), await start()];
    await approve(started.userCode);
    await approve(unaffected.userCode, other);
    await owner.call('tokens.revokeAll', {});
    expect(await poll(started)).toMatchObject(UNKNOWN);
    expect((await owner.call('tokens.list', {})).tokens).toEqual([]);
    expect((await poll(unaffected)).result?.granted).not.toBeNull();
  });

  test('can request a limited number of codes', async () => {
    for (let count = 0; count < DEVICE_AUTHORIZATION_LIMITS.requestsPerHour; count += 1) await start();
    const { status } = await server.nobody.tryCall('deviceAuthorizations.start', {
      name: 'x',
      scopes: ['read'],
    });
    expect(status).toBe(429);
  });
});

describe('an approval', () => {
  test('gives no scope that wasn’t requested, and no app of somebody else', async () => {
    const started = await start();
    const more = await approve(started.userCode, owner, { scopes: ['read', 'release'] });
    expect(more).toMatchObject({ status: 400, error: { details: { issues: [{ path: 'scopes' }] } } });
    const other = await server.onboard();
    const { app } = await other.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.others',
      name: 'Others',
    });
    expect(await approve(started.userCode, owner, { appIds: [app.id] })).toMatchObject({ status: 404 });
    expect((await poll(started)).result).toMatchObject({ granted: null });
  });

  test('makes the program act for the person who gave it, and nobody can give another', async () => {
    const started = await start();
    const other = await server.onboard();
    expect(await approve(started.userCode, other)).toMatchObject({ status: 200 });
    expect(await approve(started.userCode, owner)).toMatchObject(UNKNOWN);
    expect((await poll(started)).result?.granted).toMatchObject({ user: { email: other.email } });
    expect((await owner.call('tokens.list', {})).tokens).toEqual([]);
  });

  test('needs room for a token, both times', async () => {
    const add = (count: number) =>
      sql(
        `INSERT INTO api_tokens (id, owner_uid, name, scopes, secret_hash, hint)
         SELECT gen_random_uuid(), $1, 'x', '{read}', gen_random_uuid(), 'x' FROM generate_series(1, $2)`,
        [owner.uid, count],
      );
    await add(MAX_TOKENS - 1);
    const [first, second] = [await start(), await start()];
    await approve(first.userCode);
    await add(1);
    const full = { status: 400, error: { details: { reason: 'too-many-tokens' } } };
    expect(await approve(second.userCode)).toMatchObject(full);
    expect(await poll(first)).toMatchObject(full);
  });

  test('needs a recent authentication, a confirmed address and an account that isn’t suspended', async () => {
    const started = await start();
    await sql(`UPDATE auth_sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [
      owner.uid,
    ]);
    expect(await approve(started.userCode)).toMatchObject({
      error: { details: { reason: 'reauthentication' } },
    });
    const stranger = await server.signUp({ name: 'Unconfirmed' });
    expect(await approve(started.userCode, stranger)).toMatchObject({
      error: { details: { reason: 'email-not-confirmed' } },
    });
    await sql(`UPDATE users SET suspended_at = now(), suspension_reason = 'Spam' WHERE uid = $1`, [
      owner.uid,
    ]);
    expect(await approve(started.userCode)).toMatchObject({ status: 403 });
    const suspended = await start();
    const guest = await server.onboard();
    await approve(suspended.userCode, guest);
    await sql(`UPDATE users SET suspended_at = now(), suspension_reason = 'Spam' WHERE uid = $1`, [
      guest.uid,
    ]);
    expect(await poll(suspended)).toMatchObject(UNKNOWN);
  });

  test('can’t be found by trying codes', async () => {
    const { userCode } = await start();
    const guess = () => owner.tryCall('deviceAuthorizations.get', { userCode: 'BBBB-BBBB' });
    for (let count = 0; count < DEVICE_AUTHORIZATION_LIMITS.wrongCodes; count += 1) {
      expect(await guess()).toMatchObject(UNKNOWN);
      // A right one in between doesn't allow more.
      await owner.call('deviceAuthorizations.get', { userCode }).catch(() => undefined);
    }
    expect((await guess()).status).toBe(429);
    expect((await approve(userCode)).status).toBe(429);
  });
});
