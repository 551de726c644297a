import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Hono } from 'hono';
import { CallError } from '#shared/errors.ts';
import { answerCallError } from '../answer-error.ts';
import { type Caller, requireSession } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import { exportAccount } from './export.ts';

interface AccountRoutesOptions {
  readonly context: Context;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/** `GET {base}account/export`: everything about the caller as a JSON file, with the token that calls carry. */
export function createAccountRoutes({ context, authenticate }: AccountRoutesOptions) {
  const app = new Hono();
  app.get('/export', async (c) => {
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first.');
    const { record } = requireSession(caller);
    const day = context.clock().toISOString().slice(0, 10);
    const text = Readable.from(exportAccount(context, record), { objectMode: false });
    return new Response(Readable.toWeb(text) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="quayside-account-${day}.json"`,
        'Cache-Control': 'no-store',
      },
    });
  });
  app.onError(answerCallError);
  return app;
}
