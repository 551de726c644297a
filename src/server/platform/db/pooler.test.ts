import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { assertOwnConnections } from './pooler.ts';

/** Connections of a pooler that chooses the backend of each statement. */
function poolOf(backendOf: (connection: number, sql: string) => number) {
  let opened = 0;
  return {
    connect: async () => {
      const connection = opened++;
      const query = async (sql: string) => ({ rows: [{ pid: backendOf(connection, sql) }] });
      return { query, release: () => {} } as unknown as PoolClient;
    },
  };
}

test('accepts connections that keep their backend', async () => {
  await expect(assertOwnConnections(poolOf((connection) => connection))).resolves.toBeUndefined();
});

test('rejects a pooler that lends the backend of an idle connection', async () => {
  await expect(assertOwnConnections(poolOf(() => 1))).rejects.toThrow('pool_mode = session');
});

test('rejects a pooler that changes the backend of a connection', async () => {
  let next = 0;
  await expect(assertOwnConnections(poolOf(() => next++))).rejects.toThrow('pool_mode = session');
});

test('rejects a pooler without transactions', async () => {
  const pool = poolOf((_, sql) => {
    if (sql.startsWith('BEGIN')) throw Object.assign(new Error('not allowed'), { code: '08P01' });
    return 1;
  });
  await expect(assertOwnConnections(pool)).rejects.toThrow('pool_mode = session');
});
