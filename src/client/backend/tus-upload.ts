import { DetailedError, type HttpRequest, type HttpResponse, Upload as TusUpload } from 'tus-js-client';
import { CallError, codeForStatus, type ErrorCode, type ErrorDetails } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import type { Auth } from './auth.ts';
import { sendWithProgress } from './send-with-progress.ts';
import type { Upload, UploadRequest } from './upload.ts';

/** A lost connection costs at most one chunk. Larger chunks saved little in measurements. */
const CHUNK_BYTES = 64 * 1024 ** 2;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
/** "Insufficient Storage" and "Locked": RFC 4918, sections 11.5 and 11.3. */
const STORAGE_FULL = 507;
const LOCKED = 423;

function codeOf(status: number): ErrorCode {
  if (status === STORAGE_FULL) return 'resource-exhausted';
  if (status === LOCKED) return 'aborted';
  const code = codeForStatus(status);
  return code === 'ok' ? 'internal' : code;
}

/** Retries as the library does, except for a full disk, where somebody has to free space first. */
function shouldRetry(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  const isRejected = status >= 400 && status < 500 && status !== 409 && status !== LOCKED;
  return !isRejected && status !== STORAGE_FULL && navigator.onLine;
}

function uploadError(error: Error): CallError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response === null) return new CallError('unavailable', t`The connection was lost during the upload.`);
  const status = response.getStatus();
  const { message = t`The server rejected the file.`, details } = errorOf(response.getBody());
  const requestId = response.getHeader('X-Request-Id');
  return new CallError(codeOf(status), writeSentence(details?.sentence, message), {
    ...details,
    ...(requestId !== undefined && { requestId }),
  });
}

/** Returns the error in the body of a response; empty for a response of a proxy, or to HEAD. */
function errorOf(body: string): { message?: string; details?: ErrorDetails } {
  try {
    return (JSON.parse(body) as { error?: { message: string; details?: ErrorDetails } }).error ?? {};
  } catch {
    return {};
  }
}

/** Uploads a file to its tus address from the last uploaded byte, and resumes after lost connections. */
export function startUpload({ url, file, onProgress, auth }: UploadRequest & { auth: Auth }): Upload {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new TusUpload(file, {
    uploadUrl: url,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    onShouldRetry: shouldRetry,
    storeFingerprintForResuming: false,
    httpStack: {
      createRequest: (method, address) => createRequest(auth, method, address),
      getName: () => 'auth.fetch',
    },
    onProgress: (sent) => onProgress(sent, file.size),
    onSuccess: () => resolve(),
    onError: (error) => reject(uploadError(error)),
  });
  upload.start();
  return {
    promise,
    abort() {
      void upload.abort();
      reject(new CallError('cancelled', t`The upload was stopped.`));
    },
  };
}

/** Returns a request for the upload library that is sent like all others, so that a rejected token is renewed. */
function createRequest(auth: Auth, method: string, url: string): HttpRequest {
  const headers: Record<string, string> = {};
  const stopping = new AbortController();
  let onProgress: ((sent: number) => void) | undefined;
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader(name, value) {
      headers[name] = value;
    },
    getHeader: (name) => headers[name],
    setProgressHandler(handler) {
      onProgress = handler;
    },
    async send(body: Blob | null = null) {
      const { signal } = stopping;
      const response = await auth.fetch(
        url,
        { method, headers, body, signal },
        onProgress && sendWithProgress(onProgress),
      );
      return libraryResponse(response, await response.text());
    },
    async abort() {
      stopping.abort();
    },
    getUnderlyingObject: () => null,
  };
}

function libraryResponse({ status, headers }: Response, body: string): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers.get(name) ?? undefined,
    getBody: () => body,
    getUnderlyingObject: () => null,
  };
}
