import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import type { Config } from '../config.ts';

/** What the functions here need of the server's parts. */
interface UploadContext {
  readonly config: Config;
}

/** Where unfinished uploads lie on disk. */
function uploadDirectory({ dataDir }: Config): string {
  return join(dataDir, 'uploads');
}

/** The tus store of unfinished uploads; an upload's id is its version's. */
export function openUploadStore({ config }: UploadContext): FileStore {
  return new FileStore({ directory: uploadDirectory(config) });
}

/** Makes room for a file of a known size, before its first byte arrives. */
export async function openUpload(
  context: UploadContext,
  { id, size, fileName }: { id: string; size: number; fileName: string },
): Promise<void> {
  await openUploadStore(context).create(
    new Upload({
      id,
      size,
      offset: 0,
      metadata: { filename: fileName },
      creation_date: new Date().toISOString(),
    }),
  );
}

/** How many bytes have arrived; null when there is no such upload any more. */
export async function readOffset({ config }: UploadContext, id: string): Promise<number | null> {
  const file = await stat(uploadPath(config, id)).catch(() => null);
  return file ? file.size : null;
}

/** The file that an upload is written to. */
export function uploadPath(config: Config, id: string): string {
  return join(uploadDirectory(config), id);
}

/** Where a client sends the bytes by tus. */
export function uploadUrl(config: Config, id: string): string {
  return `${config.publicUrl}uploads/${id}`;
}
