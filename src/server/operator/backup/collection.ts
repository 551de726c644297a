import type { Client } from 'pg';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ContentStore } from './backup-folder.ts';
import type { FileIndex } from './file-index.ts';

/** The parts with which files are collected. */
export interface Collection {
  readonly storage: Storage;
  readonly content: ContentStore;
  readonly index: FileIndex;
  /** A connection of its own. On return its transaction has the snapshot that the files belong to. */
  readonly client: Client;
}
