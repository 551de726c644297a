import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnApp } from '#test/support/own-app.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';
import { createLog } from '../log/log.ts';
import { createTracer } from './otlp.ts';
import { traced } from './tracing.ts';

let collector: Receiver;
let server: TestServer;
beforeAll(async () => {
  collector = await startReceiver();
  server = await startTestServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'harbour',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

function readSpans({ received }: Receiver): Span[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

/** Waits for a span with this name. */
async function findSpan(name: string, traceId?: string): Promise<Span> {
  const find = () =>
    readSpans(collector).find((span) => span.name === name && (traceId ?? span.traceId) === span.traceId);
  await expect.poll(find).toBeDefined();
  return find() as Span;
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const callSettings = (traceparent: string) =>
  fetch(`${server.url}us-central1/settings.get`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent },
    body: '{"data": {}}',
  });

test('continues the trace of the caller, down to the database', async () => {
  const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const unrecorded = '1'.repeat(32);
  await callSettings(`00-${unrecorded}-${parentId}-00`);
  await callSettings(`00-${traceId}-${parentId}-01`);
  const request = await findSpan('POST call settings.get', traceId);
  expect(request.parentSpanId).toBe(parentId);
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': 'call settings.get',
  });
  const statement = await findSpan('settings', traceId);
  expect(statement.parentSpanId).toBe(request.spanId);
  expect(attributesOf(statement)).toMatchObject({ 'db.system.name': 'postgresql', 'quayside.pool': 'calls' });
  // The caller of the first one decided against recording it.
  expect(readSpans(collector).filter((span) => span.traceId === unrecorded)).toEqual([]);
});

test.each([
  [0, '00'],
  [1, '01'],
])('records the share %d of what callers ask to record', (ratio, flags) => {
  const tracer = createTracer({ url: 'http://127.0.0.1:1/v1/traces', serviceName: 'x', ratio }, () => {});
  const asked = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const span = tracer.start({ name: 'asked', kind: 'server', headers: asked });
  const inner = tracer.within(span, () => tracer.start({ name: 'inner', kind: 'internal' }));
  expect([span, inner].map(({ headers }) => headers.traceparent?.slice(-2))).toEqual([flags, flags]);
});

test('records jobs, storage and webhooks, which get the trace, and nothing personal', async () => {
  const app = await createOwnApp(server);
  const hook = `${collector.url}anchor-watch`;
  await app.owner.call('webhooks.create', { appId: app.appId, url: hook });
  // Sent as by a program, so that the inspection is a job of the queue.
  const bytes = app.build();
  const created = { appId: app.appId, fileName: 'app.apk', size: bytes.length };
  const { version, upload } = await app.owner.call('versions.create', created);
  await sendBytes(upload.url, { bytes, by: app.owner });
  await waitForInspection(app.owner, version.id);
  await app.owner.call('versions.submit', { versionId: version.id });
  const findHook = () => collector.received.find(({ path }) => path === '/anchor-watch');
  await expect.poll(findHook).toBeDefined();
  const [, traceId, spanId] = String(findHook()?.headers.traceparent).split('-');
  const post = await findSpan('POST', traceId);
  expect(post.spanId).toBe(spanId);
  await findSpan('job send-outbox', traceId);
  const { traceId: inspection } = await findSpan('job analyse-version');
  expect(attributesOf(await findSpan('storage withFile', inspection))).toEqual({
    'quayside.folder': 'packages',
  });
  await findSpan('storage append');

  const { email } = app.owner;
  const texts = [
    email,
    app.owner.uid,
    app.owner.token,
    app.appId,
    app.applicationId,
    '127.0.0.1',
    'anchor-watch',
  ];
  const sent = JSON.stringify(readSpans(collector));
  expect(texts.filter((text) => sent.includes(text))).toEqual([]);
});

test('names the trace in log lines', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  await traced({ name: 'logged', kind: 'internal' }, async () => log.info('within'));
  log.info('outside');
  const { traceId } = await findSpan('logged');
  expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId, undefined]);
});

test('marks what failed without its message', async () => {
  const failing = traced({ name: 'failing', kind: 'internal' }, () =>
    Promise.reject(new TypeError('somebody@store.example is unknown')),
  );
  await expect(failing).rejects.toThrow('somebody');
  const span = await findSpan('failing');
  expect(attributesOf(span)).toEqual({ 'error.type': 'TypeError' });
  expect(JSON.stringify(span)).not.toContain('somebody');
});

const SPANS = 10_000;

test.each([
  ['refuses connections', async () => ({ url: 'http://127.0.0.1:1/v1/traces', close: async () => {} })],
  [
    'never responds',
    async () => {
      const silent = await startReceiver();
      silent.statuses.push(...Array.from({ length: 100 }, () => new Promise<number>(() => {})));
      return { url: `${silent.url}v1/traces`, close: () => silent[Symbol.asyncDispose]() };
    },
  ],
])('drops spans of a collector that %s, and ends in time', async (_, start) => {
  const { url, close } = await start();
  const failures: unknown[] = [];
  const tracer = createTracer({ url, serviceName: 'x', ratio: 1 }, (error) => failures.push(error));
  for (let index = 0; index < SPANS; index += 1) tracer.start({ name: 'dropped', kind: 'internal' }).end();
  await tracer.close();
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  await close();
});
