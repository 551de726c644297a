import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { copyOut } from './copy.ts';

test.each([10, 70_000, 200_000, 5_000_000])(
  'a connection goes on after %d bytes were copied at once',
  async (bytes) => {
    const client = new Client({ connectionString: await createTestDatabase() });
    await client.connect();
    try {
      for (let round = 0; round < 5; round += 1) {
        let read = 0;
        const rows = await copyOut(
          client,
          `COPY (SELECT repeat('x', ${bytes})) TO STDOUT`,
          async (stream) => {
            read = (await buffer(stream)).length;
          },
        );
        // The row ends with a line feed.
        expect([rows, read]).toEqual([1, bytes + 1]);
      }
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await client.end();
    }
  },
);
