import { sql } from 'drizzle-orm';
import type { BlockBy } from '#shared/holds/hold.ts';
import type { PackageFacts, SignatureFacts } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { fileFinding } from '#shared/packages/rules/file-rules.ts';
import type { Tx } from '../../platform/db/open.ts';
import { packageBlocks } from '../../platform/db/tables/holds.ts';

const LOCK = sql`hashtextextended('quayside package blocks', 0)`;

/**
 * Locks what uploads are refused by until the transaction ends: an inspection shares the lock, and a stop has it alone. So
 * each package is either refused by a block or found by the stop that made it.
 */
export async function lockBlocks(tx: Tx, use: 'check' | 'change'): Promise<void> {
  await tx.execute(
    use === 'check'
      ? sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`
      : sql`SELECT pg_advisory_xact_lock(${LOCK})`,
  );
}

interface InspectedPackage {
  readonly sha256: string | null;
  readonly package: PackageFacts | null;
  readonly signature: SignatureFacts;
}

/** Findings about blocks of one package. */
const MAX_FINDINGS = 5;

/**
 * Returns an error for each block of the package's file, certificates or libraries, with its reason. No setting of the
 * store turns it off.
 */
export async function findBlocked(tx: Tx, inspected: InspectedPackage): Promise<Finding[]> {
  await lockBlocks(tx, 'check');
  const { rows } = await tx.execute<{ by: BlockBy; value: string; reason: string }>(sql`
    SELECT "by", value, reason FROM ${packageBlocks}
    WHERE lifted_at IS NULL AND ("by" || ':' || value) = ANY(${sql.param(keysOf(inspected))}::text[])
    ORDER BY created_at LIMIT ${MAX_FINDINGS}`);
  return rows.map(({ by, value, reason }) => fileFinding('blocked', { found: by, value, reason }));
}

/** Returns everything that a block can name, as `by:value`. */
function keysOf({ sha256, package: facts, signature }: InspectedPackage): string[] {
  const { signers, certificates, lineage } = signature;
  const listed = [...certificates, ...lineage].map((certificate) => certificate.sha256);
  const libraries = (facts?.nativeLibraries ?? []).flatMap(({ name, crc32 }) => [name, `${name}#${crc32}`]);
  return [
    ...(sha256 === null ? [] : [`file:${sha256}`]),
    ...[...new Set([...signers, ...listed])].map((value) => `certificate:${value}`),
    ...[...new Set(libraries)].map((value) => `library:${value}`),
  ];
}
