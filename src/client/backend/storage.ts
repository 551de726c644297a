import type { Auth } from './auth.ts';

export interface UploadRequest {
  /** The tus address that the server gave for this file. */
  readonly url: string;
  readonly file: File;
  /** Bytes that the server has, out of all. */
  readonly onProgress: (sent: number, total: number) => void;
}

export interface Upload {
  /** Resolves when the server has the whole file; rejects when it gave up or was refused. */
  readonly promise: Promise<void>;
  /** Stops sending; what the server has stays there to be resumed. */
  abort(): void;
}

export interface Storage {
  /** Sends a file, or the rest of it, to a tus address (resumable upload protocol 1.0.0). */
  uploadFile(request: UploadRequest): Upload;
  /** Absolute address of a file below the base path, such as an app's `iconPath`. */
  urlOf(path: string): string;
}

/** The file storage of the backend at `baseUrl`. The upload library is loaded with the first upload. */
export function createStorage({ baseUrl, auth }: { baseUrl: string; auth: Auth }): Storage {
  return {
    uploadFile(request) {
      const started = import('./tus-upload.ts').then(({ startUpload }) =>
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
