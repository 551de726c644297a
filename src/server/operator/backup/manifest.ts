import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../platform/config/startup-error.ts';

/**
 * The version of the backup's format; a newer one is rejected. Format 1 had a hash of each table's rows in the order in which
 * the database happened to return them, which can't be compared, and only counted missing files.
 */
const FORMAT = 2;
const READ_FORMATS = [1, FORMAT] as const;

/** Keys of missing or damaged files that a manifest names. */
export const MAX_NAMED_KEYS = 1_000;

const MANIFEST = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const storedFile = z.object({ size: count, sha256: hash });

const tableDumpSchema = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
  columns: z.array(z.string()),
  rows: count,
  /** The digest of the rows in any order (`RowDigest`). Format 1 has none. */
  digest: hash.optional(),
  /** The compressed file of the rows. */
  file: storedFile,
});
export type TableDump = z.infer<typeof tableDumpSchema>;

const databaseDumpSchema = z.object({
  /** The migrations that ran, each by its time in milliseconds. */
  migrations: z.array(z.int()).min(1),
  tables: z.array(tableDumpSchema),
  /** The waiting jobs: the tables of the queue belong to its library, so jobs are added again by its functions. */
  jobs: tableDumpSchema,
  /** The last number of each sequence; null when it has given none. */
  sequences: z.record(z.string(), z.string().nullable()),
});
export type DatabaseDump = z.infer<typeof databaseDumpSchema>;

const keyListSchema = z.object({ count, named: z.array(z.string()) });
/** Files by their keys, of which only the first are named. */
export type KeyList = z.infer<typeof keyListSchema>;

const lostFilesSchema = z.union([
  keyListSchema,
  // Format 1 named all.
  z.array(z.string()).transform((keys) => ({ count: keys.length, named: keys.slice(0, MAX_NAMED_KEYS) })),
]);

const manifestSchema = z.object({
  format: z.literal(READ_FORMATS),
  createdAt: z.iso.datetime(),
  /** The version of Quayside that made the backup. */
  version: z.string(),
  storeName: z.string(),
  database: databaseDumpSchema,
  files: z.object({
    count,
    bytes: count,
    /** The list with every file's key, size and SHA-256. */
    list: storedFile,
    /** Files that rows name, but that were lost before the backup. */
    missing: lostFilesSchema,
    /** Files whose content wasn't that of their hash in the database, and that no earlier backup had undamaged. */
    damaged: keyListSchema.default({ count: 0, named: [] }),
  }),
  secret: storedFile,
  /** False when files are missing or damaged. Format 1 doesn't say it. */
  isComplete: z.boolean().optional(),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the text of a manifest's file, which ends with its own hash. */
export function formatManifest(manifest: Omit<BackupManifest, 'format'>): string {
  const complete = { format: FORMAT, ...manifest };
  return `${JSON.stringify({ ...complete, sha256: sha256Of(JSON.stringify(complete)) }, null, 2)}\n`;
}

/** Returns the path of a backup's manifest. */
export function manifestPath(backup: string): string {
  return join(backup, MANIFEST);
}

/** Reads and checks a backup's manifest. Throws `StartupError` when it is altered, or of a newer format. */
export async function readBackupManifest(backup: string): Promise<BackupManifest> {
  const path = manifestPath(backup);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new StartupError(
        `${backup} has no manifest.json, so it isn’t a whole backup. Use another backup.`,
      );
    throw new StartupError(`${path} can’t be read: ${error.message}.`);
  });
  const { sha256, ...content } = parse(text);
  if (typeof content.format === 'number' && content.format > FORMAT)
    throw newerBackup(backup, String(content.version));
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success || sha256 !== sha256Of(JSON.stringify(content)))
    throw new StartupError(`${path} is altered or damaged. Use another backup.`);
  return manifest.data;
}

/** Returns the error for a backup that only a newer version can restore. */
export function newerBackup(backup: string, version: string): StartupError {
  return new StartupError(
    `${backup} was made by a newer Quayside (${version}). Restore it with that version or a later one.`,
  );
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
