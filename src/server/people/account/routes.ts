import { Hono } from 'hono';
import { t } from '#shared/languages/translate.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import { serveFile } from '../../http/serve-file.ts';
import { type Authenticate, requireCaller, requireSession } from '../../identity/authenticate.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { exportKey, findExport } from './exports.ts';

interface AccountRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

/**
 * `GET {base}account/export`: serves the file of the caller's export with range support, authenticated like
 * calls. Responds with `not-found` without one (`account.requestExport` creates one).
 */
export function createAccountRoutes({ context, authenticate }: AccountRoutesOptions) {
  const app = new Hono();
  app.get('/export', async (c) => {
    const { uid } = requireSession(requireCaller(await authenticate(c)));
    const found = await findExport(context, uid);
    if (found?.status !== 'ready' || found.size === null || found.sha256 === null) {
      throw callError('not-found', () => t`There is no file to download. Prepare your data first.`);
    }
    return serveFile(c, {
      storage: context.storage,
      key: exportKey(found.id),
      sha256: found.sha256,
      size: found.size,
      type: 'application/json; charset=utf-8',
      cache: 'never',
      downloadName: `quayside-account-${found.requestedAt.toISOString().slice(0, 10)}.json`,
    });
  });
  app.onError(respondWithCallError);
  return app;
}
