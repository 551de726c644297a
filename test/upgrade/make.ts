import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '#server/operator/backup/back-up.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openContext } from '#server/platform/context.ts';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { publishDirectly } from '#test/support/store.ts';

/*
 * `node test/upgrade/make.ts`: makes the backup of a small store from which the test of upgrades starts. Until the first
 * release it belongs to the initial migration, and is made again whenever that changes. Each release keeps one more.
 */

const FOLDER = join(import.meta.dirname, 'backups');

const dataDir = await mkdtemp(join(tmpdir(), 'quayside-upgrade-'));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
{
  await using store = await openContext(config);
  const bytes = buildPackage({
    from: 'plain',
    name: 'Harbour',
    versionName: '1.0',
    signer: makeIdentity(),
  });
  await publishDirectly(store, { applicationId: 'org.example.harbour', versionCode: 1, bytes });
}
await rm(FOLDER, { recursive: true, force: true });
process.stdout.write(`${(await backUp(config, { directory: FOLDER, keep: null })).output}\n`);
for (const name of ['backup.lock', 'backup.pid']) await rm(join(FOLDER, name));
await rm(dataDir, { recursive: true });
