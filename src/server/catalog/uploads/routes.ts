import { Server as TusServer } from '@tus/server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Reason } from '#shared/reasons.ts';
import { addErrorHeaders, errorBody, toCallError } from '../../http/error-response.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Authenticate, Caller } from '../../identity/authenticate.ts';
import { requireScope } from '../../identity/authorise.ts';
import type { Context } from '../../platform/context.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { databaseTrouble, RETRY_AFTER_SECONDS } from '../../platform/db/trouble.ts';
import { callError } from '../../platform/input/call-error.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import { STORAGE_FULL_STATUS, storageError } from '../../platform/storage/storage-error.ts';
import { readOffset } from '../versions/files.ts';
import { findVersion } from '../versions/queries.ts';
import { readUploadId } from '../versions/upload-address.ts';
import { completeUpload } from './complete.ts';
import { UploadLocker } from './locker.ts';
import { uploadComplete, uploadGone } from './progress.ts';
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
  const uploads = new VersionUploads(context, locker);
  const tus = new TusServer({
    path: `${config.basePath}uploads`,
    datastore: uploads,
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
    if (!isComplete && caller) {
      return completeError(await uploads.sentBy(caller.uid, () => tus.handleWeb(c.req.raw)));
    }
    // A server that stopped right after the last byte did not complete the upload; complete it when the
    // client asks again.
    await completeUpload(context, version.id);
    if (c.req.method === 'HEAD') return completeResponse(200, version.size);
    if (continuesAtEnd(c.req.raw.headers, version.size)) return completeResponse(204, version.size);
    throw uploadComplete();
  });
  app.all('*', () => {
    throw callError(
      'invalid-argument',
      () =>
        t`This isn’t an upload. Create a version first, then use its upload.url unchanged with HEAD and PATCH.`,
    );
  });
  app.onError((error, c) => {
    const known = toCallError(error);
    if (!known) throw error;
    addErrorHeaders(c, known);
    return c.json(errorBody(known), statusOf(known) as ContentfulStatusCode, { 'Tus-Resumable': '1.0.0' });
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
  if (!caller)
    throw callError('unauthenticated', () => t`Sign in first: an upload needs a token.`, {
      reason: 'signed-out',
    });
  requireScope(caller, 'upload');
  try {
    const { version, app } = await findVersion(db, versionId);
    await requireAppRole(db, app, { caller, role: 'maintainer' });
    return version;
  } catch (error) {
    // Someone else's upload must look like one that never existed.
    if (error instanceof CallError && error.code === 'not-found') {
      throw callError('not-found', () => t`This upload doesn’t exist, or you don’t have access to it.`);
    }
    throw error;
  }
}

/**
 * Status 410 for an upload that is gone for good, so that clients stop retrying (tus 1.0.0, PATCH); 423 for
 * one that another request is sending, which clients retry (RFC 4918, section 11.3, as tusd and its clients
 * use it).
 */
const STATUS_BY_REASON: Readonly<Partial<Record<Reason, number>>> = {
  'upload-gone': 410,
  'upload-locked': 423,
};

function statusOf({ code, details }: CallError): number {
  return (details?.reason && STATUS_BY_REASON[details.reason]) ?? ERROR_STATUS[code];
}

/** The errors of the library with what helps, by its status. */
const TUS_ERRORS: Readonly<Record<number, { status: number; error: CallError }>> = {
  403: {
    status: 400,
    error: callError(
      'invalid-argument',
      () => t`Send the bytes with the Content-Type application/offset+octet-stream.`,
      { reason: 'upload-type' },
    ),
  },
  409: {
    status: 409,
    error: callError(
      'aborted',
      () =>
        t`The file doesn’t end at this Upload-Offset. Get its offset with HEAD, then continue from there.`,
      { reason: 'upload-offset' },
    ),
  },
  412: {
    status: 412,
    error: callError('invalid-argument', () => t`Send the header Tus-Resumable: 1.0.0.`),
  },
  413: {
    status: 413,
    error: callError(
      'invalid-argument',
      () => t`This is more than the size given in versions.create. Create a new version with the right size.`,
      { reason: 'upload-size' },
    ),
  },
  501: {
    status: 400,
    error: callError(
      'invalid-argument',
      () => t`The length was set in versions.create and can’t change. Omit Upload-Length.`,
      { reason: 'upload-size' },
    ),
  },
};

interface TusResponse {
  readonly status_code: number;
  readonly body: string;
}

/** Returns the response to an error that the library caught; undefined for its own error without a better message. */
async function describeTusError(
  { log }: Context,
  error: Error | TusResponse,
): Promise<TusResponse | undefined> {
  if (error instanceof CallError) return tusResponse(statusOf(error), error);
  if (error instanceof StorageFullError) {
    log.warn({ err: error }, 'storage is full; upload rejected');
    const full = callError(
      'resource-exhausted',
      () =>
        t`The store is out of disk space. What has arrived is kept: continue the upload once its admins have freed up space.`,
      { reason: 'storage-full' },
    );
    return tusResponse(STORAGE_FULL_STATUS, full);
  }
  const trouble = storageError(error) ?? databaseTrouble(error);
  if (trouble) {
    log.warn({ err: error }, 'upload interrupted');
    return tusResponse(statusOf(trouble), trouble);
  }
  if ('status_code' in error) {
    const known = TUS_ERRORS[error.status_code as number];
    return known && tusResponse(known.status, known.error);
  }
  log.error({ err: error }, 'upload failed');
  const hidden = callError(
    'internal',
    () => t`Something went wrong on our side. Continue the upload in a moment.`,
  );
  return tusResponse(statusOf(hidden), hidden);
}

function tusResponse(status: number, error: CallError): TusResponse {
  return { status_code: status, body: JSON.stringify(errorBody(error)) };
}

/** Returns a response of the library. Its errors get the body and headers of all others, because some are plain text. */
async function completeError(response: Response): Promise<Response> {
  const { status } = response;
  if (status < 400) return response;
  const text = await response.text();
  const body = text.startsWith('{') ? text : JSON.stringify(errorBody(plainError(status, text.trim())));
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'application/json');
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  if (status === ERROR_STATUS.unavailable) headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  return new Response(body, { status, headers });
}

/** Returns an error that the library wrote as plain text. */
function plainError(status: number, text: string): CallError {
  if (status >= ERROR_STATUS.internal) return new CallError('internal', text);
  const code = status === ERROR_STATUS['not-found'] ? 'not-found' : 'invalid-argument';
  return TUS_ERRORS[status]?.error ?? new CallError(code, text);
}

/** Returns true when a PATCH repeats that the file ends where it does, and sends nothing more. */
function continuesAtEnd(headers: Headers, size: number): boolean {
  const isEmpty = !headers.has('Transfer-Encoding') && Number(headers.get('Content-Length') ?? 0) === 0;
  return isEmpty && headers.get('Upload-Offset') === String(size);
}

/**
 * Responds to HEAD and to an empty PATCH at the end of a complete upload, whether or not the file has been moved meanwhile
 * (tus 1.0.0, HEAD and PATCH).
 */
function completeResponse(status: 200 | 204, size: number): Response {
  return new Response(null, {
    status,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(size),
      'Upload-Length': String(size),
      'Cache-Control': 'no-store',
    },
  });
}
