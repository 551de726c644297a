import { randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallContract } from '#shared/call.ts';
import { type CallName, calls } from '#shared/calls.ts';
import { callNames } from '#test/support/contract-inputs.ts';
import { callUntilServed } from '#test/support/patience.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { hostileRequests, type RouteRequest } from './hostile-requests.ts';
/*
 * Every call by every kind of caller, on their own things, on those of others, on what does not exist, and with inputs
 * that are wrong in every place. What is expected follows from the contracts.
 */
import { aimed, isNaming, namesAccount, namesApp } from './matrix-inputs.ts';
import {
  hashTables,
  inParallel,
  MARKER,
  type MatrixCaller,
  type MatrixStore,
  openMatrixStore,
  type Targets,
} from './matrix-store.ts';
import { MAX_BLOCK_MS, MAX_MEMORY_MB } from './server.ts';

let store: MatrixStore;
beforeAll(async () => {
  store = await openMatrixStore();
});
afterAll(async () => {
  agent.destroy();
  await store[Symbol.asyncDispose]();
});

interface RawResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** Costs the machine half of what `fetch` does, which thousands of requests notice. */
const agent = new Agent({ keepAlive: true });

/** A store under the load of all these requests at once is busy now and then. */
const ask = (name: CallName, caller: MatrixCaller, json: string): Promise<RawResponse> =>
  callUntilServed(() => post(name, caller, json));

async function post(name: CallName, { authorization }: MatrixCaller, json: string): Promise<RawResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    openRequest(`${store.server.url}us-central1/${name}`, {
      agent,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(`{"data":${json}}`);
  });
  const content = await text(response);
  return { status: response.statusCode ?? 0, code: JSON.parse(content).error?.status, text: content };
}

/** Returns the status of a call that is rejected before its input is read; null when it is not. */
function gate(contract: CallContract, caller: MatrixCaller): 400 | 401 | 403 | null {
  if (caller.rejectedWith) return caller.rejectedWith;
  if (contract.access === 'public') return null;
  if (caller.role === null) return 401;
  if (caller.scopes && !caller.scopes.includes(contract.token ?? 'none')) return 403;
  if (contract.access === 'admin' && caller.role !== 'admin') return 403;
  if (contract.access === 'developer' && caller.role === 'user') return 403;
  return contract.reauthentication && !caller.isRecentlyAuthenticated ? 400 : null;
}

const CODES = { 400: 'FAILED_PRECONDITION', 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED' } as const;

interface Attempt {
  readonly name: CallName;
  readonly caller: MatrixCaller;
}

const attempts = (): Attempt[] =>
  callNames.flatMap((name) => store.callers.map((caller) => ({ name, caller })));

test('rejects calls without permission first, and changes nothing', async () => {
  const before = await hashTables(store.server);
  const wrong: unknown[] = [];
  const rejected = attempts().filter(({ name, caller }) => gate(calls[name], caller) !== null);
  expect(rejected.length).toBeGreaterThan(500);
  await inParallel(rejected, async ({ name, caller }) => {
    const expected = gate(calls[name], caller) as keyof typeof CODES;
    for (const input of aimed(name, store.owned).slice(0, 1)) {
      const { status, code, text: content } = await ask(name, caller, JSON.stringify(input));
      if (status === expected && code === CODES[expected] && !content.includes(MARKER)) continue;
      wrong.push({ name, caller: caller.name, expected, status, text: content.slice(0, 200) });
    }
  });
  expect(wrong).toEqual([]);
  expect(await hashTables(store.server)).toEqual(before);
});

test('treats other users’ resources as missing and changes nothing', async () => {
  const before = await hashTables(store.server);
  const wrong: unknown[] = [];
  const strangers = attempts().filter(
    ({ name, caller }) =>
      gate(calls[name], caller) === null &&
      calls[name].access !== 'admin' &&
      ((namesApp(name) && caller.relation === 'none') || (namesAccount(name) && caller.relation !== 'owner')),
  );
  expect(strangers.length).toBeGreaterThan(150);
  await inParallel(strangers, async ({ name, caller }) => {
    const missing = aimed(name, store.missing);
    for (const [index, input] of aimed(name, store.owned).entries()) {
      if (!Object.keys(input).some((field) => isNaming(name, field))) continue;
      const foreign = await ask(name, caller, JSON.stringify(input));
      const absent = await ask(name, caller, JSON.stringify(missing[index]));
      // Those without an account get nothing else: what they know of an app is public.
      const status = calls[name].access === 'public' ? 401 : 404;
      if (foreign.status === status && foreign.text === absent.text && !foreign.text.includes(MARKER))
        continue;
      wrong.push({
        name,
        caller: caller.name,
        foreign: foreign.text.slice(0, 200),
        absent: absent.text.slice(0, 200),
      });
    }
  });
  expect(wrong).toEqual([]);
  expect(await hashTables(store.server)).toEqual(before);
});

test('leaves other users’ apps out of lists, as if they did not exist', async () => {
  const list = (caller: MatrixCaller, appId: string) =>
    ask('apps.list', caller, JSON.stringify({ scope: 'mine', appId }));
  const callers = store.callers.filter((caller) => gate(calls['apps.list'], caller) === null);
  const members = callers.filter(({ relation }) => relation !== 'none' && relation !== 'admin');
  const strangers = callers.filter(({ relation }) => relation === 'none');
  expect(members.length).toBeGreaterThan(3);
  expect(strangers.length).toBeGreaterThan(3);
  const wrong: unknown[] = [];
  for (const caller of members) {
    const { text: content } = await list(caller, store.owned.appId);
    if (!content.includes(MARKER)) wrong.push({ caller: caller.name, text: content.slice(0, 200) });
  }
  for (const caller of strangers) {
    const foreign = await list(caller, store.owned.appId);
    const absent = await list(caller, store.missing.appId);
    if (foreign.status === 200 && foreign.text === absent.text && !foreign.text.includes(MARKER)) continue;
    wrong.push({ caller: caller.name, foreign: foreign.text, absent: absent.text });
  }
  expect(wrong).toEqual([]);
});

test('viewers change nothing of an app', async () => {
  const before = await hashTables(store.server);
  const wrong: unknown[] = [];
  const readers = attempts().filter(
    ({ name, caller }) =>
      gate(calls[name], caller) === null &&
      calls[name].access === 'developer' &&
      namesApp(name) &&
      (caller.relation === 'viewer' || caller.relation === 'admin'),
  );
  expect(readers.length).toBeGreaterThan(40);
  await inParallel(readers, async ({ name, caller }) => {
    for (const input of aimed(name, store.owned)) {
      const { status, text: content } = await ask(name, caller, JSON.stringify(input));
      if (status !== 403) wrong.push({ name, caller: caller.name, status, text: content.slice(0, 200) });
    }
  });
  expect(wrong).toEqual([]);
  expect(await hashTables(store.server)).toEqual(before);
});

test('rejects an input with any one mistake as an invalid argument, and changes nothing', async () => {
  const before = await hashTables(store.server);
  const wrong: unknown[] = [];
  const byName = new Map(store.callers.map((caller) => [caller.name, caller]));
  const inputs = callNames.flatMap((name) => {
    const { access } = calls[name];
    const caller = byName.get(access === 'admin' ? 'an admin' : access === 'public' ? 'nobody' : 'the owner');
    return hostileInputs(name).map((input) => ({ name, caller: caller as MatrixCaller, input }));
  });
  expect(inputs.length).toBeGreaterThan(2000);
  const load = await store.server.measure(() =>
    inParallel(inputs, async ({ name, caller, input }) => {
      const { status, code, text: content } = await ask(name, caller, aimText(input.json));
      if (status === 400 && code === 'INVALID_ARGUMENT' && content.length < 16_384) return;
      wrong.push({ name, what: input.what, status, text: content.slice(0, 200) });
    }),
  );
  expect(wrong).toEqual([]);
  expect(await hashTables(store.server)).toEqual(before);
  expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
});

/** So that what is wrong with the rest of the input is found on a thing that exists. */
function aimText(json: string): string {
  return json
    .replace('"appId":"a text"', `"appId":"${store.owned.appId}"`)
    .replace('"versionId":"a text"', `"versionId":"${store.owned.versionId}"`);
}

/** Calls after which others find nothing any more, and those after which nobody is let in any more. */
const DESTRUCTIVE = /\.(delete\w*|remove|withdraw|unpublish|suspend|setRole|decline|stop)$/;
const LAST = /\.revoke\w*$/;
const weightOf = (name: CallName) => (LAST.test(name) ? 2 : Number(DESTRUCTIVE.test(name)));

test('returns a result or an error of the contract to permitted callers', async () => {
  const wrong: unknown[] = [];
  const general = ['INVALID_ARGUMENT', 'NOT_FOUND', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED'];
  const order = [...callNames].sort((a, b) => weightOf(a) - weightOf(b));
  let succeeded = 0;
  for (const name of order) {
    const allowed = store.callers.filter((caller) => gate(calls[name], caller) === null);
    const errors = (calls[name] as CallContract).errors.map((code) =>
      code.replaceAll('-', '_').toUpperCase(),
    );
    const inputs = [...aimed(name, store.owned), ...aimed(name, store.missing).slice(0, 1)].map((input) =>
      JSON.stringify(input),
    );
    await inParallel(
      allowed.flatMap((caller) => inputs.map((input) => ({ caller, input }))),
      async ({ caller, input }) => {
        const { status, code, text: content } = await ask(name, caller, input);
        if (status === 200) succeeded += 1;
        const isOwn = caller.relation !== 'none' || calls[name].access === 'admin' || caller.scopes !== null;
        if (!isOwn && content.includes(MARKER))
          wrong.push({ name, caller: caller.name, leaks: content.slice(0, 300) });
        if (status === 200 || [...general, ...errors].includes(code ?? '')) return;
        wrong.push({ name, caller: caller.name, input, status, text: content.slice(0, 200) });
      },
    );
  }
  expect(wrong).toEqual([]);
  expect(succeeded).toBeGreaterThan(300);
});

test('no other address responds with 500, for any caller', async () => {
  const names = new Set(['nobody', 'a stranger', 'the owner', 'an admin', 'a suspended developer']);
  const callers = store.callers.filter(({ name }) => names.has(name));
  const wrong: unknown[] = [];
  const requests = hostileRequests(store.owned).map((request, index) => ({
    request,
    caller: callers[index % callers.length] as MatrixCaller,
  }));
  const load = await store.server.measure(() =>
    inParallel(requests, async ({ request, caller }) => {
      const status = await send(request, caller);
      if (status >= 200 && status < 500) return;
      wrong.push({ ...request, caller: caller.name, status });
    }),
  );
  expect(wrong).toEqual([]);
  expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
});

test('treats other users’ files and uploads as missing', async () => {
  const wrong: unknown[] = [];
  const strangers = store.callers.filter(({ relation }) => relation === 'none');
  const requests = (targets: Targets) => [
    { method: 'GET', path: `files/${targets.versionId}` },
    { method: 'GET', path: `files/${targets.versionId}?expires=9999999999999&signature=x` },
    { method: 'HEAD', path: `uploads/${targets.versionId}` },
    { method: 'PATCH', path: `uploads/${targets.versionId}`, body: 'x' },
    { method: 'POST', path: `graphics/${targets.appId}/de/icon`, body: 'x' },
  ];
  for (const caller of strangers) {
    const absent = requests(store.missing);
    for (const [index, request] of requests(store.owned).entries()) {
      const status = await send(request, caller);
      if (status >= 400 && status < 500 && status === (await send(absent[index] as RouteRequest, caller)))
        continue;
      wrong.push({ ...request, caller: caller.name, status });
    }
  }
  expect(wrong).toEqual([]);
});

/** Returns the status of a response without its body, as event streams have no end. */
async function send({ method, path, headers, body }: RouteRequest, caller: MatrixCaller): Promise<number> {
  const { hostname, port, pathname } = new URL(store.server.url);
  return new Promise((resolve, reject) => {
    // As written: `fetch` would tidy up the path and reject some of the methods and headers.
    const attempt = openRequest({
      hostname,
      port,
      method,
      path: `${pathname}${path}`,
      headers: {
        'X-Forwarded-For': `10.0.${randomInt(256)}.${randomInt(256)}`,
        Origin: new URL(store.server.url).origin,
        ...(caller.authorization && { Authorization: caller.authorization }),
        ...headers,
      },
    });
    attempt.on('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    attempt.on('error', reject);
    attempt.end(body);
  });
}
