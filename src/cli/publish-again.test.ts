import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { awaitEnd, setUpCommand } from '#test/support/quayside-command.ts';
import { setUpTestServer } from '#test/support/set-up.ts';
import { startSlowNetwork } from '#test/support/slow-network.ts';

const server = setUpTestServer();
const command = setUpCommand(server);

/** Writes a package of an app that doesn’t exist yet, and the folder of its texts. The ID has seven letters. */
async function prepareNew(id: string) {
  const { owner, token, name } = await command.prepare();
  const applicationId = `org.example.${id}`;
  const signer = makeIdentity('EC', { name });
  const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
  const file = await command.write(`${id}.apk`, buildPackage(parts));
  const folder = join(command.directory, id);
  await mkdir(join(folder, 'en-US'), { recursive: true });
  await writeFile(join(folder, 'en-US/short_description.txt'), 'Shows the tides');
  await writeFile(join(folder, 'en-US/full_description.txt'), 'Of every harbour.');
  return { owner, applicationId, file, folder, env: { QUAYSIDE_TOKEN: token } };
}

/** Returns the lines that are there more than once. */
function repeatedLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line, at) => lines.indexOf(line) !== at);
}

test('a first publication is finished by running it again with what it lacked, and prints nothing twice', async () => {
  const { owner, applicationId, file, folder, env } = await prepareNew('kfinish');
  const preview = await command.run(
    ['publish', file, '--create', '--category=tools', '--metadata', folder, '--dry-run'],
    env,
  );
  expect([preview.exit, preview.stdout]).toEqual([
    0,
    expect.stringContaining('en-US summary\n  + Shows the tides\n'),
  ]);
  expect(preview.stdout).toContain('category\n  + tools\n');
  expect(preview.stdout).toContain('en-US description\n  + Of every harbour.\n');

  const first = await command.run(['publish', file, '--create'], env);
  expect(first).toMatchObject({ exit: 4, stderr: expect.stringContaining('Category') });
  expect(repeatedLines(first.stdout + first.stderr)).toEqual([]);
  const planned = await command.run(['publish', file, '--category=tools', '--dry-run'], env);
  expect(planned).toMatchObject({ exit: 0, stdout: expect.stringContaining('category\n  + tools\n') });
  const again = await command.run(
    [
      'publish',
      file,
      '--create',
      '--category=tools',
      '--metadata',
      folder,
      '--rollout',
      '20',
      '--wait',
      '2s',
    ],
    env,
  );
  expect(again.exit).toBe(5);
  expect(repeatedLines(again.stdout + again.stderr)).toEqual([]);
  const { app } = await owner.call('apps.find', { platform: 'android', applicationId });
  const { details, versions } = await owner.call('apps.get', { appId: app.id });
  expect([details.category, versions.map(({ status }) => status)]).toEqual(['tools', ['submitted']]);
  expect(again.stderr).toContain(`Version 1.0 (1), ID ${versions[0]?.id}, still is waiting for review.`);
  const json = await command.run(['status', versions[0]?.id ?? '', '--wait', '1s', '--json'], env);
  expect(JSON.parse(json.stdout).error).toMatchObject({
    code: 'deadline-exceeded',
    details: { versionId: versions[0]?.id, status: 'submitted' },
  });

  // What changes nothing any more is named, by whichever command.
  const late = ['--track=beta', '--rollout', '20', '--manual'];
  const submitted = await command.run(['submit', versions[0]?.id ?? '', ...late], env);
  expect([submitted.exit, submitted.stderr]).toEqual([
    0,
    'Not applied, because the version was submitted before: --track, --rollout, --manual\n',
  ]);
});

test('jobs that finish the same app, or publish the same file, at once all end well', async () => {
  const { owner, applicationId, file, folder, env } = await prepareNew('ktogeth');
  await command.run(['publish', file, '--create'], env);
  const publish = ['publish', file, '--create', '--category=tools', '--metadata', folder, '--json'];
  const all = await Promise.all([1, 2, 3].map(() => command.run(publish, env)));
  expect(all.map(({ exit, stderr }) => (exit === 0 ? '' : stderr))).toEqual(['', '', '']);
  const ids = all.map(({ stdout }) => JSON.parse(stdout).files[0].version.id);
  expect(new Set(ids).size).toBe(1);
  const { app } = await owner.call('apps.find', { platform: 'android', applicationId });
  const { details, versions } = await owner.call('apps.get', { appId: app.id });
  expect([details.category, versions.map(({ status }) => status)]).toEqual(['tools', ['submitted']]);
});

test('a category that another job saves meanwhile is saved again', async () => {
  const { owner, applicationId, file, env } = await prepareNew('kmeanwh');
  await command.run(['publish', file, '--create'], env);
  const { app } = await owner.call('apps.find', { platform: 'android', applicationId });
  // Between the command's read of the details and its change, somebody changes them.
  let changes = 0;
  const between = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.endsWith('apps.updateDetails') && changes === 0) {
      changes += 1;
      const { detailsRevision: revision } = await owner.call('apps.get', { appId: app.id });
      await owner.call('apps.updateDetails', { appId: app.id, details: { license: 'MIT' }, revision });
    }
    const { method = 'GET', url = '/' } = request;
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const passed = await fetch(new URL(url, server.url), {
      method,
      headers: { authorization, 'content-type': type },
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' });
    response.end(Buffer.from(await passed.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void between.close());
  await once(between, 'listening');
  const { port } = between.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${new URL(server.url).pathname}`;
  const result = await command.run(['publish', file, '--category=tools'], { ...env, QUAYSIDE_URL: url });
  expect(changes).toBe(1);
  // It still lacks its texts.
  expect([result.exit, result.stderr]).toEqual([4, expect.not.stringContaining('Category')]);
  const { details } = await owner.call('apps.get', { appId: app.id });
  expect(details).toMatchObject({ category: 'tools', license: 'MIT' });
});

test('a wait that the network ends names the version', async () => {
  const app = await command.prepare();
  const versionId = await app.submit();
  await using network = await startSlowNetwork(server.url);
  const env = { QUAYSIDE_URL: network.url, QUAYSIDE_TOKEN: app.token };
  const running = command.run(['status', versionId, '--wait=4s'], env);
  await sleep(2_000);
  network.cut();
  const ended = await running;
  expect([ended.exit, ended.stderr]).toEqual([5, expect.stringContaining(`ID ${versionId}, `)]);
});

test('a request that is lost without an error doesn’t end the command', async () => {
  // As in some versions of Node when a connection is cut. The command's own time-out ends such a request.
  const lost = 'data:text/javascript,globalThis.fetch = () => new Promise(() => {})';
  const child = spawn(command.node, ['--import', lost, command.program, 'apps'], {
    env: { HOME: command.directory, QUAYSIDE_URL: server.url, QUAYSIDE_TOKEN: 'qs_token' },
  });
  const outcome = await Promise.race([awaitEnd(child), sleep(3_000, 'it runs')]);
  child.kill();
  expect(outcome).toBe('it runs');
});

test('an error is one line in the log of GitHub', async () => {
  const { token } = await command.prepare();
  const failed = await command.run(['publish', 'missing.apk'], {
    QUAYSIDE_TOKEN: token,
    GITHUB_ACTIONS: 'true',
  });
  const printed = failed.stdout + failed.stderr;
  expect(printed.split('missing.apk can’t be read')).toHaveLength(2);
  expect(printed).toMatch(/^::error title=quayside publish::missing\.apk/m);
});
