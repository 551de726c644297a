import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.onboard('profile@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const update = async (data: object) => person.tryCall('users.updateProfile', data);

describe('a profile', () => {
  test('keeps what is not named', async () => {
    await update({ displayName: 'Ada', developerType: 'organisation' });
    const { result } = await update({ developerName: 'Ada Works' });
    expect(result.user).toMatchObject({
      displayName: 'Ada',
      developerName: 'Ada Works',
      developerType: 'organisation',
    });
  });

  test('has links that are set and removed one by one', async () => {
    await update({ links: { website: 'https://ada.example', support: 'https://ada.example/help' } });
    const { result } = await update({ links: { website: null, sourceCode: 'https://code.example/ada' } });
    expect(result.user.links).toEqual({
      support: 'https://ada.example/help',
      sourceCode: 'https://code.example/ada',
    });
  });

  test.each([
    'http://ada.example',
    'javascript:alert(1)',
    'ada.example',
    'https://',
    'https://127.0.0.1/',
    'https://bank.example@evil.example/',
    `https://ada.example/${'x'.repeat(300)}`,
  ])('does not link to %s', async (website) => {
    const { status, error } = await update({ links: { website } });
    expect(status).toBe(400);
    expect(error.details?.issues).toMatchObject([{ path: 'links.website' }]);
  });

  test('has a language and a time zone, or follows the browser', async () => {
    const set = await update({ language: 'pt-br', timeZone: 'Europe/Berlin' });
    expect(set.result.user).toMatchObject({ language: 'pt-BR', timeZone: 'Europe/Berlin' });
    const unset = await update({ language: null, timeZone: null });
    expect(unset.result.user).toMatchObject({ language: null, timeZone: null });
  });

  test('keeps how close the rows of tables are, or leaves it to each table', async () => {
    expect((await update({ density: 'compact' })).result.user.density).toBe('compact');
    expect((await update({ density: null })).result.user.density).toBeNull();
  });

  test.each([
    { density: 'tiny' },
    { language: 'no such language' },
    { language: '' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+01:00' },
    { links: { homepage: 'https://ada.example' } },
    {},
  ])('%j is rejected', async (data) => {
    expect((await update(data)).status).toBe(400);
  });
});
