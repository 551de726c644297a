import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import { Component, type ComponentContainer, type ComponentType } from '@firebase/component';
import {
  connectFunctionsEmulator,
  getFunctions,
  httpsCallable,
  httpsCallableFromURL,
} from '@firebase/functions';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IssuerKeys, issuerKeys } from '#server/identity/trusted-publishers/issuer-keys.ts';
import type { CallName } from '#shared/calls.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/token-scope.ts';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { guideCommands, readCommands } from '#test/support/documented-commands.ts';
import { type Issuers, startIssuers } from '#test/support/issuer.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { PATIENCE_MS, waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { writeResults } from '#test/support/record-results.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createSigstore } from '#test/support/sigstore.ts';
import { DESCRIBED_CALLS } from '../scripts/api-reference/document.ts';
import { PROGRAMS } from '../scripts/api-reference/page.ts';

/** An app of the client library with the parts that others of its packages add. */
interface AppWithParts extends FirebaseApp {
  readonly container: ComponentContainer;
}

declare module '@firebase/component' {
  interface NameServiceMapping {
    'auth-internal': { readonly getToken: () => Promise<{ accessToken: string }> };
  }
}

const run = promisify(execFile);
const EXAMPLES = join(import.meta.dirname, '../scripts/api-reference/examples');

/** The parts of the description that a test reads. */
interface Described {
  readonly paths: Readonly<
    Record<string, { post: { security: readonly { apiToken: readonly TokenScope[] }[] } }>
  >;
}

let server: TestServer;
let receiver: Receiver;
let issuers: Issuers;
let person: Person;
let directory: string;
let sigstore: Awaited<ReturnType<typeof createSigstore>>;
/** The examples of the reference page, by their labels. */
let shown: ReadonlyMap<string, string>;
let document: Described;
const tokens: Partial<Record<TokenScope, string>> = {};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-api-'));
  sigstore = await createSigstore();
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  issuers = await startIssuers();
  server = await startTestServer({
    env: {
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      SIGSTORE_TRUSTED_ROOT: root,
      OIDC_PRIVATE_ISSUERS: issuers.origin,
    },
  });
  server.context.services.replace(
    issuerKeys,
    new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PATIENCE_MS }),
  );
  receiver = await startReceiver();
  // A stand-in for curl that prints its arguments, one a line, and a zero.
  await writeFile(join(directory, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\nprintf "\\0"\n', { mode: 0o755 });
  person = await server.onboard('api@people.example');
  for (const scope of TOKEN_SCOPES) {
    tokens[scope] = (await person.call('tokens.create', { name: scope, scopes: [scope] })).secret;
  }
  shown = readExamples(await (await fetch(`${server.url}api-reference.html`)).text());
  document = await (await fetch(`${server.url}openapi.json`)).json();
});
afterAll(async () => {
  if (process.env['RECORD_RESULTS']) await writeResults(recorded, server.url);
  await receiver[Symbol.asyncDispose]();
  await issuers[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** The results of operations by their ID. */
const recorded = new Map<string, unknown>();

/** Keeps the first result of an operation. */
function record(operationId: string, result: unknown): void {
  if (!recorded.has(operationId)) recorded.set(operationId, result);
}

type Variables = Record<string, string>;

const CHARACTERS: Variables = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

function readExamples(page: string): ReadonlyMap<string, string> {
  const examples = page.matchAll(/<code data-example="([^"]+)">(.*?)<\/code>/gs);
  return new Map(
    [...examples].map(([, label = '', code = '']) => [
      label,
      code.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => CHARACTERS[entity] ?? entity),
    ]),
  );
}

/**
 * Returns the arguments of curl in each command, as a POSIX shell passes them on. What the reader fills in stays, such
 * as `$TOKEN`.
 */
async function parseCommands(commands: readonly string[]): Promise<string[][]> {
  const names = new Set(commands.flatMap((command) => command.match(/(?<=\$\{?)[A-Z_]+/g) ?? []));
  const { stdout } = await run('/bin/sh', ['-c', commands.join('\n')], {
    env: {
      PATH: `${directory}:/usr/bin:/bin`,
      ...Object.fromEntries([...names].map((name) => [name, `$${name}`])),
    },
  });
  const parsed = stdout.split('\0').slice(0, -1);
  expect(parsed).toHaveLength(commands.length);
  return parsed.map((words) => words.trim().split('\n'));
}

/** Makes the request of a curl command; returns the status and the body. */
async function runCommand(
  words: readonly string[],
  variables: Variables,
): Promise<{ status: number; body: unknown }> {
  const filled = words.map((word) =>
    word.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => variables[name] ?? ''),
  );
  const valuesOf = (option: string) => filled.filter((_, at) => words[at - 1] === option);
  const response = await fetch(filled.find((word) => word.startsWith('http')) ?? '', {
    method: 'POST',
    headers: valuesOf('-H').map((header) => header.split(': ') as [string, string]),
    body: valuesOf('-d')[0] ?? null,
  });
  return { status: response.status, body: await response.json() };
}

test('the command of every call runs with the scope that it names, and its result is as described', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const ran = new Set<string>();
  const parsed = await parseCommands(DESCRIBED_CALLS.map((name) => shown.get(`curl ${name}`) ?? ''));
  const commands = new Map(DESCRIBED_CALLS.map((name, at) => [name, parsed[at] ?? []]));
  const variables: Variables = {};
  type Result = Record<string, never>;

  async function call(name: (typeof DESCRIBED_CALLS)[number]): Promise<Result> {
    const { security } = (document.paths[`/us-central1/${name}`] ?? { post: { security: [] } }).post;
    const scopes = security[0]?.apiToken ?? [];
    const [scope] = scopes;
    const token =
      scopes.length > 1
        ? (await person.call('tokens.create', { name, scopes: [...scopes] })).secret
        : scope && tokens[scope];
    const { status, body } = await runCommand(commands.get(name) ?? [], {
      ...variables,
      TOKEN: token ?? '',
    });
    expect([name, status, status === 200 ? null : body]).toEqual([name, 200, null]);
    const at = `/paths/~1us-central1~1${name}/post/responses/200/content/application~1json/schema`;
    const fits = ajv.compile({ $ref: `api#${at}` });
    expect([name, fits(body), fits.errors]).toEqual([name, true, null]);
    ran.add(name);
    record(name, body);
    return (body as { result: Result }).result;
  }
  async function callAll(...names: (typeof DESCRIBED_CALLS)[number][]): Promise<void> {
    for (const name of names) await call(name);
  }

  await callAll('settings.get', 'settings.getRepository', 'account.usage', 'reviews.waitingTimes');
  variables['LEAKED_TOKEN'] = (
    await person.call('tokens.create', { name: 'leaked', scopes: ['read'] })
  ).secret;
  expect(await call('tokens.reportLeak')).toEqual({ revoked: true });
  await call('apps.checkId');
  const created: { id: string } = (await call('apps.create'))['app']!;
  await callAll('apps.find', 'apps.list', 'apps.actionRequired');
  variables['APP_ID'] = created.id;
  variables['VERSION_ID'] = ((await call('versions.create'))['version']! as { id: string }).id;
  await call('versions.delete');

  const ios = await person.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.ios',
    name: 'On iOS',
  });
  variables['APP_ID'] = ios.app.id;
  await call('apps.setMarketplaceId');

  const own = await createOwnApp(server, { id: 'harbour', owner: person });
  const { appId } = own;
  variables['APP_ID'] = appId;
  await callAll(
    'apps.get',
    'apps.getLookalikes',
    'apps.getRequirements',
    'apps.updateListing',
    'apps.updateDetails',
  );
  await person.call('apps.updateListing', { appId, locale: 'de', listing: { name: 'Hafen' }, revision: 0 });
  await callAll('apps.deleteLocale', 'apps.importListing');
  variables['GRAPHIC_ID'] = await uploadScreenshot(appId, 'en-US/phoneScreenshots');
  await callAll('apps.orderScreenshots', 'apps.getListing', 'apps.exportListing', 'apps.deleteGraphic');
  variables['ID_TOKEN'] = await trustBuildJob(appId);
  await call('tokens.exchange');
  await callAll('antiFeatures.set', 'antiFeatures.list', 'antiFeatures.remove');
  await server.completeListing(appId);

  const { webhook } = await person.call('webhooks.create', { appId, url: receiver.url });
  const { id: versionId, sha256 } = await own.upload();
  variables['VERSION_ID'] = versionId;
  await callAll('versions.get', 'versions.list', 'versions.compare', 'versions.getFileLink');
  // As the text of a JSON string.
  variables['BUNDLE'] = JSON.stringify(JSON.stringify(await sigstore.attest({ sha256: sha256 ?? '' }))).slice(
    1,
    -1,
  );
  await callAll('provenance.attach', 'provenance.get');
  variables['STAGED_ID'] = await uploadScreenshot(appId, 'phoneScreenshots');
  await callAll(
    'apps.applyListing',
    'versions.withdraw',
    'versions.submit',
    'versions.history',
    'reviews.thread',
  );
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId });
  await callAll('versions.getReceipt', 'releases.schedule', 'releases.publish', 'releases.setHaltRule');
  for (const name of ['apps.publishListing', 'apps.discardListingChanges'] as const) {
    const { listings } = await person.call('apps.getListing', { appId });
    const before = listings.find(({ locale }) => locale === 'en-US');
    const listing = { name: own.name, ...before?.texts, summary: `For ${name}` };
    const revision = before?.revision ?? 0;
    await person.call('apps.updateListing', { appId, locale: 'en-US', listing, revision });
    const { unpublished } = await person.call('apps.getListing', { appId });
    variables['REVISION'] = unpublished.find(({ field }) => field === 'summary')?.revision ?? '';
    await call(name);
  }
  expect(await call('apps.listingHistory')).toMatchObject({
    changes: [{ field: 'summary', after: 'For apps.publishListing' }],
  });
  expect(await call('releases.addReports')).toEqual({ counted: 2 });
  // Nothing downloaded the version from this network, so its report doesn't count.
  await callAll('releases.report');
  expect(await call('releases.getReports')).toMatchObject({ counts: { crashes: 2 } });
  await callAll(
    'releases.halt',
    'releases.resume',
    'releases.setRollout',
    'releases.complete',
    'releases.list',
  );
  expect(await call('releases.getForDevice')).toMatchObject({ version: { versionId } });

  // The pages for store clients and publishers name the version that is live now, and the same device.
  const live = { ...variables, TOKEN: tokens.release ?? '', STORE: server.url };
  const documented = [
    ...readCommands(await readFile(join(import.meta.dirname, '../docs/store-clients.md'), 'utf8')),
    ...guideCommands().filter((command) => command.startsWith('curl ')),
  ];
  expect(documented).toHaveLength(4);
  for (const command of await parseCommands(documented)) {
    expect([command, (await runCommand(command, live)).status]).toEqual([command, 200]);
  }
  // By now the network has downloaded it.
  expect(await call('releases.getReports')).toMatchObject({ counts: { crashes: 3 } });

  await recordEndpoints({ appId, applicationId: own.applicationId, sha256: sha256 ?? '' });

  const next = await own.submit('next');
  await admin.call('reviews.approve', { versionId: next });
  await callAll('releases.rollBack', 'versions.unpublish', 'versions.republish');
  await callAll('apps.unpublish', 'apps.republish', 'apps.versionDownloads', 'apps.dailyDownloads');

  variables['WEBHOOK_ID'] = ((await call('webhooks.create'))['webhook']! as { id: string }).id;
  await callAll('webhooks.list', 'webhooks.resume', 'webhooks.delete');
  variables['WEBHOOK_ID'] = webhook.id;
  await callAll('webhooks.sendTest', 'webhooks.deliveries');
  variables['DELIVERY_ID'] = await waitUntil('an event is delivered', async () => {
    const { deliveries } = await person.call('webhooks.deliveries', { webhookId: webhook.id });
    return deliveries.find(({ event, status }) => event === 'version.submitted' && status === 'delivered')
      ?.id;
  });
  await call('webhooks.replay');

  expect(DESCRIBED_CALLS.filter((name) => !ran.has(name))).toEqual([]);
  for (const { body } of receiver.received) {
    const event = JSON.parse(String(body)) as { type: string };
    record(event.type, event);
  }
});

interface PublishedApp {
  readonly appId: string;
  readonly applicationId: string;
  readonly sha256: string;
}

/** Reads the addresses that aren't calls, and checks that they respond as described. */
async function recordEndpoints({ appId, applicationId, sha256 }: PublishedApp): Promise<void> {
  const app = `catalog/v1/apps/android/${applicationId}`;
  const addresses = {
    exportDownloads: `downloads/${appId}/export?days=1`,
    getStore: 'catalog/v1/store',
    listApps: 'catalog/v1/apps',
    getApp: app,
    listVersions: `${app}/versions`,
    getProvenance: `${app}/provenance/${sha256}`,
    getHealth: 'healthz',
    getReadiness: 'readyz',
  };
  const authorization = `Bearer ${tokens.read}`;
  for (const [operationId, address] of Object.entries(addresses)) {
    const headers: Record<string, string> = address.startsWith('downloads/') ? { authorization } : {};
    // The catalog follows a publication after a moment.
    const response = await waitUntil(`${address} can be read`, async () => {
      const responded = await fetch(`${server.url}${address}`, { headers });
      return responded.ok ? responded : undefined;
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    record(operationId, isJson ? JSON.parse(text) : text);
  }
  const stream = await fetch(`${server.url}events`, { headers: { authorization } });
  const listing = { name: 'Port' };
  await person.call('apps.updateListing', { appId, locale: 'fr', listing, revision: 0 });
  let text = '';
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/^event: changes\ndata: .*\n\n/m.test(text)) break;
  }
  record('readEvents', /^event: changes\n.*\n\n/m.exec(text)?.[0]);
}

/** Lets the jobs of a repository publish the app; returns the ID token of one. */
async function trustBuildJob(appId: string): Promise<string> {
  const issuer = await issuers.add('github');
  const admin = await server.admin();
  await admin.call('settings.update', {
    settings: { trustedIssuers: [{ url: issuer.url, kind: 'github' }] },
  });
  const repository = 'octo-org/app';
  await person.call('trustedPublishers.add', {
    appId,
    issuer: issuer.url,
    source: {
      kind: 'github',
      repository,
      repositoryId: '74',
      ownerId: '65',
      workflow: '.github/workflows/release.yml',
      environment: 'production',
    },
    scopes: ['upload'],
  });
  const now = Math.floor(Date.now() / 1000);
  return await issuer.sign({
    aud: server.context.config.publicUrl,
    sub: `repo:${repository}:environment:production`,
    jti: 'job-1',
    iat: now,
    nbf: now,
    exp: now + 300,
    repository,
    repository_id: '74',
    repository_owner_id: '65',
    workflow_ref: `${repository}/.github/workflows/release.yml@refs/tags/v1`,
    environment: 'production',
    ref: 'refs/tags/v1',
    sha: 'ad1f2e',
    run_id: '1296269',
  });
}

/** Uploads a screenshot to a place of an app as the reference describes it; returns its ID. */
async function uploadScreenshot(appId: string, place: string): Promise<string> {
  const picture = await sharp({ create: { width: 720, height: 1280, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const response = await fetch(`${server.url}graphics/${appId}/${place}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.listing}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  const { result } = (await response.json()) as { result: { graphic: { id: string } } };
  record(place.includes('/') ? 'uploadGraphic' : 'stageGraphic', { result });
  return result.graphic.id;
}

test('the programs are shown as they are', async () => {
  for (const name of Object.keys(PROGRAMS)) {
    expect(`${shown.get(name)}\n`).toBe(await readFile(join(EXAMPLES, name), 'utf8'));
  }
});

/** Runs a program of the reference in a folder with a package; returns what it prints. */
async function runProgram(command: readonly [string, string], file: Uint8Array, variables: Variables) {
  const folder = await mkdtemp(join(directory, 'program-'));
  await writeFile(join(folder, 'app.apk'), file);
  await copyFile(join(import.meta.dirname, 'support/stand-in-curl.js'), join(folder, 'curl'));
  await chmod(join(folder, 'curl'), 0o755);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const running = run(command[0], [join(EXAMPLES, command[1])], {
    cwd: folder,
    env: {
      PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
      STORE: server.url,
      CURL_LOG: join(folder, 'curl.log'),
      ...variables,
    },
  });
  type Ended = { code?: number; stdout: string; stderr: string };
  const { code = 0, stdout, stderr }: Ended = await running.catch((error: Ended) => error);
  const requests = await readFile(join(folder, 'curl.log'), 'utf8').catch(() => '');
  return { printed: stdout.trim(), exit: code, errors: stderr, requests: requests.trim().split('\n') };
}

const PUBLISHING = ['read', 'upload', 'submit'] as const;

test('curl alone publishes a first version in five requests', async () => {
  const { secret: TOKEN } = await person.call('tokens.create', { name: 'curl', scopes: [...PUBLISHING] });
  const signer = makeIdentity('EC', { name: 'Seaside' });
  const file = buildPackage({ from: 'plain', name: 'Seaside', versionName: '1.0', signer });
  const publish = (token: string) => runProgram(['/bin/sh', 'publish.sh'], file, { TOKEN: token });

  // Without the scope for the last request, it says so.
  const { secret: limited } = await person.call('tokens.create', { name: 'sh', scopes: ['read', 'upload'] });
  const rejected = await publish(limited);
  expect([rejected.exit, rejected.printed]).toEqual([1, '']);
  expect(rejected.errors).toMatch(/^versions\.submit: .*lacks the scope submit/m);
  const applicationId = 'org.example.seaside';
  const { app } = await person.call('apps.find', { platform: 'android', applicationId });
  await person.call('apps.delete', { appId: app.id });

  const { printed, exit, requests } = await publish(TOKEN);
  expect([exit, printed]).toEqual([0, 'submitted']);
  expect(requests).toEqual(['POST 200', 'POST 200', 'PATCH 204', 'POST 200', 'POST 200']);

  // It stops at the first failure, and shows the reason of the store.
  const again = await publish(TOKEN);
  expect([again.exit, again.printed, again.requests]).toEqual([1, '', ['POST 409']]);
  expect(again.errors).toMatch(/^apps\.create: .*"status":"ALREADY_EXISTS"/m);
});

test('JavaScript publishes a version, and tus-js-client uploads one', async () => {
  const { secret: TOKEN } = await person.call('tokens.create', { name: 'js', scopes: [...PUBLISHING] });
  const app = await createOwnApp(server, { owner: person });
  const first = app.build();
  const variables = { TOKEN, APP_ID: app.appId };
  expect((await runProgram([process.execPath, 'publish.mjs'], first, variables)).printed).toBe('submitted');
  // What was done is found and not done again.
  expect((await runProgram([process.execPath, 'publish.mjs'], first, variables)).printed).toBe('submitted');

  const next = app.build('next');
  const { upload, version } = await person.call('versions.create', {
    appId: app.appId,
    fileName: 'app.apk',
    size: next.length,
  });
  const sent = await runProgram([process.execPath, 'upload-with-tus.mjs'], next, {
    TOKEN,
    UPLOAD_URL: upload.url,
  });
  expect(sent.printed).toBe('uploaded');
  const received = await person.call('versions.get', { versionId: version.id });
  expect(received.upload).toBeNull();
});

describe('the client library of Firebase for callable functions', () => {
  let app: FirebaseApp;
  beforeAll(() => {
    app = initializeApp({ projectId: 'quayside' });
    // Sends the token as the library sends that of a user who signed in with Firebase.
    const getToken = async () => ({ accessToken: tokens.read ?? '' });
    const { container } = app as AppWithParts;
    container.addComponent(new Component('auth-internal', () => ({ getToken }), 'PUBLIC' as ComponentType));
  });
  afterAll(() => deleteApp(app));

  const call = async (name: CallName, data: unknown) => {
    const functions = getFunctions(app, `${server.url}us-central1`);
    return (await httpsCallable(functions, name)(data)).data;
  };

  test('gets results, and leaves undefined fields out', async () => {
    const listed = await call('apps.list', { scope: 'mine', query: undefined, status: undefined, limit: 1 });
    expect(listed).toMatchObject({ apps: [expect.objectContaining({ platform: expect.any(String) })] });
  });

  test('gets the result or the error of a call as a stream that has no other message', async () => {
    const functions = getFunctions(app, `${server.url}us-central1`);
    const streamed = await httpsCallable(functions, 'apps.list').stream({ scope: 'mine', limit: 1 });
    expect(await streamed.data).toMatchObject({ apps: expect.any(Array) });
    const messages: unknown[] = [];
    for await (const message of streamed.stream) messages.push(message);
    expect(messages).toEqual([]);
    const failed = await httpsCallable(functions, 'apps.get').stream({ appId: 'unknown' });
    await expect(failed.data).rejects.toMatchObject({ code: 'functions/not-found' });
  });

  test('works at a whole address, too, but not without us-central1, nor as an emulator', async () => {
    const functions = getFunctions(app);
    const address = `${server.url}us-central1/settings.get`;
    expect((await httpsCallableFromURL(functions, address)()).data).toHaveProperty('settings');
    const emulated = initializeApp({ projectId: 'demo' }, 'emulated');
    const { hostname, port } = new URL(server.url);
    const emulator = getFunctions(emulated);
    connectFunctionsEmulator(emulator, hostname, Number(port));
    for (const other of [getFunctions(app, server.url), emulator]) {
      await expect(httpsCallable(other, 'settings.get')()).rejects.toMatchObject({
        code: 'functions/not-found',
      });
    }
    await deleteApp(emulated);
  });

  test('gets error codes with messages and details', async () => {
    await expect(call('apps.get', { appId: 'unknown' })).rejects.toMatchObject({
      code: 'functions/not-found',
    });
    await expect(call('apps.list', { scope: 'nobody’s' })).rejects.toMatchObject({
      code: 'functions/invalid-argument',
      details: { issues: [{ path: 'scope' }] },
    });
    await expect(call('versions.submit', { versionId: 'unknown' })).rejects.toMatchObject({
      code: 'functions/permission-denied',
      message: expect.stringContaining('lacks the scope submit'),
      details: { reason: 'scope', scope: 'submit' },
    });
  });
});
