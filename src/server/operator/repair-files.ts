import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../platform/context.ts';
import {
  clearProblem,
  forgetFiles,
  listProblems,
  type ProblemFile,
  recordChecked,
} from '../platform/file-problems/problems.ts';
import { type Digest, readDigests } from '../platform/files/digests.ts';
import { findExpectedKeys } from '../platform/files/expected-files.ts';
import { examineFile } from '../platform/files/verify-files.ts';
import { EXIT_CODES } from '../platform/process/exit-codes.ts';
import { contentPath, findBackup, partsOf } from './backup/backup-folder.ts';
import { readFileList } from './backup/file-list.ts';
import { findProblem } from './backup/verify.ts';
import { type CommandResult, type OperatorCommand, onStore } from './command.ts';

/** Files looked up at once. */
const BATCH = 100;

/** Files of each outcome that are named. */
const MAX_NAMED = 20;

export const repairFilesCommand: OperatorCommand = {
  usage: 'repair-files DIR [--dry-run]',
  purpose: 'restore damaged and missing files from a backup, also while Quayside runs',
  options: { 'dry-run': { type: 'boolean' } },
  run: onStore((context, { argument, options, environment }) =>
    repairFiles(context, {
      path: resolve(environment.directory, argument),
      isDryRun: options['dry-run'] === true,
    }),
  ),
};

interface RepairOptions {
  /** A backup, or a folder with backups: then its newest one. */
  readonly path: string;
  /** True to only say what would be restored. */
  readonly isDryRun: boolean;
}

/** A file was right already, was restored, or couldn't be, with the reason. */
type RepairOutcome = 'right' | 'restored' | { readonly reason: string };

interface Repair {
  readonly context: Context;
  readonly backup: string;
  readonly isDryRun: boolean;
}

/**
 * Restores the files that are known to be damaged or missing, each only from content with the hash that it should have,
 * and ends their problems. Says what couldn't be restored. Throws `StartupError` when there is no backup.
 */
async function repairFiles(context: Context, { path, isDryRun }: RepairOptions): Promise<CommandResult> {
  const backup = await findBackup(path);
  const repair = { context, backup, isDryRun };
  const report = new Report();
  for (let after = ''; ; ) {
    const files = await listProblems(context.db, after, BATCH);
    const last = files.at(-1);
    if (!last) break;
    await repairBatch(repair, files, report);
    after = last.key;
  }
  return report.describe(repair);
}

async function repairBatch(repair: Repair, files: readonly ProblemFile[], report: Report): Promise<void> {
  const { context, isDryRun } = repair;
  const keys = files.map(({ key }) => key);
  const [known, expected] = await Promise.all([
    readDigests(context.db, keys),
    findExpectedKeys(context.db, keys),
  ]);
  if (!isDryRun)
    await forgetFiles(
      context.db,
      keys.filter((key) => !expected.has(key)),
    );
  const digests = await addFromBackup(repair, known);
  for (const { key } of files) {
    if (!expected.has(key)) continue;
    report.add(key, await repairFile(repair, key, digests.get(key) ?? null));
  }
}

/** Takes the hashes that the database doesn't know from the backup's list of files. */
async function addFromBackup(
  { backup }: Repair,
  known: ReadonlyMap<string, Digest>,
): Promise<Map<string, Digest>> {
  const digests = new Map(known);
  if ([...known.values()].every(({ sha256 }) => sha256 !== null)) return digests;
  for await (const { key, sha256, size } of readFileList(partsOf(backup).fileList)) {
    if (known.get(key)?.sha256 === null) digests.set(key, { sha256, size });
  }
  return digests;
}

async function repairFile(
  { context, backup, isDryRun }: Repair,
  key: string,
  digest: Digest | null,
): Promise<RepairOutcome> {
  if (key.startsWith('uploads/')) return { reason: 'an unfinished upload, which its publisher repeats' };
  if (!digest?.sha256) return { reason: 'its hash isn’t known, and the backup doesn’t have it' };
  const { rawStorage, db, clock } = context;
  const examine = async () => (await examineFile(rawStorage, key, digest)).problem;
  const isRight = (await examine()) === null;
  if (!isRight) {
    const path = contentPath(partsOf(backup).content, digest.sha256);
    const problem = await findProblem(path, { size: digest.size, sha256: digest.sha256 });
    if (problem !== null) return { reason: `its content in the backup ${problem}` };
    if (isDryRun) return 'restored';
    await rawStorage.put(key, createReadStream(path));
    if ((await examine()) !== null) return { reason: 'the storage has other content after storing it' };
  }
  if (!isDryRun) {
    await clearProblem(db, key);
    await recordChecked(db, key, clock());
  }
  return isRight ? 'right' : 'restored';
}

/** Counts what became of the files, and names the first ones. */
class Report {
  readonly #named: Record<'restored' | 'failed', string[]> = { restored: [], failed: [] };
  readonly #count = { right: 0, restored: 0, failed: 0 };

  add(key: string, outcome: RepairOutcome): void {
    if (outcome === 'right') this.#count.right += 1;
    else if (outcome === 'restored') this.#name('restored', key);
    else this.#name('failed', `${key}: ${outcome.reason}`);
  }

  #name(outcome: 'restored' | 'failed', line: string): void {
    this.#count[outcome] += 1;
    if (this.#named[outcome].length < MAX_NAMED) this.#named[outcome].push(`  - ${line}`);
  }

  describe({ backup, isDryRun }: Pick<Repair, 'backup' | 'isDryRun'>): CommandResult {
    const { right, restored, failed } = this.#count;
    if (right + restored + failed === 0) {
      return {
        output: 'No stored file is known to be damaged or missing. “doctor --files” reads all of them.',
        exitCode: EXIT_CODES.done,
      };
    }
    const lines = [
      ...(right > 0 ? [`${countFiles(right)} right again without a backup.`] : []),
      ...(restored > 0
        ? [`${countFiles(restored)} ${isDryRun ? 'would be ' : ''}restored from ${backup}:`]
        : []),
      ...this.#list('restored'),
      ...(failed > 0 ? [`${countFiles(failed)} not restored:`] : []),
      ...this.#list('failed'),
      ...(failed > 0 ? ['Name an earlier backup, or another folder with backups.'] : []),
      ...(isDryRun ? ['Nothing was changed.'] : []),
    ];
    return { output: lines.join('\n'), exitCode: failed > 0 ? EXIT_CODES.problemsFound : EXIT_CODES.done };
  }

  #list(outcome: 'restored' | 'failed'): string[] {
    const more = this.#count[outcome] - this.#named[outcome].length;
    return [...this.#named[outcome], ...(more > 0 ? [`  - and ${more} more`] : [])];
  }
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}
