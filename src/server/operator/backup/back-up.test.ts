import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeSecret } from '#server/platform/installation.ts';
import { adoptNextSecret, createNextSecret } from '#server/platform/secrets/secret.ts';
import { openTestStore } from '#test/support/store.ts';
import { backUp } from './back-up.ts';
import { findBackup, partsOf } from './backup-folder.ts';

test('a backup has the secret of its snapshot when the secret changes meanwhile', async () => {
  await using store = await openTestStore();
  const directory = await mkdtemp(join(tmpdir(), 'quayside-secrets-'));
  const { config, pool, jobs, log } = store;
  // A storage that was never seen is noted in the row that the transaction below locks.
  await pool.query('UPDATE installation SET storage_marked_at = NULL');
  const [to, backingUp] = await jobs.db.transaction(async (tx) => {
    await tx.execute('SELECT FROM installation FOR UPDATE');
    const running = backUp(config, { directory, keep: null });
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    const next = await createNextSecret(config);
    await changeSecret(tx, { from: store.secret, to: next, log });
    return [next, running] as const;
  });
  await adoptNextSecret(config);
  await backingUp;
  expect(to).not.toBe(store.secret);
  expect((await readFile(partsOf(await findBackup(directory)).secret, 'utf8')).trim()).toBe(to);
  await rm(directory, { recursive: true });
});
