import { Server as TusServer } from '@tus/server';
import { Hono } from 'hono';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { MAX_PACKAGE_BYTES } from '#shared/versions/calls.ts';
import { requireAppOwner } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
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

  app.on(['HEAD', 'PATCH'], '/:versionId', async (c) => {
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first: an upload needs a token.');
    const { version, app: owned } = await findVersion(context.db, c.req.param('versionId'));
    requireAppOwner(owned, caller);
    if (version.status !== 'uploading') {
      throw new CallError('not-found', 'This upload is complete; ask versions.get for what became of it.');
    }
    // A server that stopped right after the last byte left the version behind: the client asks again, and it goes on.
    if ((await readOffset(context, version.id)) === version.size) await receiveUpload(context, version.id);
    return tus.handleWeb(c.req.raw);
  });
  app.all('*', () => {
    throw new CallError('invalid-argument', 'Create a version first; its upload.url takes HEAD and PATCH.');
  });
  app.onError((error, c) => {
    if (!(error instanceof CallError)) throw error;
    return new Response(error.message, { status: ERROR_STATUS[error.code] });
  });
  return app;
}
