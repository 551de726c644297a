import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp('person@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const post = async (name: string, body: string, headers: Record<string, string> = {}) => {
  const response = await person.fetch(`us-central1/${name}`, { method: 'POST', body, headers });
  return { status: response.status, body: await response.json(), headers: response.headers };
};

describe('the wire protocol', () => {
  test('a call is answered with its result', async () => {
    const { status, body, headers } = await post('notifications.countUnread', '{"data":{}}');
    expect({ status, body }).toEqual({ status: 200, body: { result: { count: 0 } } });
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(headers.get('content-type')).toContain('application/json');
  });

  test('null data counts as none, as stock clients send it', async () => {
    expect((await post('notifications.countUnread', '{"data":null}')).status).toBe(200);
  });

  test.each(['nothing.here', 'toString', '__proto__', 'users.ME'])('%s is no call', async (name) => {
    const { status, body } = await post(name, '{"data":{}}');
    expect(status).toBe(404);
    expect(body.error.status).toBe('NOT_FOUND');
  });

  test.each([
    ['', 'body'],
    ['not json', 'body'],
    ['{"data":', 'body'],
    ['[]', 'data'],
    ['null', 'data'],
    ['"data"', 'data'],
    ['{"datum":{}}', 'data'],
  ])('the body %j is refused, naming %s', async (text, path) => {
    const { status, body } = await post('users.me', text);
    expect(status).toBe(400);
    expect(body.error.status).toBe('INVALID_ARGUMENT');
    expect(body.error.details.issues[0].path).toBe(path);
  });

  test('a body over 1 MiB is refused', async () => {
    const { status, body } = await post('users.me', JSON.stringify({ data: 'x'.repeat(1024 * 1024) }));
    expect(status).toBe(400);
    expect(body.error.message).toContain('1 MiB');
  });

  test('a body of unknown length over 1 MiB is refused too', async () => {
    const chunks = Array.from({ length: 20 }, () => new TextEncoder().encode('x'.repeat(64 * 1024)));
    const response = await person.fetch('us-central1/users.me', {
      method: 'POST',
      body: Readable.toWeb(Readable.from(chunks)),
      duplex: 'half',
    } as unknown as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('1 MiB');
  });

  test('malformed input names every field that is wrong, and why', async () => {
    const { status, body } = await post(
      'users.completeOnboarding',
      JSON.stringify({
        data: { displayName: ' ', developerName: 'x', developerType: 'robot', intent: 'look' },
      }),
    );
    expect(status).toBe(400);
    expect(body.error.details.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'displayName',
      'developerType',
      'acceptTerms',
    ]);
    expect(body.error.message).toContain('displayName: Enter a name.');
  });

  test('other methods than POST are refused', async () => {
    const response = await person.fetch('us-central1/users.me');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  test('an unexpected failure is internal, with the request id and nothing else', async () => {
    await server.context.pool.query('ALTER TABLE notifications RENAME TO notifications_away');
    try {
      const { status, body, headers } = await post('notifications.countUnread', '{"data":{}}');
      expect(status).toBe(500);
      expect(body.error.status).toBe('INTERNAL');
      expect(body.error.details).toEqual({ requestId: headers.get('x-request-id') });
      expect(JSON.stringify(body)).not.toMatch(/relation|notifications|select/i);
    } finally {
      await server.context.pool.query('ALTER TABLE notifications_away RENAME TO notifications');
    }
  });
});

describe('who may call', () => {
  test('nobody without a token', async () => {
    const answer = await server.nobody.tryCall('users.me', {});
    expect(answer.status).toBe(401);
    expect(answer.error.status).toBe('UNAUTHENTICATED');
  });

  test.each([
    'Bearer',
    'Bearer x',
    'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.',
    'Basic dXNlcjpwYXNz',
    'Bearer a.b.c',
  ])('not with %j', async (authorization) => {
    const response = await fetch(`${server.url}us-central1/users.me`, {
      method: 'POST',
      headers: { authorization },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  test('not with the cookie alone: another site could send that', async () => {
    const response = await fetch(`${server.url}us-central1/users.me`, {
      method: 'POST',
      headers: { cookie: person.cookie },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  test('a token that somebody changed is refused', async () => {
    const [head, , tail] = person.token.split('.');
    const payload = Buffer.from(JSON.stringify({ sid: 'x', sub: 'x', exp: 4102444800 })).toString(
      'base64url',
    );
    const forged = { ...person, token: `${head}.${payload}.${tail}` };
    const response = await fetch(`${server.url}us-central1/users.me`, {
      method: 'POST',
      headers: { authorization: `Bearer ${forged.token}` },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  test('a user is no developer, and a developer no admin', async () => {
    const answer = await person.tryCall('apps.create', {});
    expect([answer.status, answer.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    const developer = await server.onboard('developer@example.org');
    expect((await developer.tryCall('reviews.queue', {})).status).toBe(403);
    expect((await developer.tryCall('users.list', {})).status).toBe(403);
  });

  test('everybody may read the public settings', async () => {
    const { settings, needsFirstAdmin } = await server.nobody.call('settings.get', {});
    expect(settings.storeName).toBe('Quayside');
    expect(needsFirstAdmin).toBe(false);
  });
});
