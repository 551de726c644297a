import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '#server/platform/config/config.ts';
import { S3Client } from '#server/platform/storage/s3/client.ts';
import { findMissingPrograms, startRadosgw } from './radosgw.ts';

/*
 * `npm run test:s3`: runs the tests of object storage against Ceph's S3 server, which checks signatures. With `S3_ENDPOINT`,
 * `STORAGE_URL` and the keys set, it tests that storage instead; the bucket must exist.
 */

process.exitCode = process.env['S3_ENDPOINT'] ? await runTests({}) : await runWithRadosgw();

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
  return await runTests(env);
}

async function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
