import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '#test/support/patience.ts';
import { PASSWORD } from '#test/support/people.ts';
import { expireAuthentication } from './reauthentication.ts';
import { expect, test } from './test.ts';

const COMMAND = join(import.meta.dirname, '../../src/cli/quayside.js');

let folder: string;
const started: ChildProcess[] = [];
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-sign-in-'));
});
test.afterAll(async () => {
  // One whose test failed would wait for minutes.
  for (const child of started) child.kill();
  await rm(folder, { recursive: true });
});

/** Starts the command, which has nothing but its own folder. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder },
  });
  started.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const closed = once(child, 'close');
  return {
    ended: async () => {
      await closed;
      return { exit: child.exitCode, stdout, stderr };
    },
    /** Returns the address to open, once it is shown. */
    address: () => waitUntil('the command shows an address', async () => /Open (\S+)\n/.exec(stderr)?.[1]),
  };
}

test('the command is signed in by a code in the browser, and out again', async ({
  page,
  signInAs,
  store,
  axe,
  problems,
}) => {
  // A wrong code, and a sign-in that is too old to approve.
  problems.allow(/status of (400|404)/);
  const person = await store.onboard();
  const { app } = await person.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.workbench',
    name: 'Workbench',
  });
  const login = start('login', store.url, '--name', 'quayside on workbench');
  const address = await login.address();
  const declined = start('login', store.url, '--scopes', 'read');
  const declinedCode = new URL(await declined.address()).searchParams.get('code') ?? '';
  await person.call('deviceAuthorizations.decline', { userCode: declinedCode });

  await signInAs(person);
  await page.goto('dashboard/api?code');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No program is waiting with this code.')).toBeVisible();

  await expireAuthentication(store.database, person.uid);
  await page.goto(address);
  await expect(page.getByText('Approve only if you started this yourself')).toBeVisible();
  // The browser of a test has an address of its own.
  await expect(page.getByText('The program is in another network than you')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Publish, roll out' }).uncheck();
  await page.getByRole('checkbox', { name: 'Workbench' }).check();
  await page.getByLabel('Expires', { exact: true }).selectOption('30 days');
  await axe();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirming.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await confirming.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Approved. Return to the program')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Approved. Return to the program');
  await axe();

  const signedIn = await login.ended();
  expect(signedIn).toMatchObject({ exit: 0 });
  expect(signedIn.stdout).toContain('with the scopes read, upload, listing, submit for 1 of your apps');
  const path = join(folder, 'quayside/sign-ins.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8')).last).toBe(store.url);
  await page.getByRole('link', { name: 'Show your tokens' }).click();
  await expect(page.getByRole('list', { name: 'Tokens' })).toContainText('quayside on workbench');
  expect(await declined.ended()).toMatchObject({ exit: 3, stdout: '' });

  // The store of the last sign-in needs no address.
  const listed = await start('apps', '--json').ended();
  expect(JSON.parse(listed.stdout).apps).toMatchObject([{ id: app.id }]);
  expect((await start('doctor').ended()).stdout).toContain('by quayside login; QUAYSIDE_TOKEN isn’t set');
  expect(await start('logout').ended()).toMatchObject({ exit: 0, stdout: `Signed out of ${store.url}.\n` });
  const tokens = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem');
  await expect(tokens.filter({ hasText: 'quayside on workbench' })).toHaveCount(0);
  expect(await start('apps').ended()).toMatchObject({ exit: 2 });
});
