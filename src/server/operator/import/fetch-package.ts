import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { InspectionStopped, inspectPool } from '../../catalog/inspection/inspect-pool.ts';
import type { Context } from '../../platform/context.ts';
import { ResponseTooLargeError } from '../../platform/safe-fetch/download.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import type { RepositoryVersion } from '../repository/index-format.ts';
import { type RepositorySource, SourceError, UnreadableError } from '../repository/source.ts';

/** A package of the repository in a local file, after its inspection. */
export interface FetchedPackage {
  readonly version: RepositoryVersion;
  /** The local copy, which the caller deletes. */
  readonly file: string;
  readonly facts: AndroidFacts;
  readonly inspection: Inspection;
}

interface FetchOptions {
  readonly source: RepositorySource;
  /** A private folder for the copy. */
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * Copies and inspects a package. Throws `UnreadableError` when it can't be read now, and `SourceError` with the reason when
 * it isn't what the index says, or isn't an Android package.
 */
export async function fetchPackage(
  context: Context,
  version: RepositoryVersion,
  { source, folder, maxBytes }: FetchOptions,
): Promise<FetchedPackage> {
  if (version.size > maxBytes) {
    throw new SourceError(`it has ${version.size} bytes, and the store allows ${maxBytes}.`);
  }
  // Not by its hash, which an index may name twice.
  const file = join(folder, randomUUID());
  try {
    return { version, file, ...(await copyAndInspect(context, version, { source, file })) };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function copyAndInspect(
  context: Context,
  version: RepositoryVersion,
  { source, file }: { source: RepositorySource; file: string },
): Promise<Pick<FetchedPackage, 'facts' | 'inspection'>> {
  const sha256 = await copy(source, version.path, { file, maxBytes: Math.max(version.size, 1) });
  if (sha256 !== version.sha256) {
    throw new SourceError(`its SHA-256 is ${sha256}, but the index says ${version.sha256}.`);
  }
  const { inspection } = await inspect(context, file);
  const { package: facts, signature, findings } = inspection;
  if (facts?.platform !== 'android') {
    const [reason] = findings;
    throw new SourceError(reason ? reasonOf(reason) : 'it isn’t an Android package.');
  }
  if (facts.versionCode !== version.versionCode) {
    throw new SourceError(
      `its version code is ${facts.versionCode}, but the index says ${version.versionCode}.`,
    );
  }
  const isOther =
    version.signers.length > 0 && !version.signers.some((signer) => signature.signers.includes(signer));
  if (signature.verified && isOther) throw new SourceError('it isn’t signed by the signer in the index.');
  return { facts, inspection };
}

/** Returns what a finding says against a package, in English. */
export function reasonOf(finding: StoredFinding): string {
  const { title, evidence } = describeFinding(finding);
  return `${title}. ${evidence}`;
}

async function copy(
  source: RepositorySource,
  path: string,
  { file, maxBytes }: { file: string; maxBytes: number },
): Promise<string> {
  const stream = await source.open(path, maxBytes);
  if (!stream) throw new SourceError('its file is missing.');
  const hash = createHash('sha256');
  try {
    await pipeline(
      stream,
      async function* pass(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          yield piece;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError(`${file}: ${message}`);
    if (error instanceof ResponseTooLargeError) throw new SourceError(message);
    throw new UnreadableError(`its file can’t be read: ${message}`);
  }
  return hash.digest('hex');
}

async function inspect({ services }: Context, file: string) {
  try {
    return await services.get(inspectPool).inspect(file);
  } catch (error) {
    if (error instanceof InspectionStopped) throw new SourceError(error.message);
    throw error;
  }
}
