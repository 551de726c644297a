import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../platform/config/startup-error.ts';
import { compareMigrations } from '../../platform/db/migration-level.ts';
import { contentPath, partsOf } from './backup-folder.ts';
import { dumpFile } from './dump.ts';
import { readFileList } from './file-list.ts';
import { type BackupManifest, newerBackup, readBackupManifest } from './manifest.ts';

/** Damaged files that are named. */
const MAX_NAMED = 20;

interface ExpectedFile {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Checks a whole backup before anything is restored: every file is there, complete and unaltered, and this version knows
 * its migrations. Returns its manifest. Throws `StartupError` naming each file that is not.
 */
export async function verifyBackup(backup: string): Promise<BackupManifest> {
  const manifest = await readBackupManifest(backup);
  await assertKnownMigrations(backup, manifest);
  const parts = partsOf(backup);
  const { tables, jobs } = manifest.database;
  const problems = new Problems(backup);
  await problems.check(parts.secret, manifest.secret);
  for (const { name, file } of [...tables, jobs]) await problems.check(dumpFile(parts.database, name), file);
  if (await problems.check(parts.fileList, manifest.files.list)) {
    for await (const file of readFileList(parts.fileList))
      await problems.check(contentPath(parts.content, file.sha256), file, ` (${file.key})`);
  }
  problems.assertNone();
  return manifest;
}

async function assertKnownMigrations(backup: string, { database, version }: BackupManifest): Promise<void> {
  const status = compareMigrations(database.migrations);
  if (status === 'newer') throw newerBackup(backup, version);
  if (status !== 'foreign') return;
  throw new StartupError(
    `${backup} was made by a development version of Quayside, from before its first release, and can’t be restored.`,
  );
}

class Problems {
  readonly #backup: string;
  readonly #named: string[] = [];
  #count = 0;

  constructor(backup: string) {
    this.#backup = backup;
  }

  /** Returns true when the file is as expected. */
  async check(path: string, expected: ExpectedFile, of = ''): Promise<boolean> {
    const problem = await findProblem(path, expected);
    if (problem === null) return true;
    this.#count += 1;
    if (this.#named.length < MAX_NAMED)
      this.#named.push(`  - ${relative(this.#backup, path)}${of} ${problem}`);
    return false;
  }

  assertNone(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#named.length;
    throw new StartupError(
      [
        `${this.#backup} is damaged, and nothing was restored:`,
        ...this.#named,
        ...(more > 0 ? [`  - and ${more} more`] : []),
        'Restore another backup, or copy these files from another copy of this one.',
      ].join('\n'),
    );
  }
}

/** Returns what is wrong with a file, as the end of a sentence; null for one that is as expected. */
export async function findProblem(
  path: string,
  { size, sha256 }: { readonly size: number | null; readonly sha256: string },
): Promise<string | null> {
  const hash = createHash('sha256');
  const input = createReadStream(path);
  try {
    await pipeline(input, hash);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `can’t be read: ${message}`;
  }
  if (size !== null && input.bytesRead !== size) return `has ${input.bytesRead} bytes instead of ${size}`;
  return hash.digest('hex') === sha256 ? null : 'has other content';
}
