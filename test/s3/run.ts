import { readConfig } from '#server/platform/config/config.ts';
import { S3Client } from '#server/platform/storage/s3/client.ts';
import { runSystemTests } from '#test/support/run-system-tests.ts';
import { startRadosgw } from './radosgw.ts';

/**
 * `npm run test:system -- s3`: runs the tests of object storage against Ceph's S3 server, which checks signatures. With
 * `S3_ENDPOINT`, `STORAGE_URL` and the keys set, it tests that storage instead; the bucket must exist.
 */
export async function runS3(options: readonly string[]): Promise<number> {
  if (process.env['S3_ENDPOINT']) return await runSystemTests('s3', options);
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
  return await runSystemTests('s3', options, env);
}
