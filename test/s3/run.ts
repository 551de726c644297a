import { readConfig } from '#server/platform/config/config.ts';
import { S3Client } from '#server/platform/storage/s3/client.ts';
import { runTests } from '#test/support/run-with-programs.ts';
import { findMissingPrograms, startRadosgw } from './radosgw.ts';

/*
 * `npm run test:s3`: runs the tests of object storage against Ceph's S3 server, which checks signatures. With `S3_ENDPOINT`,
 * `STORAGE_URL` and the keys set, it tests that storage instead; the bucket must exist.
 */

const CONFIG = new URL('./vitest.config.ts', import.meta.url);

process.exitCode = process.env['S3_ENDPOINT'] ? await runTests(CONFIG) : await runWithRadosgw();

async function runWithRadosgw(): Promise<number> {
  const missing = await findMissingPrograms();
  if (missing.length > 0) {
    process.stderr.write(`${missing.join('\n')}\n`);
    return 1;
  }
  await using radosgw = await startRadosgw();
  const env = {
    STORAGE_URL: 's3://quayside',
    S3_ENDPOINT: radosgw.endpoint,
    S3_ACCESS_KEY_ID: radosgw.accessKeyId,
    S3_SECRET_ACCESS_KEY: radosgw.secretAccessKey,
  };
  const { storage } = readConfig(env);
  if (storage.kind !== 's3') throw new Error('the tests need a bucket');
  await new S3Client(storage).sendForHeaders({ method: 'PUT' });
  return await runTests(CONFIG, env);
}
