import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { killServers, makeDataDirectory, spawnServer } from '#test/support/server-process.ts';

afterEach(killServers);

/** Starts a server once, and gives the public keys for push messages that its database holds then. */
async function readKeysAfterStart(dataDir: string): Promise<unknown[]> {
  const server = spawnServer({ DATA_DIR: dataDir });
  await server.ready;
  const client = new Client({ host: join(dataDir, 'postgresql'), user: 'quayside', database: 'quayside' });
  await client.connect();
  const { rows } = await client.query("SELECT public_key FROM store_keys WHERE purpose = 'push'");
  await client.end();
  server.kill('SIGTERM');
  await server.ended;
  return rows;
}

test('the first start creates the key pair for push messages, and later ones keep it', async () => {
  await using data = await makeDataDirectory();
  const first = await readKeysAfterStart(data.path);
  expect(first).toEqual([{ public_key: expect.stringMatching(/^[\w-]{87}$/) }]);
  expect(await readKeysAfterStart(data.path)).toEqual(first);
});
