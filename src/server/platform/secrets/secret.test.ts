import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createSecret, findSecret } from './secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('makes one, finds it again and keeps it to the owner', async () => {
  const config = readConfig({ DATA_DIR: dataDir });
  expect(await findSecret(config)).toBeNull();
  const secret = await createSecret(config);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await findSecret(config)).toBe(secret);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

it('takes the configured one and writes nothing', async () => {
  const secret = 's'.repeat(40);
  expect(await findSecret(readConfig({ DATA_DIR: dataDir, SECRET: secret }))).toBe(secret);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT');
});

it('rejects a damaged file, and never advises deleting it', async () => {
  await writeFile(join(dataDir, 'secret'), 'short');
  const found = findSecret(readConfig({ DATA_DIR: dataDir }));
  await expect(found).rejects.toThrow('is damaged. Restore the file from a backup');
  await expect(found).rejects.toThrow("Don't delete the file");
});
