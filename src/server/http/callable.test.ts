import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

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
  test('a call returns its result', async () => {
    const { status, body, headers } = await post('notifications.countUnread', '{"data":{}}');
    expect({ status, body }).toEqual({ status: 200, body: { result: { count: 0 } } });
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(headers.get('content-type')).toContain('application/json');
  });

  test('accepts null as data, which stock clients send', async () => {
    expect((await post('notifications.countUnread', '{"data":null}')).status).toBe(200);
  });

  test.each(['nothing.here', 'toString', '__proto__', 'users.ME'])(
    'responds 404 to the unknown call %s',
    async (name) => {
      const { status, body } = await post(name, '{"data":{}}');
      expect(status).toBe(404);
      expect(body.error.status).toBe('NOT_FOUND');
    },
  );

  test.each([
    ['', 'body'],
    ['not json', 'body'],
    ['{"data":', 'body'],
    ['[]', 'data'],
    ['null', 'data'],
    ['"data"', 'data'],
    ['{"datum":{}}', 'data'],
  ])('rejects the body %j, naming %s', async (text, path) => {
    const { status, body } = await post('users.me', text);
    expect(status).toBe(400);
    expect(body.error.status).toBe('INVALID_ARGUMENT');
    expect(body.error.details.issues[0].path).toBe(path);
  });

  test('rejects a body over 1 MiB', async () => {
    const { status, body } = await post('users.me', JSON.stringify({ data: 'x'.repeat(1024 * 1024) }));
    expect(status).toBe(400);
    expect(body.error.message).toContain('1 MiB');
  });

  test('rejects a body of unknown length over 1 MiB', async () => {
    const chunks = Array.from({ length: 20 }, () => new TextEncoder().encode('x'.repeat(64 * 1024)));
    const response = await person.fetch('us-central1/users.me', {
      method: 'POST',
      body: Readable.toWeb(Readable.from(chunks)),
      duplex: 'half',
    } as unknown as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('1 MiB');
  });

  test('names every invalid field and the reason', async () => {
    const { status, body } = await post(
      'users.completeOnboarding',
      JSON.stringify({
        data: { displayName: ' ', developerName: 'x', developerType: 'robot', intent: 'browse' },
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

  test('rejects methods other than POST', async () => {
    const response = await person.fetch('us-central1/users.me');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  test('reports an unexpected failure as internal, with only the request id', async () => {
    await server.context.pool.query('ALTER TABLE notification_recipients RENAME TO recipients_away');
    try {
      const { status, body, headers } = await post('notifications.countUnread', '{"data":{}}');
      expect(status).toBe(500);
      expect(body.error.status).toBe('INTERNAL');
      expect(body.error.details).toEqual({
        requestId: headers.get('x-request-id'),
        sentence: expect.any(Array),
      });
      expect(JSON.stringify(body)).not.toMatch(/relation|recipients|select/i);
    } finally {
      await server.context.pool.query('ALTER TABLE recipients_away RENAME TO notification_recipients');
    }
  });
});

describe('authorization', () => {
  test('rejects calls without a token', async () => {
    const response = await server.nobody.tryCall('users.me', {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.error.status).toBe('UNAUTHENTICATED');
  });

  test.each([
    'Bearer',
    'Bearer x',
    'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.',
    'Basic dXNlcjpwYXNz',
    'Bearer a.b.c',
  ])('rejects the authorization %j', async (authorization) => {
    const response = await fetch(`${server.url}us-central1/users.me`, {
      method: 'POST',
      headers: { authorization },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  test('rejects the cookie alone, which another site could send', async () => {
    const response = await fetch(`${server.url}us-central1/users.me`, {
      method: 'POST',
      headers: { cookie: person.cookie },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  test('rejects a modified token', async () => {
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

  test('rejects users in developer calls and developers in admin calls', async () => {
    const response = await person.tryCall('apps.create', {});
    expect([response.status, response.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    const developer = await server.onboard('developer@example.org');
    expect((await developer.tryCall('reviews.queue', {})).status).toBe(403);
    expect((await developer.tryCall('users.list', {})).status).toBe(403);
  });

  test('allows anyone to read the settings for everyone', async () => {
    const { settings, needsFirstAdmin } = await server.nobody.call('settings.get', {});
    expect(settings.storeName).toBe('Quayside');
    expect(needsFirstAdmin).toBe(false);
  });
});
