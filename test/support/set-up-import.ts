import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { writePkcs12 } from '#server/feeds/keystore/pkcs12.ts';
import { currentGeneration, rebuildFeeds } from '#server/feeds/rebuild/rebuild.ts';
import { selfSign } from '#server/feeds/signing/certificate.ts';
import { importRepository, type RepositoryImport } from '#server/operator/import/import-repository.ts';
import { subscribeToEvents } from '#server/subscriptions.ts';
import { ADDED, buildPackages } from './fdroid-repository.ts';
import { openTestStore, type TestStore } from './store.ts';

/** The parts of the index that tests of the import read. */
export interface FeedIndex {
  readonly packages: Record<
    string,
    {
      readonly metadata: Record<string, unknown> & {
        readonly icon: Record<string, { readonly size: number }>;
        readonly screenshots: { readonly phone: Record<string, unknown[]> };
      };
      readonly versions: Record<string, unknown>;
    }
  >;
}

export const PASSPHRASE = 'a long enough passphrase';

/**
 * Opens an empty store with an admin and another user for each test of a file, and an empty folder for the repository to
 * import. Returns both, with a key and packages for the repository, and ways to run imports and see what they wrote.
 */
export function setUpImport() {
  const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const repositoryKey = {
    privateKey: keyPair.privateKey,
    certificate: selfSign(keyPair, { commonName: 'Old repository', createdAt: new Date(ADDED) }),
  };
  const store = {} as TestStore;
  const folder = join(tmpdir(), `quayside-repository-${randomUUID()}`);
  beforeAll(() => subscribeToEvents());
  beforeEach(async () => {
    Object.assign(store, await openTestStore({ WEBHOOKS_ALLOW_PRIVATE: 'true' }));
    await mkdir(folder);
    await store.pool.query(
      `INSERT INTO auth_users (id, name, email) VALUES ('admin', 'Ada', 'admin@store.example'), ('other', 'Oto', 'other@store.example')`,
    );
    await store.pool.query(
      `INSERT INTO users (uid, email, role) VALUES ('admin', 'admin@store.example', 'admin'), ('other', 'other@store.example', 'developer')`,
    );
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Runs an import and returns what it printed, with its summary. */
  async function run(options: Partial<RepositoryImport> = {}): Promise<string> {
    const lines: string[] = [];
    const summary = await importRepository(store, {
      from: folder,
      ownerEmail: 'admin@store.example',
      keystore: null,
      isReplacing: false,
      isDryRun: false,
      print: (line) => lines.push(line),
      ...options,
    });
    return [...lines, summary].join('\n');
  }

  async function readTable(query: string) {
    const { rows } = await store.pool.query(query);
    return rows;
  }
  const countRows = async (table: string) =>
    Number((await readTable(`SELECT count(*) FROM ${table}`))[0].count);

  return {
    store,
    folder,
    repositoryKey,
    boating: buildPackages('Boating'),
    sailing: buildPackages('Sailing'),
    run,
    readTable,
    countRows,
    readVersions: () =>
      readTable(
        `SELECT a.application_id AS id, a.status AS app, v.status, v.version_code::int AS code, v.sha256
         FROM versions v JOIN apps a ON a.id = v.app_id ORDER BY 1, 4`,
      ),
    /** Counts everything that an import could write. */
    countAll: () =>
      Promise.all(['apps', 'versions', 'app_graphics', 'audit_events', 'feed_changes'].map(countRows)),
    async readFeed(): Promise<FeedIndex> {
      await rebuildFeeds(store);
      const { files } = await currentGeneration(store);
      const opened = await store.storage.open(files['index-v2.json']?.key ?? '');
      if (!opened) throw new Error('the feed has no index');
      return (await json(opened.stream)) as FeedIndex;
    },
    async writeKeystore(passphrase = PASSPHRASE) {
      const file = join(folder, 'keystore.p12');
      await writeFile(file, await writePkcs12(repositoryKey, { passphrase, alias: 'repo' }));
      return { file, passphrase: PASSPHRASE };
    },
  };
}
