import type { ClientConfig } from 'pg';
import type { StorageConfig } from '../../platform/config/storage-config.ts';
import type { CopyOptions } from '../../platform/storage/s3/s3.ts';
import type { DiskDirectories } from '../../platform/storage/space.ts';
import type { GroupEntry, NamedFiles } from '../fdroid/store-indexes.ts';
import type { FeedProblem } from '../public/stored.ts';
import type { SignatureMembers } from '../signing/jar.ts';

/** The input of one rebuild. The signing key is not included and never leaves the server. */
export interface RebuildOrder {
  /** The process uses its own connection, which also holds the feed's lock. */
  readonly connection: ClientConfig;
  /** Storage of indexes, and the space to keep free there. */
  readonly storage: {
    readonly config: StorageConfig;
    readonly copies: CopyOptions;
    readonly watched: DiskDirectories;
    readonly reserveBytes: number;
  };
  /** The public URL of the base path. */
  readonly publicUrl: string;
  /** The repository's address. */
  readonly address: string;
  /** The fingerprint of the signing key's certificate. */
  readonly signer: string;
  /** Creates a generation even without changes because the current one's files are damaged. */
  readonly isForced: boolean;
  /** Renders every app, not only those that changed. */
  readonly isWhole: boolean;
}

/** The outcome of a rebuild: `busy` when another server is rebuilding the feed. */
export interface RebuildOutcome {
  readonly result: 'made' | 'unchanged' | 'busy';
  readonly problems: readonly FeedProblem[];
  /** True when a description is plain text because it is not rendered yet. */
  readonly lacksHtml: boolean;
}

export type ToRenderer =
  | { readonly kind: 'rebuild'; readonly order: RebuildOrder }
  | { readonly kind: 'signed'; readonly members: SignatureMembers }
  | { readonly kind: 'stored'; readonly files: NamedFiles };

export type FromRenderer =
  | { readonly kind: 'sign'; readonly digests: Readonly<Record<string, string>> }
  | { readonly kind: 'entry'; readonly entry: GroupEntry }
  | { readonly kind: 'finished'; readonly outcome: RebuildOutcome }
  | { readonly kind: 'failed'; readonly message: string; readonly code: unknown };
