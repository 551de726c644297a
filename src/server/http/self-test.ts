import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { clientAddress } from '../identity/client-address.ts';
import type { Context } from '../platform/context.ts';
import type { RequestEnv } from '../platform/log/requests.ts';

/** The header that proves the request to come from the operator. */
export const SELF_TEST_HEADER = 'x-quayside-self-test';

/** Time for which a proof is accepted. */
const VALID_MS = 300_000;
/** A larger body is not counted to its end. */
const MAX_BODY_BYTES = 16 * 1024 ** 2;
/** Time for which the stream stays open after its event. */
const STREAM_MS = 10_000;
/** Separates this key from other keys derived from the server's secret. */
const KEY_PURPOSE = 'quayside: self-test';

/** The request as it arrived at the server. */
export interface ReceivedRequest {
  readonly bytes: number;
  readonly clientAddress: string;
  /** The header that proxies append to; null without one. */
  readonly forwardedFor: string | null;
  /** Proves that this store responded. */
  readonly proof: string;
}

/** Returns the proof of a request that was made at a time, for `SELF_TEST_HEADER`. */
export function proveRequest(secret: string, now: Date): string {
  return `${now.getTime()}.${sign(secret, `request ${now.getTime()}`)}`;
}

/** Returns the proof with which the store responds to that of a request. */
export function proveResponse(secret: string, proof: string): string {
  return sign(secret, `response ${proof}`);
}

/**
 * Serves `{base}self-test/…` for the command `doctor`, which checks from outside how requests reach the server:
 * `POST body` counts a large body, `GET stream` sends an event and stays open. Anyone without the store's secret gets 404.
 */
export function createSelfTest({ config, secret, clock }: Pick<Context, 'config' | 'secret' | 'clock'>) {
  const app = new Hono<RequestEnv>();
  app.use('*', async (c, next) => {
    const proof = c.req.header(SELF_TEST_HEADER) ?? '';
    if (!isValid(proof, secret, clock())) return c.text('Not found', 404);
    return next();
  });
  app.post('/body', async (c) => {
    let bytes = 0;
    for await (const piece of c.req.raw.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > MAX_BODY_BYTES) break;
    }
    return c.json({
      bytes,
      clientAddress: clientAddress(c, config.trustProxy),
      forwardedFor: c.req.header('x-forwarded-for') ?? null,
      proof: proveResponse(secret, c.req.header(SELF_TEST_HEADER) ?? ''),
    } satisfies ReceivedRequest);
  });
  app.get('/stream', (c) => {
    const events = async function* () {
      yield new TextEncoder().encode('event: test\ndata: {}\n\n');
      await sleep(STREAM_MS, null, { ref: false });
    };
    // The same headers as those of live events.
    return c.body(ReadableStream.from(events()), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
  });
  return app;
}

function isValid(proof: string, secret: string, now: Date): boolean {
  const [madeAt = ''] = proof.split('.');
  const expected = Buffer.from(proveRequest(secret, new Date(Number(madeAt))));
  const given = Buffer.from(proof);
  if (!/^\d{1,15}$/.test(madeAt) || Math.abs(now.getTime() - Number(madeAt)) > VALID_MS) return false;
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, 32));
  return createHmac('sha256', key).update(text).digest('base64url');
}
