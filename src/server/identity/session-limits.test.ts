import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { REQUESTS_PER_MINUTE } from './session-limiter.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Opens a page from one office, where everyone has the same address. */
const openPage = (address: string, cookie = '') =>
  fetch(`${server.url}page-start`, { headers: { cookie, 'X-Forwarded-For': address } });

/** Returns the statuses of so many pages that one browser opens, a few at a time. */
async function openPages(count: number, address: string, cookie = ''): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const some = Array.from({ length: Math.min(6, count - statuses.length) }, () =>
      openPage(address, cookie),
    );
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  return statuses;
}

test('20 people in one office open 60 pages each, and their calls pass', async () => {
  const people: Person[] = [];
  for (let number = 0; number < 20; number += 1)
    people.push(await server.signUp(`office-${number}@example.org`));
  const opened = await Promise.all(people.map(({ cookie }) => openPages(60, '10.0.0.1', cookie)));
  expect(opened.flat().filter((status) => status !== 200)).toEqual([]);
  for (const person of people) {
    const page = await (await openPage('10.0.0.1', person.cookie)).json();
    expect(page.own['users.me'].user.uid).toBe(person.uid);
    const response = await person.tryCall('notifications.countUnread', {});
    expect(response.status).toBe(200);
  }
});

test('one session over its limit is rejected with the seconds to wait, and the others are not', async () => {
  const busy = await server.signUp('busy@example.org');
  const calm = await server.signUp('calm@example.org');
  const statuses = await openPages(REQUESTS_PER_MINUTE.session + 6, '10.0.0.2', busy.cookie);
  expect(statuses.at(-1)).toBe(429);
  const rejected = await openPage('10.0.0.2', busy.cookie);
  expect(rejected.status).toBe(429);
  const { message, retryAfterSeconds } = await rejected.json();
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(rejected.headers.get('retry-after')).toBe(String(retryAfterSeconds));
  expect(message).toMatch(/^Too many requests\. Wait \d+ (seconds?|minutes?), then try again\.$/);
  // Another address doesn't help.
  expect((await openPage('10.9.9.9', busy.cookie)).status).toBe(429);
  expect((await openPage('10.0.0.2', calm.cookie)).status).toBe(200);
});

test('requests without a session are limited by address, and an invented session is none', async () => {
  const requests = REQUESTS_PER_MINUTE.network + 6;
  const forged = (number: number) => `quayside.session_token=forged${number}.c2lnbmF0dXJl`;
  let last = 200;
  for (let number = 0; number < requests; number += 6) {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => openPage('10.0.0.3', forged(number + index))),
    );
    last = responses.at(-1)?.status ?? 0;
  }
  expect(last).toBe(429);
  expect((await openPage('10.0.0.3')).status).toBe(429);
  expect((await openPage('10.0.0.4')).status).toBe(200);
});
