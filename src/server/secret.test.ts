import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readSecret } from './secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('makes one at the first start and keeps it to the owner', async () => {
  const config = readConfig({ DATA_DIR: dataDir });
  const secret = await readSecret(config);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await readSecret(config)).toBe(secret);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

it('takes the configured one and writes nothing', async () => {
  const secret = 's'.repeat(40);
  expect(await readSecret(readConfig({ DATA_DIR: dataDir, SECRET: secret }))).toBe(secret);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT');
});

it('refuses a damaged file instead of replacing it', async () => {
  await writeFile(join(dataDir, 'secret'), 'short');
  await expect(readSecret(readConfig({ DATA_DIR: dataDir }))).rejects.toThrow('is damaged');
});
