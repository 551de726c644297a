import { createHash, X509Certificate } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { storeKeys } from '../../platform/db/tables/store.ts';
import { fingerprint, readSigningKey } from './key.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());
beforeEach(() => store.db.delete(storeKeys).where(eq(storeKeys.purpose, 'fdroid')));

test('creates the key once, matching its certificate', async () => {
  const made = await readSigningKey(store);
  expect(new X509Certificate(made.certificate).checkPrivateKey(made.privateKey)).toBe(true);
  const read = await readSigningKey(store);
  expect(read.certificate).toEqual(made.certificate);
  expect(read.privateKey.equals(made.privateKey)).toBe(true);
});

test('servers that create a key at the same time all use the same one', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => readSigningKey(store)));
  expect(new Set(keys.map(fingerprint)).size).toBe(1);
  for (const key of keys) {
    expect(new X509Certificate(key.certificate).checkPrivateKey(key.privateKey)).toBe(true);
  }
  expect(await store.db.select().from(storeKeys)).toHaveLength(1);
});

test('returns the SHA-256 of the certificate as fingerprint', async () => {
  const key = await readSigningKey(store);
  expect(fingerprint(key)).toMatch(/^[0-9A-F]{64}$/);
  expect(fingerprint(key)).toBe(createHash('sha256').update(key.certificate).digest('hex').toUpperCase());
});

test('stores the private key encrypted', async () => {
  const { privateKey } = await readSigningKey(store);
  const [row] = await store.db.select().from(storeKeys);
  const stored = Buffer.from(row?.encryptedPrivateKey ?? '', 'base64');
  const plain = privateKey.export({ type: 'pkcs8', format: 'der' });
  expect(stored.length).toBeGreaterThan(plain.length);
  expect(stored.includes(plain.subarray(100, 132))).toBe(false);
});

test('rejects another secret without creating another key', async () => {
  const before = await readSigningKey(store);
  const other = { ...store, secret: 'another secret, as long as it has to be' };
  await expect(readSigningKey(other)).rejects.toThrow('Start it with the earlier secret');
  expect(fingerprint(await readSigningKey(store))).toBe(fingerprint(before));
});

test('rejects a modified stored key', async () => {
  await readSigningKey(store);
  await store.db.update(storeKeys).set({
    encryptedPrivateKey: sql`overlay(${storeKeys.encryptedPrivateKey} placing 'AAAA' from 100)`,
  });
  await expect(readSigningKey(store)).rejects.toThrow('can’t be decrypted');
});
