import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from './config/startup-error.ts';
import type { S3Config, StorageConfig } from './config/storage-config.ts';
import { makeDirectory, writePrivateFile } from './process/private-files.ts';
import { openDiskStorage } from './storage/disk.ts';
import { S3Client } from './storage/s3/client.ts';
import { type CopyOptions, createS3Storage } from './storage/s3/s3.ts';
import { explainS3Error, nullIfNoObject } from './storage/s3/s3-error.ts';
import type { Storage } from './storage/storage.ts';
import type { StorageMark } from './storage/storage-id.ts';

interface OpenOptions {
  /** For storages that `withFile` copies from. */
  readonly copies: CopyOptions;
  /** Dates signed requests; without it they carry this machine's time, and there are no links. */
  readonly clock?: () => Date;
}

/** Opens the configured storage, which `openStorageMark` identifies. */
export async function openStorage(config: StorageConfig, { copies, clock }: OpenOptions): Promise<Storage> {
  if (config.kind === 'disk') return await openDiskStorage(config.directory);
  return createS3Storage(new S3Client(config, clock), copies);
}

/** Returns where a storage has its id. Throws `StartupError` when a bucket can't be used. */
export async function openStorageMark(config: StorageConfig, clock?: () => Date): Promise<StorageMark> {
  return config.kind === 'disk' ? markOnDisk(config.directory) : await markInBucket(config, clock);
}

/** The name of the id, as a file or an object. */
const MARK = 'storage-id';

function markOnDisk(directory: string): StorageMark {
  const path = join(directory, MARK);
  return {
    place: directory,
    howToWrite: (id) => `run:\n  echo ${id} > ${path}`,
    read: () =>
      readFile(path, 'utf8').then(
        (text) => text.trim(),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw new StartupError(
            `The storage's id in ${path} cannot be read: ${error.message}. Let Quayside's user read it.`,
          );
        },
      ),
    async write(id) {
      await makeDirectory(directory);
      await writePrivateFile(path, `${id}\n`);
    },
  };
}

async function markInBucket(config: S3Config, clock?: () => Date): Promise<StorageMark> {
  const client = new S3Client(config, clock);
  const explained = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw new StartupError(
        `The storage ${client.place} of STORAGE_URL cannot be used: ${(error as Error).message}. ${explainS3Error(error)}`,
      );
    }
  };
  // Listing shows a wrong bucket or key by name, which reading an object does not.
  const page = { 'list-type': '2', 'max-keys': '1' };
  await explained(client.sendForText({ method: 'GET', query: page }));
  await explained(client.sendForHeaders({ method: 'PUT', name: 'probe', body: 'stored' }));
  return {
    place: client.place,
    howToWrite: (id) => `store the text ${id} as the object ${client.fullName(MARK)}.`,
    read: () =>
      explained(
        client
          .sendForText({ method: 'GET', name: MARK })
          .then((text) => text.trim())
          .catch(nullIfNoObject),
      ),
    async write(id) {
      await explained(client.sendForHeaders({ method: 'PUT', name: MARK, body: `${id}\n` }));
    },
  };
}
