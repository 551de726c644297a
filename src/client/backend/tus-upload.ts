import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { CallError, codeForStatus } from '#shared/errors.ts';
import type { Auth } from './auth.ts';
import type { Upload, UploadRequest } from './storage.ts';

/** A lost connection costs at most one chunk; larger ones saved little in measurements. */
const CHUNK_BYTES = 64 * 1024 ** 2;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];

function uploadError(error: Error): CallError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (response === null) return new CallError('unavailable', 'The connection was lost during the upload.');
  const code = codeForStatus(response.getStatus());
  const text = response.getBody().trim();
  const requestId = response.getHeader('X-Request-Id');
  return new CallError(
    code === 'ok' ? 'internal' : code,
    text === '' || text.startsWith('<') ? 'The server did not take the file.' : text,
    requestId === undefined ? undefined : { requestId },
  );
}

/** Sends a file to its tus address from where the server's copy ends, again after each lost connection. */
export function startUpload({ url, file, onProgress, auth }: UploadRequest & { auth: Auth }): Upload {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new TusUpload(file, {
    uploadUrl: url,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      const token = await auth.getToken();
      if (token !== null) request.setHeader('Authorization', `Bearer ${token}`);
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
      reject(new CallError('cancelled', 'The upload was stopped.'));
    },
  };
}
