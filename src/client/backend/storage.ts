import type { Auth } from './auth.ts';
import { loadChunk } from './load-chunk.ts';
import type { Upload, UploadRequest } from './upload.ts';

export interface Storage {
  /** Uploads a file, or the rest of it, to a tus address (resumable upload protocol 1.0.0). */
  uploadFile(request: UploadRequest): Upload;
  /** Returns the absolute address of a file below the base path, such as an app's `iconPath`. */
  urlOf(path: string): string;
}

/** Returns the file storage at `baseUrl`. The upload library loads with the first upload. */
export function createStorage({ baseUrl, auth }: { baseUrl: string; auth: Auth }): Storage {
  return {
    uploadFile(request) {
      const started = loadChunk('tus-upload', () => import('./tus-upload.ts')).then(({ startUpload }) =>
        startUpload({ ...request, url: new URL(request.url, baseUrl).href, auth }),
      );
      return {
        promise: started.then((upload) => upload.promise),
        abort: () => void started.then((upload) => upload.abort()),
      };
    },
    urlOf: (path) => new URL(path.replace(/^\//, ''), baseUrl).href,
  };
}
