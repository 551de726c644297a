import { type FileHandle, open } from 'node:fs/promises';
import { CallError } from '#shared/errors.ts';
import { repeat, responseError, type Store } from './store.ts';
import { UsageError } from './usage-error.ts';

/** A killed command loses nothing of the bytes that arrived; pieces only bound its memory. */
const PIECE_BYTES = 8 * 1024 ** 2;
/** Time for one piece: enough for 70 kB/s. What arrived of a piece that takes longer isn't sent again. */
const PIECE_TIMEOUT_MS = 120_000;

const TUS = { 'tus-resumable': '1.0.0' };

interface FileUpload {
  readonly path: string;
  readonly size: number;
  /** The address and the first byte to send, by `versions.create`. */
  readonly upload: { readonly url: string; readonly offset: number };
  readonly onProgress: (share: number) => void;
}

/**
 * Sends the rest of a file by the resumable upload protocol tus 1.0.0, and continues after a cut network. Throws
 * `CallError`.
 */
export async function uploadFile(
  store: Store,
  { path, size, upload, onProgress }: FileUpload,
): Promise<void> {
  // By the address that was given, which may be another than the public one.
  const { pathname } = new URL(upload.url);
  const file = await open(path, 'r');
  try {
    let { offset } = upload;
    let isKnown = true;
    const sendNext = async (): Promise<number> => {
      const reached = isKnown ? offset : await readOffset(store, pathname);
      isKnown = true;
      // What arrived of a failed piece is progress: another failure has its whole time again.
      if (reached !== offset) return reached;
      isKnown = false;
      const next = await sendPiece(store, pathname, await readPiece(file, offset));
      isKnown = true;
      return next;
    };
    while (offset < size) {
      onProgress(offset / size);
      offset = await repeat(sendNext, () => true);
    }
    onProgress(1);
  } finally {
    await file.close();
  }
}

interface UploadPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offset: number;
}

async function readPiece(file: FileHandle, offset: number): Promise<UploadPiece> {
  const buffer = new Uint8Array(PIECE_BYTES);
  const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, offset);
  if (bytesRead === 0) throw new UsageError('The file became shorter during its upload.');
  return { bytes: buffer.subarray(0, bytesRead), offset };
}

/** Sends a piece; returns the next offset. */
async function sendPiece(store: Store, path: string, { bytes, offset }: UploadPiece): Promise<number> {
  const response = await store.request(path, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: bytes,
    signal: AbortSignal.timeout(PIECE_TIMEOUT_MS),
  });
  return readUploadOffset(response);
}

/** Returns the number of bytes that arrived. */
async function readOffset(store: Store, path: string): Promise<number> {
  return readUploadOffset(await store.request(path, { method: 'HEAD', headers: TUS }));
}

/** Statuses after which the upload continues: another request still sends, or its offset was another. */
const CONTINUES = new Set([409, 423]);

async function readUploadOffset(response: Response): Promise<number> {
  const { ok, status, headers } = response;
  const offset = Number(headers.get('upload-offset') ?? Number.NaN);
  const text = await response.text();
  if (ok && Number.isInteger(offset)) return offset;
  const error = responseError(response, readJson(text));
  if (CONTINUES.has(status) || status >= 500) throw new CallError('unavailable', error.message);
  throw error;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
