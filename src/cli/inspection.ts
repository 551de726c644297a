import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { UNSIGNED } from '#shared/packages/facts.ts';
import { guideSectionOf, type ReportedFinding, type StoredFinding } from '#shared/packages/finding.ts';
import { type Inspection, type InspectOptions, inspectPackage } from '#shared/packages/inspect.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { fileFinding } from '#shared/packages/rules/file-rules.ts';
import { openFileSource } from './file-source.ts';
import { UsageError } from './usage-error.ts';

/** Inspects a file. One that can't be opened has a finding that says why. */
export async function inspectFile(file: string, window: InspectOptions = {}): Promise<Inspection> {
  try {
    await using source = await openFileSource(file);
    return await inspectPackage(source, { ...window, digest: nativeDigest });
  } catch (error) {
    const reason = systemReason(error);
    if (reason === null) throw error;
    return {
      package: null,
      signature: UNSIGNED,
      findings: [fileFinding('unreadable', { found: 'notOpened', file, reason })],
      icon: null,
    };
  }
}

/** Returns the SHA-256 of a file, in lower-case hexadecimal, and its size. Throws `UsageError` when it can't be read. */
export async function hashFile(file: string): Promise<{ sha256: string; size: number }> {
  const sum = createHash('sha256');
  let size = 0;
  try {
    for await (const bytes of createReadStream(file)) {
      sum.update(bytes);
      size += bytes.length;
    }
  } catch (error) {
    const reason = systemReason(error);
    if (reason === null) throw error;
    throw new UsageError(`${file} can’t be read: ${reason}.`);
  }
  return { sha256: sum.digest('hex'), size };
}

/** Older versions of Node know some digests only by OpenSSL's own names. */
const OPENSSL_NAMES = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const;

function nativeDigest(name: keyof typeof OPENSSL_NAMES, bytes: Uint8Array): Uint8Array {
  return hash(OPENSSL_NAMES[name], bytes, 'buffer');
}

/** A finding with the address of its section in the developer guide of a store, where one is known. */
export type ExplainedFinding = ReportedFinding & { readonly helpUrl?: string };

/** Returns findings with their texts, and the addresses that explain them when there is a store. */
export function explainFindings(
  findings: readonly StoredFinding[],
  storeUrl: string | null,
): ExplainedFinding[] {
  return findings
    .map(describeFinding)
    .map((finding) =>
      storeUrl === null ? finding : { ...finding, helpUrl: new URL(guideSectionOf(finding), storeUrl).href },
    );
}

const REASONS: Record<string, string> = {
  ENOENT: 'the file doesn’t exist',
  EACCES: 'you don’t have permission to read it',
  EISDIR: 'it isn’t a file',
};

/** Returns why the system can't open a file, as part of a sentence; null for other errors. */
function systemReason(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return REASONS[error.code] ?? `the system returned ${error.code}`;
}
