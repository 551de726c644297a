import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  callRequest,
  curlText,
  type ExampleRequest,
  REFERENCE,
  type ReferenceCall,
  uploadRequest,
} from '#client/api/examples.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createSigstore } from '#test/support/sigstore.ts';

let server: TestServer;
let directory: string;
let sigstore: Awaited<ReturnType<typeof createSigstore>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-api-'));
  sigstore = await createSigstore();
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  server = await startTestServer({ env: { SIGSTORE_TRUSTED_ROOT: root } });
  // A stand-in for curl that prints its arguments, one a line.
  await writeFile(join(directory, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

type Variables = Record<string, string>;

function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\$([A-Z_]+)/g, (whole, name: string) => variables[name] ?? whole);
}

/** Sends a request of the reference, with what the reader is to fill in filled in. */
function send(request: ExampleRequest, variables: Variables, file?: Uint8Array) {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, filled(value, variables)]);
  const body = typeof request.body === 'string' ? filled(request.body, variables) : file;
  return fetch(filled(request.url, variables), {
    method: request.method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
}

test('the reference runs, from creating an app to reporting a crash of a published version', async () => {
  const person = await server.onboard('api@people.example');
  const variables: Variables = { TOKEN: person.token };

  async function call(name: ReferenceCall) {
    const response = await send(callRequest(server.url, name), variables);
    expect(response.status, `${name}: ${await response.clone().text()}`).toBe(200);
    return ((await response.json()) as { result: Record<string, never> }).result;
  }
  const created = (await call('apps.create')) as unknown as { app: { id: string } };
  variables['APP_ID'] = created.app.id;
  await call('apps.list');
  await call('apps.get');
  await call('apps.getRequirements');
  await call('versions.list');
  const version = (await call('versions.create')) as unknown as { version: { id: string } };
  variables['VERSION_ID'] = version.version.id;
  await call('versions.get');

  // The example announces a size of its own, so that the fixture goes to an app and a version that fit it.
  const { app } = await person.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  const file = readFixture('plain.apk');
  const announced = await person.call('versions.create', {
    appId: app.id,
    fileName: 'app.apk',
    size: file.length,
  });
  const sent = await send(uploadRequest(), { ...variables, UPLOAD_URL: announced.upload.url }, file);
  expect(sent.status).toBe(204);
  Object.assign(variables, { APP_ID: app.id, VERSION_ID: announced.version.id });
  await expect.poll(async () => (await call('versions.get'))['version']?.['status']).toBe('draft');
  await call('apps.updateListing');
  await call('apps.updateDetails');
  const sha256 = createHash('sha256').update(file).digest('hex');
  // As the text of a JSON string.
  variables['BUNDLE'] = JSON.stringify(JSON.stringify(await sigstore.attest({ sha256 }))).slice(1, -1);
  await call('provenance.attach');
  await call('versions.submit');
  await call('versions.withdraw');

  await server.completeListing(app.id);
  const { id: versionId } = announced.version;
  await person.call('versions.submit', { versionId, percentage: 50, publication: { kind: 'manual' } });
  await (await server.admin()).call('reviews.approve', { versionId });
  await call('releases.publish');
  await call('releases.setHaltRule');
  expect(await call('releases.addReports')).toEqual({ counted: 1 });
  expect(await call('releases.getReports')).toMatchObject({ counts: { crashes: 1 } });
  for (const name of [
    'releases.halt',
    'releases.resume',
    'releases.setRollout',
    'releases.complete',
    'releases.list',
  ] as const) {
    await call(name);
  }

  // The pages for store clients and publishers name the version that is live now.
  const environment = { ...variables, STORE: server.url };
  const [report, addReports, getForDevice] = await runCommands(
    await readCommands('docs/store-clients.md'),
    environment,
  );
  expect(report).toEqual({});
  expect(addReports).toEqual({ counted: 2 });
  expect(getForDevice).toMatchObject({
    version: { versionId, downloadPath: 'fdroid/repo/org.example.harbour_1.apk' },
  });
  expect(await runCommands(await readCommands('developer-guide.html'), environment)).toEqual([{}]);
  // The guide's device is that of the other page, and counts once.
  expect(await call('releases.getReports')).toMatchObject({ counts: { crashes: 3 } });
});

/** Returns the commands that a page shows. */
async function readCommands(page: string): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '..', page), 'utf8');
  const commands = page.endsWith('.md') ? /```sh\n(.*?)```/gs : /<pre[^>]*><code>(.*?)<\/code>/gs;
  return [...text.matchAll(commands)].map(([, command = '']) => command);
}

/** Makes the requests of curl commands; returns the results. */
async function runCommands(commands: readonly string[], variables: Variables): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const command of commands) {
    const words = await parseCommand(command, variables);
    const valuesOf = (option: string) => words.filter((_, at) => words[at - 1] === option);
    const response = await fetch(words.find((word) => word.startsWith('http')) ?? '', {
      method: 'POST',
      headers: valuesOf('-H').map((header) => header.split(': ') as [string, string]),
      body: valuesOf('-d')[0] ?? null,
    });
    expect(response.status, `${command}: ${await response.clone().text()}`).toBe(200);
    results.push(((await response.json()) as { result: unknown }).result);
  }
  return results;
}

/** Returns the arguments of curl in a command, as a POSIX shell passes them on. */
async function parseCommand(command: string, variables: Variables): Promise<string[]> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
    env: { PATH: `${directory}:/usr/bin:/bin`, ...variables },
  });
  return stdout.trimEnd().split('\n');
}

test('a POSIX shell parses every command as intended', async () => {
  const variables = {
    TOKEN: 'secret token',
    APP_ID: 'an id',
    VERSION_ID: 'v',
    DEVICE_ID: 'd',
    BUNDLE: '{}',
    UPLOAD_URL: 'http://u/',
  };
  for (const name of Object.keys(REFERENCE) as ReferenceCall[]) {
    const request = callRequest('http://127.0.0.1/quayside/', name);
    const words = await parseCommand(curlText(request), variables);
    expect(words).toContain(request.url);
    expect(words).toContain('authorization: Bearer secret token');
    expect(words.at(-1)).toBe(filled(request.body as string, variables));
  }
});
