export interface UploadRequest {
  /** The file's tus address from the server. */
  readonly url: string;
  readonly file: File;
  /** Number of uploaded bytes, and the total. */
  readonly onProgress: (sent: number, total: number) => void;
}

export interface Upload {
  /** Resolves when the upload is complete; rejects when it failed or was rejected. */
  readonly promise: Promise<void>;
  /** Stops sending. The uploaded part stays and can be continued. */
  abort(): void;
}
