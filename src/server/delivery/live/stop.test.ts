import { afterEach, expect, test } from 'vitest';
import { embeddedDatabase } from '#test/support/embedded-database.ts';
import { callUntilServed } from '#test/support/patience.ts';
import { createPeople } from '#test/support/people.ts';
import { killServers, makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';

afterEach(killServers);

test('a stopping server ends its event streams properly, and does not wait for them', async () => {
  await using data = await makeDataDirectory();
  const server = await startServerProcess({ DATA_DIR: data.path });
  const { url } = server;
  const { token } = await createPeople({ url, database: embeddedDatabase(data.path) }).admin();
  const streams = await Promise.all(
    [1, 2, 3].map(() =>
      callUntilServed(() => fetch(`${url}events`, { headers: { Authorization: `Bearer ${token}` } })),
    ),
  );
  const readers = streams.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader());
  for (const reader of readers) expect((await reader.read()).done).toBe(false);
  server.kill('SIGTERM');
  // Events may still come before the end; a stream that is broken off would reject.
  for (const reader of readers) while (!(await reader.read()).done);
  expect(await server.ended).toMatchObject({ code: 0 });
});
