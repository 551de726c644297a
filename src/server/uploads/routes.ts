import { Server as TusServer } from '@tus/server';
import { Hono } from 'hono';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
import { requireScope } from '../auth/authorise.ts';
import type { Context } from '../context.ts';
import { findVersion } from '../versions/queries.ts';
import { receiveUpload } from './receive.ts';
import { openUploadStore, readOffset } from './store.ts';

interface UploadRoutesOptions {
  readonly context: Context;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/**
 * `{base}uploads/{versionId}`: the bytes of a version arrive here by the tus resumable upload protocol 1.0.0.
 * `versions.create` makes the upload, so clients only ask (HEAD) and send (PATCH), with the token that calls carry.
 */
export function createUploadRoutes({ context, authenticate }: UploadRoutesOptions) {
  const tus = new TusServer({
    path: `${context.config.basePath}uploads`,
    datastore: openUploadStore(context),
    maxSize: MAX_PACKAGE_BYTES,
    onUploadFinish: async (_request, upload) => {
      await receiveUpload(context, upload.id);
      return {};
    },
  });
  const app = new Hono();

  // Hono hands HEAD to the handlers of GET; c.req.method still says which it was.
  app.on(['GET', 'PATCH'], '/:versionId', async (c, next) => {
    if (c.req.method === 'GET') return next();
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first: an upload needs a token.');
    requireScope(caller, 'apps:write');
    const { version, app: owned } = await findVersion(context.db, c.req.param('versionId'));
    await requireAppRole(context.db, owned, { caller, role: 'maintainer' });
    const isComplete =
      version.status !== 'uploading' || (await readOffset(context, version.id)) === version.size;
    if (!isComplete) return tus.handleWeb(c.req.raw);
    // A server that stopped right after the last byte left the version behind: the client asks again, and it goes on.
    await receiveUpload(context, version.id);
    if (c.req.method === 'HEAD') return answerComplete(version.size);
    throw new CallError('not-found', 'This upload is complete; ask versions.get for what became of it.');
  });
  app.all('*', () => {
    throw new CallError('invalid-argument', 'Create a version first; its upload.url takes HEAD and PATCH.');
  });
  app.onError((error) => {
    if (!(error instanceof CallError)) throw error;
    return new Response(error.message, { status: ERROR_STATUS[error.code] });
  });
  return app;
}

/** What HEAD answers once every byte is there, whether or not the file has moved on meanwhile (tus 1.0.0, HEAD). */
function answerComplete(size: number): Response {
  return new Response(null, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(size),
      'Upload-Length': String(size),
      'Cache-Control': 'no-store',
    },
  });
}
