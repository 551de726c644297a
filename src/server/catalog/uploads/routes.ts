import { Server as TusServer } from '@tus/server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { addRetryAfter, toCallError } from '../../http/error-response.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Authenticate, Caller } from '../../identity/authenticate.ts';
import { requireScope } from '../../identity/authorise.ts';
import type { Context } from '../../platform/context.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { databaseTrouble, RETRY_AFTER_SECONDS } from '../../platform/db/trouble.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import { STORAGE_FULL_STATUS, storageError } from '../../platform/storage/storage-error.ts';
import { readOffset } from '../versions/files.ts';
import { findVersion } from '../versions/queries.ts';
import { readUploadId } from '../versions/upload-address.ts';
import { completeUpload } from './complete.ts';
import { UploadLocker } from './locker.ts';
import { uploadGone } from './progress.ts';
import { VersionUploads } from './tus-store.ts';

interface UploadRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

/** Milliseconds that a request may continue after another one takes over. */
const TAKE_OVER_MS = 1_000;

/**
 * Serves `{base}uploads/{versionId}`: receives the bytes of a version by the tus resumable upload protocol
 * 1.0.0. `versions.create` creates the upload, so clients only query (HEAD) and send (PATCH), with the same
 * token as calls.
 */
export function createUploadRoutes({ context, authenticate }: UploadRoutesOptions) {
  const { config } = context;
  const locker = new UploadLocker(context);
  const tus = new TusServer({
    path: `${config.basePath}uploads`,
    datastore: new VersionUploads(context, locker),
    locker,
    lockDrainTimeout: TAKE_OVER_MS,
    getFileIdFromRequest: (request) => readUploadId(request.url, config) ?? undefined,
    onUploadFinish: async (_request, upload) => {
      await completeUpload(context, upload.id);
      return {};
    },
    onResponseError: async (_request, error) => describeTusError(context, error),
  });
  const app = new Hono();

  // Hono routes HEAD to the handlers of GET; c.req.method tells them apart.
  app.on(['GET', 'PATCH'], '*', async (c, next) => {
    if (c.req.method === 'GET') return next();
    const versionId = readUploadId(c.req.raw.url, config);
    if (versionId === null) return next();
    const caller = await authenticate(c);
    const version = await authorizeUpload(context, versionId, caller);
    if (version.status === 'expired') throw uploadGone();
    const isComplete =
      version.status !== 'uploading' || (await readOffset(context, version.id)) === version.size;
    if (!isComplete) return withRetryAfter(await tus.handleWeb(c.req.raw));
    // A server that stopped right after the last byte did not complete the upload; complete it when the
    // client asks again.
    await completeUpload(context, version.id);
    if (c.req.method === 'HEAD') return completeResponse(version.size);
    throw new CallError('not-found', 'This upload is complete. Call versions.get for its result.');
  });
  app.all('*', () => {
    throw new CallError(
      'invalid-argument',
      'This isn’t an upload. Create a version first, then use its upload.url unchanged with HEAD and PATCH.',
    );
  });
  app.onError((error, c) => {
    const known = toCallError(error);
    if (!known) throw error;
    addRetryAfter(c, known);
    return c.text(known.message, statusOf(known) as ContentfulStatusCode, { 'Tus-Resumable': '1.0.0' });
  });
  return app;
}

/**
 * Returns the version that a caller may read and write. Throws `unauthenticated`, `permission-denied` or
 * `not-found`.
 */
async function authorizeUpload(
  { db }: Context,
  versionId: string,
  caller: Caller | null,
): Promise<VersionRow> {
  if (!caller) throw new CallError('unauthenticated', 'Sign in first: an upload needs a token.');
  requireScope(caller, 'upload');
  try {
    const { version, app } = await findVersion(db, versionId);
    await requireAppRole(db, app, { caller, role: 'maintainer' });
    return version;
  } catch (error) {
    // Someone else's upload must look like one that never existed.
    if (error instanceof CallError && error.code === 'not-found') {
      throw new CallError('not-found', 'This upload doesn’t exist, or you don’t have access to it.');
    }
    throw error;
  }
}

/**
 * Status 410 for an upload that is gone for good, so that clients stop retrying (tus 1.0.0, PATCH); 423 for
 * one that another request is sending, which clients retry (RFC 4918, section 11.3, as tusd and its clients
 * use it).
 */
const STATUS_BY_REASON: Readonly<Record<string, number>> = { 'upload-gone': 410, 'upload-locked': 423 };

function statusOf({ code, details }: CallError): number {
  return STATUS_BY_REASON[String(details?.reason)] ?? ERROR_STATUS[code];
}

/** Helpful messages for the library's errors, by status. */
const TUS_ERRORS: Readonly<Record<number, { status_code: number; body: string }>> = {
  403: { status_code: 400, body: 'Send the bytes with the Content-Type application/offset+octet-stream.' },
  409: {
    status_code: 409,
    body: 'The file doesn’t end at this Upload-Offset. Get its offset with HEAD, then continue from there.',
  },
  413: {
    status_code: 413,
    body: 'This is more than the size given in versions.create. Create a new version with the right size.',
  },
  501: {
    status_code: 400,
    body: 'The length was set in versions.create and can’t change. Omit Upload-Length.',
  },
};

async function describeTusError(
  { log }: Context,
  error: Error | { status_code: number; body: string },
): Promise<{ status_code: number; body: string } | undefined> {
  if (error instanceof CallError) return { status_code: statusOf(error), body: error.message };
  if (error instanceof StorageFullError) {
    log.warn({ err: error }, 'storage is full; upload rejected');
    return {
      status_code: STORAGE_FULL_STATUS,
      body: 'The store is out of disk space. What has arrived is kept: continue the upload once its admins have freed up space.',
    };
  }
  const trouble = storageError(error) ?? databaseTrouble(error);
  if (trouble) {
    log.warn({ err: error }, 'upload interrupted');
    return { status_code: statusOf(trouble), body: trouble.message };
  }
  if ('status_code' in error) return TUS_ERRORS[error.status_code as number];
  log.error({ err: error }, 'upload failed');
  return { status_code: 500, body: 'Something went wrong on our side. Continue the upload in a moment.' };
}

/** Adds the Retry-After header that the library leaves out. */
function withRetryAfter(response: Response): Response {
  if (response.status === ERROR_STATUS.unavailable)
    response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  return response;
}

/**
 * Responds to HEAD on a complete upload, whether or not the file has been moved meanwhile (tus 1.0.0, HEAD).
 */
function completeResponse(size: number): Response {
  return new Response(null, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(size),
      'Upload-Length': String(size),
      'Cache-Control': 'no-store',
    },
  });
}
