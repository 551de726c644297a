import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { fingerprint, readSigningKey, type SigningKey } from '../../feeds/signing/key.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { Context } from '../../platform/context.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { users } from '../../platform/db/tables/users.ts';
import { readSettings } from '../../platform/settings.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import { hasClients, type KeystoreFile, readKeystoreFile, replaceSigningKey } from '../keys/import-key.ts';
import { openFolder } from '../repository/folder-source.ts';
import type { RepositoryIndex } from '../repository/index-format.ts';
import { readRepositoryIndex } from '../repository/read-repository.ts';
import { type RepositorySource, SourceError } from '../repository/source.ts';
import { openWebRepository } from '../repository/web-source.ts';
import { addCategories, planCategories } from './categories.ts';
import { importApp } from './import-app.ts';
import type { AppOutcome, ImportRun } from './outcome.ts';

const REPEAT = 'Run the same command again: it continues with what is missing.';
const NO_SPACE = `Make room on the disk. ${REPEAT}`;

/** Begins the names of folders with copies of packages, in the data directory. */
const COPIES = 'unfinished-import-';
const DAY_MS = 86_400_000;

/** Problems of one app that are printed. */
const MAX_PROBLEMS = 50;

export interface RepositoryImport {
  /** A folder, or an address with `?fingerprint=`. */
  readonly from: string;
  /** The email of the admin to whom imported apps belong. */
  readonly ownerEmail: string;
  /** The keystore of the repository, whose key the store uses from then on. */
  readonly keystore: KeystoreFile | null;
  /** True to replace a key under which something was published. */
  readonly isReplacing: boolean;
  /** True to only report what would come along. */
  readonly isDryRun: boolean;
  /** Prints a line of the report. */
  readonly print: (line: string) => void;
}

/**
 * Imports an F-Droid repository: apps, versions, listings, pictures, and with a keystore its signing key. Returns a summary;
 * `print` gets a report for each app. Repeating it imports what is missing. Throws `StartupError` when nothing can be
 * imported, and at the end, with the summary, when something unexpected ended an app.
 */
export async function importRepository(context: Context, options: RepositoryImport): Promise<string> {
  const { isDryRun } = options;
  // What a repository names must not control the operator's terminal.
  const print = (line: string) => options.print(line.replaceAll(/\p{Cc}/gu, ' '));
  const ownerUid = await findOwner(context, options.ownerEmail);
  const { source, index, signer } = await openRepository(context, options.from);
  await adoptKey(context, { ...options, print }, signer);
  const plan = await planCategories(context.db, index.apps);
  for (const { name } of plan.added) print(`The category "${name}" ${isDryRun ? 'would be' : 'was'} added.`);
  if (!isDryRun) await addCategories(context.db, plan);
  for (const { applicationId, reason } of index.unreadable) {
    print(`${applicationId}: left out, because the index describes it in an unknown way (${reason}).`);
  }
  if (index.unread.length > 0) {
    print(`Of the repository itself, left out because the store has its own: ${index.unread.join(', ')}.`);
  }
  const folder = await makeFolder(context);
  const run: ImportRun = {
    context,
    source,
    ownerUid,
    isDryRun,
    settings: await readSettings(context.db),
    categories: [...plan.all],
    folder,
  };
  const outcomes: AppOutcome[] = [];
  try {
    for (const app of index.apps) {
      const outcome = await importApp(run, app).catch((error: unknown) => {
        if (error instanceof StorageFullError) throw new StartupError(`${error.message} ${NO_SPACE}`);
        throw error;
      });
      outcomes.push(outcome);
      report(outcome, { isDryRun, print });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const summary = summarise(outcomes, { index, isDryRun });
  const failed = outcomes.filter(({ isFailed }) => isFailed).length;
  if (failed === 0) return summary;
  throw new StartupError(`${summary}\n${countNoun(failed, 'app')} failed; see above. ${REPEAT}`);
}

/** Makes a private folder for copies of packages, and removes those of killed imports. */
async function makeFolder({ config: { dataDir }, clock }: Context): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(COPIES)) continue;
    const folder = join(dataDir, name);
    const { mtime } = await stat(folder);
    // A younger one may be that of another import.
    if (clock().getTime() - mtime.getTime() > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
  return mkdtemp(join(dataDir, COPIES));
}

async function findOwner({ db }: Context, email: string): Promise<string> {
  const [owner] = await db
    .select({ uid: users.uid, role: users.role })
    .from(authUsers)
    .innerJoin(users, eq(users.uid, authUsers.id))
    .where(eq(authUsers.email, email.trim().toLowerCase()));
  if (owner?.role === 'admin') return owner.uid;
  throw new StartupError(
    `${email} isn’t an admin of this store. Imported apps belong to an admin until their publishers take them over.`,
  );
}

interface OpenedRepository {
  readonly source: RepositorySource;
  readonly index: RepositoryIndex;
  /** The fingerprint of its signer; null for a folder without signed files. */
  readonly signer: string | null;
}

async function openRepository({ config }: Context, from: string): Promise<OpenedRepository> {
  const web = URL.canParse(from) && /^https?:/.test(from) ? openWebRepository(from, config) : null;
  const source = web?.source ?? (await openFolder(from));
  try {
    const { index, fingerprint: signer } = await readRepositoryIndex(source);
    if (web && signer === null) throw new SourceError('It has no signed index.');
    if (web && signer !== web.fingerprint) {
      throw new SourceError(`Its fingerprint is ${signer}, not ${web.fingerprint}.`);
    }
    return { source, index, signer };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new StartupError(`The repository ${source.name} can’t be imported. ${error.message}`);
  }
}

/** Makes the repository's key the store's, so that its clients continue; a dry run only checks that it could. */
async function adoptKey(context: Context, options: RepositoryImport, signer: string | null): Promise<void> {
  const { keystore, isReplacing, isDryRun, print } = options;
  const current = fingerprint(await readSigningKey(context));
  if (!keystore) {
    if (signer === current) return;
    print(
      'Without --keystore, the clients of the repository don’t continue here: the store has another key.',
    );
    return;
  }
  const key: SigningKey = await readKeystoreFile(keystore);
  const imported = fingerprint(key);
  if (signer !== null && signer !== imported) {
    throw new StartupError(
      `The keystore isn’t that of the repository: its key has the fingerprint ${imported}, the index is signed by ${signer}.`,
    );
  }
  if (imported === current) return;
  if (!isReplacing && (await hasClients(context.db))) {
    throw new StartupError(
      `Apps were published under the store’s current key (${current}), so its clients would be lost with the one of the repository (${imported}). If you want that, run this again with --replace.`,
    );
  }
  if (!isDryRun) await replaceSigningKey(context, key);
  print(`The signing key ${isDryRun ? 'would be' : 'is now'} that of the repository: ${imported}`);
}

function report(
  { applicationId, versions, pictures, known, problems, unread }: AppOutcome,
  { isDryRun, print }: Pick<RepositoryImport, 'isDryRun' | 'print'>,
): void {
  const verb = isDryRun ? 'would be imported' : 'imported';
  const already = known > 0 ? `, ${known} already here` : '';
  print(
    `${applicationId}: ${countNoun(versions, 'version')} and ${countNoun(pictures, 'picture')} ${verb}${already}`,
  );
  for (const problem of problems.slice(0, MAX_PROBLEMS)) print(`  - ${problem}`);
  if (problems.length > MAX_PROBLEMS) print(`  - and ${problems.length - MAX_PROBLEMS} more`);
  if (unread.length > 0) print(`  - Fields without a place in a listing are left out: ${unread.join(', ')}.`);
}

function summarise(
  outcomes: readonly AppOutcome[],
  { index, isDryRun }: { index: RepositoryIndex; isDryRun: boolean },
): string {
  const sum = (count: (outcome: AppOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const apps = outcomes.filter(({ versions }) => versions > 0).length;
  const problems =
    sum(({ problems: own, unread }) => own.length + unread.length) +
    index.unreadable.length +
    index.unread.length;
  const kept = outcomes.filter(({ keepsListing }) => keepsListing).length;
  const total = index.apps.length + index.unreadable.length;
  const done = isDryRun ? 'would be imported' : 'imported';
  return [
    `${countNoun(
      sum(({ versions }) => versions),
      'version',
    )} of ${countNoun(apps, 'app')} ${done}; ${countNoun(
      sum(({ known }) => known),
      'version',
    )} already here. The repository has ${countNoun(total, 'app')}.`,
    ...describeLosses({ problems, kept, fields: countFields(outcomes) }),
    ...(isDryRun ? ['Nothing was written.'] : []),
  ].join('\n');
}

interface Losses {
  readonly problems: number;
  /** Apps whose listings stay as the store has them. */
  readonly kept: number;
  /** Apps by the field that they lose. */
  readonly fields: ReadonlyMap<string, number>;
}

function describeLosses({ problems, kept, fields }: Losses): string[] {
  if (problems === 0 && kept === 0) return ['Everything comes along.'];
  const named = [...fields].map(([name, apps]) => `${name} (${countNoun(apps, 'app')})`);
  return [
    ...(kept > 0
      ? [`${countNoun(kept, 'app')} already here: texts, pictures and anti-features stay as they are.`]
      : []),
    ...(problems > 0 ? [`${countNoun(problems, 'part')} left out or changed; see above.`] : []),
    ...(named.length > 0 ? [`Fields without a place in a listing: ${named.join(', ')}.`] : []),
  ];
}

/** Counts the apps that have a field without a place in a listing, by its name. */
function countFields(outcomes: readonly AppOutcome[]): Map<string, number> {
  const names = outcomes.flatMap(({ unread }) => unread).sort();
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
