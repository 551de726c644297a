import { CallError } from '#shared/errors.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Version } from '#shared/versions/version.ts';
import { readFileOption } from './command.ts';
import type { Store } from './store.ts';

/** A Sigstore bundle and the file from which it was read. */
export interface ProvenanceFile {
  readonly file: string;
  readonly bundle: string;
}

/** Reads the file of the option. Throws `UsageError`. */
export async function readProvenanceFile(file: string): Promise<ProvenanceFile> {
  return { file, bundle: await readFileOption('provenance', file) };
}

/**
 * Attaches provenance before the upload, which a wrong one makes useless. Returns false for a version that was submitted with
 * some, which it keeps.
 */
export async function attachProvenanceFile(
  store: Store,
  version: Version,
  { file, bundle }: ProvenanceFile,
): Promise<boolean> {
  const { isAwaitingReview, isApproved } = VERSION_STATUSES[version.status];
  if (version.provenance !== null && (isAwaitingReview || isApproved)) return false;
  try {
    await store.call('provenance.attach', { versionId: version.id, bundle });
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new CallError(
      error.code,
      `The provenance ${file} can’t be attached. ${error.message}`,
      error.details,
    );
  }
}
