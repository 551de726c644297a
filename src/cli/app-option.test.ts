import { expect, test } from 'vitest';
import { setUpCommand } from '#test/support/quayside-command.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const command = setUpCommand(server);

test('doctor and the other commands agree about --app and QUAYSIDE_APP', async () => {
  const app = await command.prepare();
  const other = await app.owner.call('apps.create', {
    platform: 'android',
    applicationId: `${app.applicationId}.other`,
    name: 'Other',
  });
  const env = { QUAYSIDE_TOKEN: app.token };
  const ways = (id: string) => [
    { args: ['--app', id], variables: env },
    { args: [`--app=${id}`], variables: { ...env, QUAYSIDE_APP: 'org.example.ignored' } },
    { args: [], variables: { ...env, QUAYSIDE_APP: id } },
    // As a secret of a build service has it.
    { args: [], variables: { ...env, QUAYSIDE_APP: `${id}\n` } },
  ];
  for (const id of [app.appId, app.applicationId]) {
    for (const { args, variables } of ways(id)) {
      const checked = await command.run(['doctor', ...args], variables);
      expect([checked.exit, checked.stdout]).toEqual([
        0,
        expect.stringContaining(`App: ${app.name} (${app.applicationId}), ID ${app.appId}\n`),
      ]);
      const listed = await command.run(['apps', '--json', ...args], variables);
      expect(JSON.parse(listed.stdout).apps).toMatchObject([{ id: app.appId }]);
      const shown = await command.run(['status', ...args], variables);
      expect(shown).toMatchObject({ exit: 0, stdout: expect.stringContaining(app.name) });
    }
  }
  const all = await command.run(['apps', '--json'], env);
  expect(JSON.parse(all.stdout).apps).toHaveLength(2);
  const chosen = await command.run(['apps'], { ...env, QUAYSIDE_APP: other.app.id });
  expect(chosen.stderr).toBe('QUAYSIDE_APP is set: only its app is listed.\n');
  const withoutApp = await command.run(['doctor'], env);
  expect(withoutApp).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('App:') });
});

test('doctor reports an app that isn’t there as the other commands do', async () => {
  const app = await command.prepare();
  const { secret } = await app.owner.call('tokens.create', {
    name: 'Other app',
    scopes: ['read', 'upload', 'submit'],
    appIds: [
      (
        await app.owner.call('apps.create', {
          platform: 'android',
          applicationId: `${app.applicationId}.other`,
          name: 'Other',
        })
      ).app.id,
    ],
  });
  const cases = [
    ['org.example.missing', app.token],
    ['00000000-0000-4000-8000-000000000000', app.token],
    [app.appId, secret],
    [app.applicationId, secret],
  ] as const;
  for (const [id, token] of cases) {
    const env = { QUAYSIDE_TOKEN: token, QUAYSIDE_APP: id };
    const shown = await command.run(['status'], env);
    const reason = shown.stderr.replace('quayside status: ', '').trim();
    expect(reason).not.toBe('');
    const checked = await command.run(['doctor'], env);
    expect([checked.exit, checked.stdout]).toEqual([
      shown.exit,
      expect.stringContaining(`App: ${id} can’t be used. ${reason}\n`),
    ]);
    expect(checked.stdout).toContain('Token: valid');
    const json = await command.run(['doctor', '--json'], env);
    expect(JSON.parse(json.stdout)).toMatchObject({ isTokenValid: true, app: null });
  }
});
