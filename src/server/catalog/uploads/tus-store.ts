import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { CallError } from '#shared/errors.ts';
import type { Context } from '../../platform/context.ts';
import { bytesOfAccount, CannotGrowError } from '../../platform/storage/storage.ts';
import { readOffset } from '../versions/files.ts';
import { findVersion, uploadKey } from '../versions/queries.ts';
import type { UploadLocker } from './locker.ts';
import { recordProgress, uploadComplete, uploadGone } from './progress.ts';
import { watchSender } from './watch-sender.ts';

/**
 * The data store for the tus library: unfinished files in storage, with their sizes from the versions.
 * Supports none of the protocol's extensions: `versions.create` starts an upload and `versions.delete` ends
 * it.
 */
export class VersionUploads extends DataStore {
  readonly #context: Context;
  readonly #locker: UploadLocker;

  /** The account whose request runs. */
  readonly #sender = new AsyncLocalStorage<string>();

  constructor(context: Context, locker: UploadLocker) {
    super();
    this.#context = context;
    this.#locker = locker;
  }

  /** Handles a request that an account sends. */
  sentBy<Result>(uid: string, handle: () => Promise<Result>): Promise<Result> {
    return this.#sender.run(uid, handle);
  }

  override async getUpload(id: string): Promise<Upload> {
    const { version } = await findVersion(this.#context.db, id).catch((error: unknown) => {
      // Other errors are temporary: the client must not start over because of them.
      throw error instanceof CallError && error.code === 'not-found' ? uploadGone() : error;
    });
    // Another request may have sent the rest while this one waited for its turn. If it ended otherwise, HEAD says so.
    if (version.status !== 'uploading') throw uploadComplete();
    return new Upload({ id, size: version.size, offset: await readOffset(this.#context, id) });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { version, app } = await findVersion(this.#context.db, id);
    await this.#context.space.require(version.size - offset);
    const chargedUids = [...new Set([version.createdByUid, app.ownerUid])];
    const lock = this.#locker.lockOf(id);
    const uid = this.#sender.getStore() ?? version.createdByUid;
    await using stack = new AsyncDisposableStack();
    stack.use(watchSender(this.#context, { uid, content }));
    const recorded = recordProgress(this.#context, { versionId: id, lock, chargedUids, offset }, content);
    const arriving = bytesOfAccount(recorded, version.createdByUid);
    return await this.#context.storage.append(uploadKey(id), offset, arriving).catch((error: unknown) => {
      // A file that was copied into a bucket by hand can't be continued there.
      throw error instanceof CannotGrowError ? uploadGone() : error;
    });
  }
}
