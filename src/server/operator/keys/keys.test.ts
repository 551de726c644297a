import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeEcKey } from '#test/support/ec-key.ts';
import { runOperatorCommand, runWithInput } from '#test/support/operator-command.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { MAX_KEYSTORE_BYTES } from '../../feeds/keystore/keystore.ts';
import { writePkcs12 } from '../../feeds/keystore/pkcs12.ts';
import { readSigningKeystore } from '../../feeds/keystore/read-key.ts';
import { fingerprint, readSigningKey } from '../../feeds/signing/key.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { feedChanges } from '../../platform/db/tables/feeds.ts';

const PASSPHRASE = 'a long enough passphrase';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-keys-'));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
let lastEvent = 0;
beforeEach(async () => {
  lastEvent = Math.max(0, ...(await store.db.select().from(auditEvents)).map(({ id }) => id));
  await store.db.delete(feedChanges);
});

const run = (...args: string[]) =>
  runOperatorCommand(store, args, { KEYSTORE_PASSPHRASE: PASSPHRASE, INIT_CWD: folder });
const currentFingerprint = async () => fingerprint(await readSigningKey(store));
const readAudit = () =>
  store.db
    .select({ event: auditEvents.event, details: auditEvents.details })
    .from(auditEvents)
    .where(gt(auditEvents.id, lastEvent));

describe('keys export', () => {
  test('writes the key to a new file of its owner, and the audit log says so', async () => {
    const before = await currentFingerprint();
    const { code, stdout } = await run('keys', 'export', 'key.p12');
    expect(code).toBe(0);
    expect(stdout).toContain(`Fingerprint: ${before}`);
    const file = join(folder, 'key.p12');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = await readSigningKeystore(await readFile(file), { passphrase: PASSPHRASE });
    expect(fingerprint(key)).toBe(before);
    expect(await readAudit()).toEqual([
      { event: 'settings.signing-key-exported', details: { fingerprint: before, by: 'operator' } },
    ]);
  });

  test('never overwrites a file, and rejects a short or missing passphrase', async () => {
    await writeFile(join(folder, 'taken.p12'), 'mine');
    const taken = await run('keys', 'export', 'taken.p12');
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('never overwritten')]);
    expect(await readFile(join(folder, 'taken.p12'), 'utf8')).toBe('mine');
    const short = await runOperatorCommand(store, ['keys', 'export', join(folder, 'short.p12')], {
      KEYSTORE_PASSPHRASE: 'short',
    });
    expect(short.stderr).toContain('Use at least 12 characters');
    const missing = await runOperatorCommand(store, ['keys', 'export', join(folder, 'none.p12')], {});
    expect(missing.stderr).toContain('passphrase is missing');
    expect(await readAudit()).toEqual([]);
  });
});

describe('keys import', () => {
  test('replaces the key of a store without publications, and queues the feed', async () => {
    const before = await currentFingerprint();
    const key = makeEcKey('prime256v1');
    await writeFile(
      join(folder, 'ec.p12'),
      await writePkcs12(key, { passphrase: PASSPHRASE, alias: 'repo' }),
    );
    const imported = await run('keys', 'import', 'ec.p12', '--alias', 'repo');
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.stdout).toContain(`Current fingerprint:  ${before}`);
    expect(imported.stdout).toContain(`Imported fingerprint: ${fingerprint(key)}`);
    expect(await currentFingerprint()).toBe(fingerprint(key));
    expect(await store.db.select({ apps: feedChanges.appIds }).from(feedChanges)).toEqual([{ apps: null }]);
    expect(await readAudit()).toEqual([
      {
        event: 'settings.signing-key-imported',
        details: { fingerprint: fingerprint(key), before, by: 'operator' },
      },
    ]);
    expect((await run('keys', 'import', 'ec.p12')).stdout).toContain('already uses this key');
  });

  test('needs --replace once something was published', async () => {
    const { appId, versionId } = await publishDirectly(store, { applicationId: 'com.x', versionCode: 1 });
    await store.db.insert(auditEvents).values({ event: 'version.published', appId, versionId });
    const before = await currentFingerprint();
    const key = makeEcKey('secp384r1');
    await writeFile(
      join(folder, 'new.p12'),
      await writePkcs12(key, { passphrase: PASSPHRASE, alias: 'repo' }),
    );
    const rejected = await run('keys', 'import', 'new.p12');
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toContain(`Current fingerprint:  ${before}`);
    expect(rejected.stderr).toContain('--replace');
    expect(await currentFingerprint()).toBe(before);
    expect((await run('keys', 'import', 'new.p12', '--replace')).code).toBe(0);
    expect(await currentFingerprint()).toBe(fingerprint(key));
  });

  test.each([
    ['a missing file', 'missing.p12', 'can’t be read'],
    ['a damaged file', 'damaged.p12', 'The keystore is damaged'],
    ['an enormous file', 'large.p12', 'it is larger than a keystore'],
    ['another passphrase', 'other.p12', 'The passphrase doesn’t open this keystore'],
  ])('rejects %s', async (_, name, reason) => {
    const before = await currentFingerprint();
    await writeFile(join(folder, 'damaged.p12'), 'not a keystore');
    await writeFile(join(folder, 'large.p12'), Buffer.alloc(MAX_KEYSTORE_BYTES + 1));
    const options = { passphrase: 'another long passphrase', alias: 'repo' };
    await writeFile(join(folder, 'other.p12'), await writePkcs12(makeEcKey('prime256v1'), options));
    const { code, stderr } = await run('keys', 'import', name, '--replace');
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await currentFingerprint()).toBe(before);
  });
});

describe('keys rotate', () => {
  const rotate = (typed: string) => runWithInput(store, ['keys', 'rotate'], `${typed}\n`);

  test('needs the name of the store, and changes nothing without it', async () => {
    const before = await currentFingerprint();
    const { code, stdout, stderr } = await rotate('another store');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Everyone has to remove the repository and add it again');
    expect(stderr).toContain('Nothing was changed.');
    expect(await currentFingerprint()).toBe(before);
  });

  test('makes a new key, queues the feed, and the audit log says so', async () => {
    const before = await currentFingerprint();
    const { code, stdout } = await rotate('Quayside');
    const after = await currentFingerprint();
    expect(code).toBe(0);
    expect(after).not.toBe(before);
    expect(stdout).toContain(`Earlier fingerprint: ${before}\nNew fingerprint:     ${after}`);
    expect(await store.db.select({ apps: feedChanges.appIds }).from(feedChanges)).toEqual([{ apps: null }]);
    expect(await readAudit()).toEqual([
      { event: 'settings.signing-key-rotated', details: { fingerprint: after, before, by: 'operator' } },
    ]);
  });
});
