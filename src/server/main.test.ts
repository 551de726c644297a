import { chmod, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#test/support/patience.ts';
import {
  type DataDirectory,
  killServers,
  makeDataDirectory,
  type ServerProcess,
  spawnServer,
} from '#test/support/server-process.ts';

afterEach(killServers);

async function withDatabase<Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ host: join(dataDir, 'postgresql'), user: 'quayside', database: 'quayside' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}readyz`)).status === 200;
}

/** Returns true when a server is ready, which it need not be at once on a loaded machine. */
const untilReady = async (server: ServerProcess) => {
  const url = await server.ready;
  return waitUntil('the server is ready', () => isReady(url));
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
}

describe('on a data directory that has been used before', () => {
  let data: DataDirectory;
  beforeAll(async () => {
    data = await makeDataDirectory();
    const server = spawnServer({ DATA_DIR: data.path });
    await server.ready;
    await withDatabase(data.path, (client) => client.query('create table kept (id int primary key)'));
    await stop(server);
  });
  afterAll(() => data[Symbol.asyncDispose]());

  it('ends in good order and leaves no PostgreSQL', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    expect(await untilReady(server)).toBe(true);
    const postgres = await data.readPostgresPid();
    await stop(server);
    expect(postgres && isAlive(postgres)).toBe(false);
    await expect.poll(data.readPostgresPid).toBeNull();
  });

  it('listens with its PostgreSQL on a closed socket only', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    await server.ready;
    const { rows } = await withDatabase(data.path, (client) =>
      client.query(
        "select name, setting from pg_settings where name in ('fsync', 'listen_addresses') order by name",
      ),
    );
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
    ]);
    expect((await stat(join(data.path, 'postgresql'))).mode & 0o077).toBe(0);
    await stop(server);
  });

  it.each(['the server', 'the server and its PostgreSQL'])(
    'loses nothing when %s is killed',
    async (victim) => {
      const killed = spawnServer({ DATA_DIR: data.path });
      await killed.ready;
      const { id } = await withDatabase(data.path, async (client) => {
        const inserted = await client.query('insert into kept select count(*) from kept returning id');
        return inserted.rows[0];
      });
      const postgres = await data.readPostgresPid();
      killed.kill('SIGKILL');
      if (postgres && victim.includes('PostgreSQL')) process.kill(postgres, 'SIGKILL');
      await killed.ended;

      const server = spawnServer({ DATA_DIR: data.path });
      await server.ready;
      const { rowCount } = await withDatabase(data.path, (client) =>
        client.query('select from kept where id = $1', [id]),
      );
      expect(rowCount).toBe(1);
      await stop(server);
    },
  );

  it('keeps everything in the data directory to its owner, however open it was before', async () => {
    await chmod(data.path, 0o755);
    await mkdir(join(data.path, 'outbox'), { recursive: true });
    await chmod(join(data.path, 'outbox'), 0o777);
    await writeFile(join(data.path, 'left-open'), 'x', { mode: 0o644 });
    const server = spawnServer({ DATA_DIR: data.path });
    await server.ready;
    const entries = await readdir(data.path, { recursive: true });
    const open: string[] = [];
    for (const name of ['', ...entries]) {
      const { mode } = await lstat(join(data.path, name));
      if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
    }
    expect(open).toEqual([]);
    expect(entries).toContain('storage/objects');
    await stop(server);
  });

  it('rejects a second server, naming the directory and the first', async () => {
    const first = spawnServer({ DATA_DIR: data.path });
    const url = await first.ready;
    const { code, stdout, stderr } = await spawnServer({ DATA_DIR: data.path }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Another Quayside server (process ${first.pid})`);
    expect(stderr).toContain(data.path);
    await expect.poll(() => isReady(url)).toBe(true);
    await stop(first);
  });

  it('starts its PostgreSQL again when that ends', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    const url = await server.ready;
    const postgres = await data.readPostgresPid();
    if (postgres) process.kill(postgres, 'SIGKILL');
    await expect.poll(data.readPostgresPid).not.toBe(postgres);
    await expect.poll(() => isReady(url)).toBe(true);
    await stop(server);
  });

  it('takes a Ctrl-C that npm has doubled as one', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    await server.ready;
    server.kill('SIGINT');
    server.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect.poll(data.readPostgresPid).toBeNull();
  });
});

describe('at its first start', () => {
  it.each([
    ['has the data directory', /^server\.pid$/, 0],
    ['begins to make the database', /^postgresql\.new-/, 0],
    ['makes the database', /^postgresql\.new-/, 250],
    ['has made the database', /^postgresql$/, 0],
    ['starts PostgreSQL', /^postgresql\.log$/, 0],
    ['fills the database', /^postgresql\.log$/, 150],
  ])('may be killed when it %s', async (_moment, file, msLater) => {
    await using data = await makeDataDirectory();
    const killed = spawnServer({ DATA_DIR: data.path });
    const names = () => readdir(data.path).catch(() => []);
    while (!(await names()).some((name) => file.test(name))) await sleep(2);
    await sleep(msLater);
    killed.kill('SIGKILL');
    await killed.ended;

    const server = spawnServer({ DATA_DIR: data.path });
    expect(await untilReady(server)).toBe(true);
    await stop(server);
    const leftovers = (await readdir(data.path)).filter((name) => name.includes('.new-'));
    expect(leftovers).toEqual([]);
  });

  it('may be told to stop, and leaves no PostgreSQL', async () => {
    await using data = await makeDataDirectory();
    const server = spawnServer({ DATA_DIR: data.path });
    const hasBegun = () => lstat(join(data.path, 'server.pid')).catch(() => null);
    await expect.poll(hasBegun, { interval: 20 }).not.toBeNull();
    await stop(server);
    // Where the stop ran out of time, PostgreSQL ends by itself a moment later and leaves its file behind.
    const postgres = await data.readPostgresPid();
    await expect.poll(() => postgres !== null && isAlive(postgres)).toBe(false);
  });

  it('lets exactly one of two that race have the data', async () => {
    await using data = await makeDataDirectory();
    const servers = [spawnServer({ DATA_DIR: data.path }), spawnServer({ DATA_DIR: data.path })];
    const outcomes = await Promise.allSettled(servers.map(({ ready }) => ready));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = servers[outcomes.findIndex(({ status }) => status === 'rejected')];
    expect((await lost?.ended)?.stderr).toContain('Another Quayside server');
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
  });

  it('works below a directory closed to others, and again', async () => {
    await using data = await makeDataDirectory('closed');
    for (const _ of ['first', 'again']) {
      const server = spawnServer({ DATA_DIR: data.path });
      expect(await untilReady(server)).toBe(true);
      await stop(server);
    }
  });

  it('works below a path longer than a socket may have', async () => {
    await using data = await makeDataDirectory();
    const deep = join(data.path, 'a directory, with a "name"', 'x'.repeat(80));
    const server = spawnServer({ DATA_DIR: deep });
    expect(await untilReady(server)).toBe(true);
    await stop(server);
  });
});

describe('when it cannot start', () => {
  it('names every wrong variable and exits with 78', async () => {
    const { code, stdout, stderr } = await spawnServer({ PORT: 'x', STORAGE_URL: 'ftp://files' }).ended;
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toMatch(/^Quayside cannot start\..*\n {2}- PORT .*\n {2}- STORAGE_URL .*\n$/);
  });

  it('says what is wrong with the database, without a stack', async () => {
    await using data = await makeDataDirectory();
    const server = spawnServer({ DATA_DIR: data.path, DATABASE_URL: 'postgresql://127.0.0.1:1/hub' });
    const { code, stderr } = await server.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Quayside cannot start\. The database 127\.0\.0\.1:1\/hub of DATABASE_URL .*\n$/);
  });

  it('says that the data directory is none', async () => {
    const { code, stderr } = await spawnServer({ DATA_DIR: '/dev/null/data' }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Quayside cannot start\. DATA_DIR \/dev\/null\/data can’t be created: .*\n$/);
  });
});
